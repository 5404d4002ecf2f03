import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { voteOf } from "@/lib/testing/runs/votes";
import { scaled } from "@/lib/testing/scaled";
import type { Answerer, Voter } from "../../people";
import type { GateSpec } from "../../plan/schema";
import { storeValue } from "../../stored-value";
import { fold } from "../fold";
import type { GateVerb } from "./table";
import { plainVote, proposalsOf } from "./votes";

const FORM = { type: "object", properties: { go: { type: "string" } } };
const voter = (name: string, roles: string[] = ["lead"]): Voter => ({
  id: name.toLowerCase(),
  name,
  roles,
  mayReview: true,
});
const answerer = ({ mayReview, ...one }: Voter): Answerer => ({
  ...one,
  capabilities: mayReview ? ["review"] : ["view"],
});

function asking(gate: Partial<GateSpec>, { fits = false } = {}) {
  const spec = { prompt: "", assignees: [], quorum: 2, onTimeout: "reject" as const, ...gate };
  const g: TaskDraft = { id: "g", type: "human_review", gate: spec };
  const plan = (work: string) => planOf(g, { id: "b", input: work, dependsOn: ["g"] });
  const world = new RunWorld({ plan: plan("Send it"), by: ANNA });
  const show = () => {
    world.start();
    const { stored } = storeValue({ go: "v1" });
    if (world.keyOf("g").key !== "none")
      world.send({
        type: "gate_shown",
        shown: stored,
        digest: "d",
        prompt: "Go?",
        fits,
        ...world.keyOf("g"),
      });
  };
  show();
  return { world, show, plan };
}

type Given = { verb: GateVerb; value?: string; digest?: string; people?: Answerer[]; comment?: string };

/** Answers the last gate that was opened. */
function give(world: RunWorld, by: Voter, { verb, value, ...more }: Given) {
  const { approvalId } = world.last("approval_opened").payload;
  const brought = value === undefined ? {} : { value: storeValue({ go: value }).stored };
  return world.send(
    { type: "decide_approval", approvalId, verb, provenance: "person", by, ...brought, ...more },
    { kind: "person", id: by.id, name: by.name },
  );
}

const openGate = ({ state }: RunWorld) => Object.keys(state.openApprovals)[0];

describe("an answer that takes several people", () => {
  it.each<[string, Partial<GateSpec>, GateVerb]>([
    ["a form", { form: FORM }, "respond"],
    ["another value than the one that is shown", {}, "edit"],
  ])("is given with %s when that many give the same", (_, gate, verb) => {
    const { world } = asking(gate);
    give(world, voter("Ada"), { verb, value: "eu", comment: "Small first" });
    give(world, voter("Bob"), { verb, value: "us" });
    expect(world.status("g")).toBe("waiting");
    expect(world.state.approvals["apr_1-1"]?.votes).toMatchObject([
      { by: { id: "ada" }, verb, value: { inline: { go: "eu" } }, comment: "Small first" },
      { by: { id: "bob" }, verb, value: { inline: { go: "us" } } },
    ]);
    expect(give(world, voter("Ada"), { verb, value: "eu" })).toMatchObject({
      error: {
        code: "not_allowed_now",
        message: "You have given this answer already, and count once: 1 more person has to.",
      },
    });
    give(world, voter("Bob"), { verb, value: "eu" });
    expect(world.state.tasks.g?.result).toMatchObject({ inline: { go: "eu" } });
    expect(world.last("approval_decided").payload).toMatchObject({ verb, value: { inline: { go: "eu" } } });
  });

  it("is another than the approval of what is shown, and takes its place", () => {
    const { world } = asking({});
    give(world, voter("Ada"), { verb: "approve" });
    give(world, voter("Bob"), { verb: "edit", value: "v1" });
    expect(world.status("g")).toBe("waiting");
    give(world, voter("Ada"), { verb: "edit", value: "v1" });
    expect(world.last("approval_decided").payload.verb).toBe("edit");
  });

  it("is undone by one who rejects, whatever they had voted for", () => {
    const { world } = asking({});
    give(world, voter("Ada"), { verb: "edit", value: "eu" });
    give(world, voter("Ada"), { verb: "reject" });
    expect(openGate(world)).toBeUndefined();
    expect(world.types()).not.toContain("task_succeeded");
  });

  it("carries no one's reasons for what its value is without; the log has those of each", () => {
    const { world } = asking({});
    const items = [
      { verdict: "accept" as const, excerpt: "a" },
      { verdict: "reject" as const, excerpt: "b", reason: "Too dear" },
    ];
    for (const name of ["Ada", "Bob"]) {
      const by = voter(name);
      const value = storeValue(["a"]).stored;
      world.send(
        {
          type: "decide_approval",
          approvalId: "apr_1-1",
          verb: "edit",
          provenance: "person",
          by,
          value,
          items,
        },
        { kind: "person", id: by.id, name },
      );
    }
    expect(world.last("approval_voted").payload).toMatchObject({ items });
    expect(world.last("approval_decided").payload).not.toHaveProperty("items");
    expect(world.state.tasks.g?.result).toMatchObject({ inline: ["a"] });
  });
});

it("votes of earlier logs stand for what the gate showed, as it was", () => {
  expect([plainVote("human_review"), plainVote("tool_approval"), plainVote("unknown_outcome")]).toEqual([
    ...["approve", "approve", "run"],
  ]);
  const { world } = asking({});
  give(world, voter("Ada"), { verb: "approve" });
  const vote = world.events.find(({ type }) => type === "approval_voted");
  if (vote?.type !== "approval_voted") throw new Error("no vote");
  const { verb: _verb, digest: _digest, ...plain } = vote.payload;
  const earlier = world.events.map((event) => (event === vote ? { ...vote, payload: plain } : event));
  const folded = fold(world.state.runId, structuredClone(earlier));
  expect(folded.approvals["apr_1-1"]?.votes).toEqual(world.state.approvals["apr_1-1"]?.votes);
});

it("proposalsOf puts the answer with most votes first, and equal ones as they came", () => {
  const value = storeValue("x").stored;
  const votes = [
    voteOf("Ada"),
    voteOf("Bob", { verb: "edit", value }),
    voteOf("Cy", { verb: "edit", value }),
    voteOf("Di", { digest: "earlier" }),
  ];
  expect(proposalsOf(votes).map((one) => one.votes.map(({ by }) => by.name).join("+"))).toEqual([
    ...["Bob+Cy", "Ada", "Di"],
  ]);
  expect(proposalsOf()).toEqual([]);
});

const NAMES = ["Anna", "Ada", "Bob", "Cy", "Di"];
const VALUES = ["eu", "us"];

/** A gate, who is asked, and what people do one after the other. */
const story = fc.record({
  quorum: fc.integer({ min: 2, max: 3 }),
  fourEyes: fc.boolean(),
  isQuestion: fc.boolean(),
  assignees: fc.constantFrom<string[]>([], ["role:lead"], ["Ada", "Bob", "Cy", "Anna"]),
  tape: fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          act: fc.constant("vote" as const),
          by: fc.nat(NAMES.length - 1),
          pick: fc.nat(2),
          isStale: fc.constantFrom(false, false, false, true),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ act: fc.constant("demote" as const), by: fc.nat(NAMES.length - 1) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ act: fc.constant("restore" as const), by: fc.nat(NAMES.length - 1) }),
      },
      { weight: 1, arbitrary: fc.record({ act: fc.constant("change" as const), by: fc.nat(1) }) },
    ),
    { minLength: 4, maxLength: 24 },
  ),
});

type Story = typeof story extends fc.Arbitrary<infer Told> ? Told : never;

describe("random votes for random values, while people lose their rights and releases change", () => {
  it("nothing passes without that many different people who may let it pass, on one value and one digest", () => {
    let passed = 0;
    let heldBack = 0;
    const watch = ({ quorum, fourEyes, isQuestion, assignees, tape }: Story) => {
      const { world, show, plan } = asking({
        quorum,
        fourEyes,
        assignees,
        ...(isQuestion && { form: FORM }),
      });
      const demoted = new Set<string>();
      const people = () =>
        NAMES.map((name) =>
          answerer({ ...voter(name, demoted.has(name) ? [] : ["lead"]), mayReview: !demoted.has(name) }),
        );
      const isAsked = (name: string) =>
        assignees.length === 0 || assignees.includes(name) || assignees.includes("role:lead");
      const isAuthor = (name: string) =>
        name === "Anna" ||
        world.events.some(
          ({ type, actor }) =>
            type === "plan_version_adopted" && actor.kind === "person" && actor.name === name,
        );
      let digest = world.last("approval_opened").payload.digest;
      for (const [n, step] of tape.entries()) {
        if (openGate(world) === undefined) break;
        if (step.act === "change") {
          world.edit(plan(`Send it to ${n}`), "Elsewhere", { by: voter(step.by === 0 ? "Anna" : "Di") });
          show();
          continue;
        }
        const name = NAMES[step.by] as string;
        if (step.act !== "vote") {
          if (step.act === "demote") demoted.add(name);
          else demoted.delete(name);
          continue;
        }
        const open = world.last("approval_opened").payload;
        if (!step.isStale) digest = open.digest;
        const value = VALUES[step.pick];
        const given: Given =
          value === undefined && !isQuestion
            ? { verb: "approve" }
            : { verb: isQuestion ? "respond" : "edit", value: value ?? "eu" };
        const by = { ...voter(name, demoted.has(name) ? [] : ["lead"]), mayReview: !demoted.has(name) };
        give(world, by, { ...given, digest, people: people() });
        const decided = world.state.approvals[open.approvalId]?.decided;
        const last = new Map(
          world.events.flatMap(({ type, payload }) =>
            type === "approval_voted" && payload.approvalId === open.approvalId
              ? [[payload.by.name, payload] as const]
              : [],
          ),
        );
        const agreed = (verb: string, of: string | undefined) =>
          [...last.values()].filter(
            (vote) =>
              vote.verb === verb &&
              vote.value?.digest === of &&
              vote.digest === open.digest &&
              isAsked(vote.by.name) &&
              !demoted.has(vote.by.name) &&
              !(fourEyes && isAuthor(vote.by.name)),
          ).length;
        if (!decided) {
          heldBack += last.size >= quorum ? 1 : 0;
          continue;
        }
        passed += 1;
        expect(
          agreed(decided.verb, decided.verb === "approve" ? undefined : decided.value?.digest),
        ).toBeGreaterThanOrEqual(quorum);
        expect(world.state.tasks.g?.result?.digest).toBe(
          decided.verb === "approve" ? open.shown?.digest : decided.value?.digest,
        );
      }
    };
    fc.assert(fc.property(story, watch), { numRuns: scaled(600) });
    expect(passed).toBeGreaterThan(0);
    expect(heldBack).toBeGreaterThan(0);
  });
});
