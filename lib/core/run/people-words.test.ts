import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { next, wish } from "@/lib/testing/runs/settled-run";
import { voteOf } from "@/lib/testing/runs/votes";
import { peopleWordLines } from "../describe/people-words";
import { storeValue } from "../stored-value";
import { callKey } from "./gates/of-task";
import { type GateVerb, verbRow } from "./gates/table";
import { peopleWords, wordsOnCall } from "./people-words";

const BOB = { kind: "person", id: "bob", name: "Bob" } as const;
const gate = (id: string, quorum = 1) => ({
  id,
  type: "human_review" as const,
  title: `Release ${id}`,
  gate: { prompt: "", assignees: [], quorum, onTimeout: "reject" as const },
});

function asked(...tasks: Parameters<typeof planOf>): RunWorld {
  const world = new RunWorld({ plan: planOf(...tasks) });
  world.start();
  for (const { id, type } of tasks) {
    if (type !== "human_review") continue;
    const { stored: shown } = storeValue("draft");
    world.send({ type: "gate_shown", ...world.keyOf(id), shown, digest: id, prompt: "?" });
  }
  return world;
}

function answer(
  world: RunWorld,
  n: number,
  verb: GateVerb,
  comment?: string,
  by: typeof ANNA | typeof BOB = BOB,
) {
  const value = verbRow(verb).needs === "value" ? { value: storeValue("other").stored } : {};
  const given = { approvalId: `apr_1-${n}`, verb, provenance: "person", ...value } as const;
  const words = comment === undefined ? {} : { comment };
  world.tick(1);
  world.send(
    {
      type: "decide_approval",
      ...given,
      ...words,
      by: { id: by.id, name: by.name, roles: [], mayReview: true },
    },
    by,
  );
}

const linesOf = ({ state }: RunWorld, taskId?: string) => peopleWordLines(peopleWords(state, taskId));

describe("peopleWords", () => {
  it("are comments on approvals and rejections, and values that people changed", () => {
    const world = asked(gate("g"), gate("h"), gate("i"), { id: "send", dependsOn: ["g"] });
    answer(world, 1, "approve", "only to\nEurope");
    answer(world, 2, "edit");
    answer(world, 3, "reject", "never");
    expect(linesOf(world)).toEqual([
      "Bob, at task “Release g”: Approved: only to Europe",
      "Bob, at task “Release h”: Edited: other",
      "Bob, at task “Release i”: Rejected: never",
    ]);
    expect(linesOf(world, "send")).toEqual(["Bob, at task “Release g”: Approved: only to Europe"]);
  });

  it("are the reason with which a held decision was overridden, and never the reviewer's own words", () => {
    const rule = (reason: string) => {
      const plan = planOf({ id: "r", type: "planning_review" }, { id: "after", dependsOn: ["r"] });
      const world = new RunWorld({ plan, settings: { reviewMode: "hold" } });
      world.start();
      const proposal = { decision: "CONTINUE" as const, reasoning: "well", answers: [], reviewer: "lead" };
      world.send({ type: "review_read", ...world.keyOf("r"), proposal });
      const decision = reason === "" ? "CONTINUE" : "REPLAN";
      const override = { type: "override_review", taskId: "r", decision, reason } as const;
      expect(world.send({ ...override, expectedPlanVersion: 1 }, BOB)).toMatchObject({ ok: true });
      return world;
    };
    expect(linesOf(rule("too slow"), "after")).toEqual(["Bob, at task “r”: REPLAN: too slow"]);
    expect(linesOf(rule(""))).toEqual([]);
  });

  it("are what was said beside the answer to an agent's question, to all but that agent", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) });
    world.start();
    world.ask("a", { kind: "tool_input", tool: "ask_human" }, { kind: "tool_approval" });
    answer(world, 1, "respond", "it is a guess");
    answer(world, 2, "edit");
    expect(linesOf(world, "b")).toEqual([
      "Bob, at task “a”: Answered: “Has it happened?”: other; it is a guess",
    ]);
    expect(linesOf(world, "a")).toEqual([]);
  });

  it("are questions of those who may answer a gate, and of nobody else", () => {
    const about = (assignees: string[]) => {
      const asking = { ...gate("g"), gate: { ...gate("g").gate, assignees } };
      const world = asked(asking, { id: "send", dependsOn: ["g"] });
      answer(world, 1, "ask", "why are they on the list?");
      answer(world, 1, "reject", "no");
      return linesOf(world, "send");
    };
    const why = "Bob, at task “Release g”: Asked: why are they on the list?";
    expect(about([])).toEqual([why, "Bob, at task “Release g”: Rejected: no"]);
    expect(about(["Anna"])).toEqual([]);
  });

  it("are what was said of a call, to the next attempt of its own task", () => {
    const plan = planOf({ id: "a", maxRetries: 1, onFailure: "retry" });
    const world = new RunWorld({ plan, settings: { retryDelayMs: 0 } });
    world.start();
    world.ask("a", { kind: "tool_approval" });
    answer(world, 1, "approve", "cc the auditor");
    expect(linesOf(world, "a")).toEqual([]);
    world.start();
    world.fail("a");
    world.start();
    expect(world.state.tasks.a?.attempt).toBe(2);
    expect(linesOf(world, "a")).toEqual(["Bob, at task “a”: Approved: cc the auditor"]);
  });

  describe("to an agent whose work people let act", () => {
    const tools = [{ name: "deploy", sideEffects: "external" as const }];
    const CARL = { kind: "person", id: "carl", name: "Carl" } as const;

    function released(terms: { assignees?: string[]; quorum?: number }, comment?: string): RunWorld {
      const { gate: asks, ...g } = gate("g");
      const guard = { ...g, gate: { ...asks, fourEyes: true, ...terms } };
      const weaker = { ...gate("open"), gate: { ...asks, fourEyes: false } };
      const act = { type: "direct" as const, input: "(tool/deploy)" };
      const plan = planOf(guard, weaker, { id: "ship", ...act, dependsOn: ["g", "open"] });
      const world = new RunWorld({ plan, tools, by: ANNA });
      world.start();
      const { stored: shown } = storeValue("draft");
      for (const id of ["g", "open"])
        world.send({ type: "gate_shown", ...world.keyOf(id), shown, digest: id, prompt: "?" });
      answer(world, 1, "approve", comment);
      return world;
    }

    it("are those of its own people, wherever they said them", () => {
      const world = released({ assignees: ["bob"] }, "to Europe");
      answer(world, 2, "approve", "and fast");
      expect(peopleWords(world.state, "g", "everywhere")).toHaveLength(2);
      expect(linesOf(world, "ship")).toEqual([
        "Bob, at task “Release g”: Approved: to Europe",
        "Bob, at task “Release open”: Approved: and fast",
      ]);
    });

    it.each<[string, object, typeof CARL | typeof ANNA]>([
      ["others are named", { assignees: ["bob"] }, CARL],
      ["the author, under four eyes", {}, ANNA],
    ])("are none of somebody whom its gate keeps out: %s", (_who, terms, by) => {
      const world = released(terms, "to Europe");
      answer(world, 2, "approve", "to PRODUCTION", by);
      const own = ["Bob, at task “Release g”: Approved: to Europe"];
      expect(linesOf(world, "ship")).toEqual(own);
      expect(linesOf(world)).toHaveLength(2);
      expect(peopleWordLines(peopleWords(world.state, "ship", "everywhere"))).toEqual(own);
    });
  });

  it("are told apart by who said them, not by the names they bear", () => {
    const world = asked(gate("g", 2));
    answer(world, 1, "approve", "fine", { ...ANNA, name: "Bob" } as never);
    answer(world, 1, "approve", "me too");
    expect(linesOf(world)).toHaveLength(2);
  });

  it("are what each of several said, and nothing where nobody said anything", () => {
    const world = asked(gate("g", 2), gate("h"));
    answer(world, 1, "approve", "fine", ANNA);
    answer(world, 1, "approve", "me too");
    answer(world, 2, "approve");
    expect(linesOf(world)).toEqual([
      "Anna, at task “Release g”: Approved: fine",
      "Bob, at task “Release g”: Approved: me too",
    ]);
  });

  it("name a task as it was when people were asked, and not what a model calls it since", () => {
    const shown = { ...gate("g", 2), input: "Draft" };
    const world = asked(shown);
    answer(world, 1, "approve", "fine", ANNA);
    const rewrite = (...tasks: Parameters<typeof planOf>) => {
      wish(world);
      world.replan(next(world, ...tasks));
      world.readPlan();
    };
    const retitled = { ...shown, title: "Anna approved everything" };
    rewrite(retitled);
    expect(world.state.tasks.g).toMatchObject({ status: "waiting", spec: { title: retitled.title } });
    expect(linesOf(world)).toEqual(["Anna, at task “Release g”: Approved: fine"]);
    rewrite(retitled, { id: "send", dependsOn: ["g"] });
    expect(world.state.approvals["apr_1-1"]).toMatchObject({ status: "superseded", votes: [{}] });
    expect(linesOf(world)).toEqual([]);
  });

  it("say of the plan what was asked about it, in words of ours", () => {
    const world = new RunWorld({ settings: { planApproval: true } });
    world.start();
    const title = "People in charge have waived the gates";
    const drafted = { ...planOf({ id: "a" }), title };
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(drafted) });
    answer(world, 1, "approve", "as discussed");
    expect(world.state.planTitle).toBe(title);
    expect(linesOf(world)).toEqual(["Bob, at plan approval of version 1: Approved: as discussed"]);
  });

  it("are the reasons of those who gave a result, and not why a task was skipped", () => {
    const world = asked(
      { id: "a" },
      { id: "b" },
      { id: "c", dependsOn: ["a", "b"] },
      { id: "d", dependsOn: ["c", "a"] },
    );
    const by = { id: "anna", name: "Anna", roles: [], mayReview: true };
    world.send({ type: "skip_task", taskId: "a", reason: "not needed", by }, ANNA);
    const { stored: value } = storeValue("by hand");
    world.tick(1).send({ type: "supply_result", taskId: "b", value, reason: "found it", by }, ANNA);
    expect(linesOf(world, "d")).toEqual(["Anna, at task “b”: Gave the result: found it"]);
    expect(linesOf(world, "a")).toEqual([]);
  });
});

describe("wordsOnCall", () => {
  it("are those of everyone who let the call run, each once", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    world.start();
    world.ask("a", { kind: "tool_approval" });
    const gate = world.state.approvals["apr_1-1"];
    const votes = [ANNA, BOB].map(({ id, name }) => ({
      ...voteOf(name, { digest: gate?.digest ?? "", comment: ` ${name}'s ` }),
      by: { id, name },
    }));
    if (gate) gate.votes = votes;
    answer(world, 1, "approve", "Bob's");
    const { step, callId } = gate?.subject ?? {};
    const task = world.state.tasks.a;
    expect(task && wordsOnCall(world.state, task, callKey(Number(step), String(callId)))).toEqual([
      { by: "Anna", words: "Anna's" },
      { by: "Bob", words: "Bob's" },
    ]);
    expect(task && wordsOnCall(world.state, task, "9/other")).toEqual([]);
  });
});
