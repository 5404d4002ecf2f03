import { describe, expect, it } from "vitest";
import { ANNA, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { FIND as FOUND, next, OTHER, settled, wish } from "@/lib/testing/runs/settled-run";
import { KNOWN_TOOLS, withAgents } from "@/lib/testing/runs/waiting-gate";
import { describeEnd, describeEvidence } from "../../describe/gates/came-to";
import { storeValue } from "../../stored-value";
import type { RunSettings } from "../settings";
import type { ApprovalState } from "../state";
import { actsAt, evidenceOf, listedOf, resultText } from "./acts";

const BY = { by: { id: "anna", name: "Anna", roles: [], mayReview: true } };
const PREP: TaskDraft = { id: "prep", title: "Prepare", type: "direct", input: "1" };
const BUILD: TaskDraft = { id: "built", title: "Build", type: "direct", input: "2", dependsOn: ["prep"] };
const ASK: TaskDraft = { id: "ask", type: "human_review", input: "All is well", dependsOn: ["built"] };
const ship = (...dependsOn: string[]): TaskDraft => ({
  id: "ship",
  title: "Ship",
  agent: "deployer",
  input: "Ship it",
  dependsOn: ["ask", ...dependsOn],
});

const begin = (tasks: TaskDraft[], settings: Partial<RunSettings> = {}) => {
  const world = new RunWorld({ plan: withAgents(...tasks), tools: KNOWN_TOOLS, settings });
  world.start();
  return world;
};
function gateOf(world: RunWorld): ApprovalState {
  world.start();
  const shown = storeValue("All is well").stored;
  world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("ask") });
  const gate = Object.values(world.state.approvals).findLast(({ taskId }) => taskId === "ask");
  if (!gate) throw new Error("no gate opened");
  return gate;
}
const listed = (world: RunWorld) =>
  actsAt(world.state, gateOf(world)).map(({ task, ended, known, isEvidence }) =>
    ended && known
      ? [task.id, describeEnd(known), known.result && resultText(known.result), isEvidence].filter(Boolean)
      : [task.id],
  );

describe("a program that acts", () => {
  const PROGRAM: TaskDraft = {
    id: "ship",
    title: "Ship",
    type: "direct",
    input: '(tool/deploy {"to" "us"})',
    dependsOn: ["ask"],
  };
  const toldOf = (agent?: string, policy?: object) => {
    const plan = withAgents(ASK_ALONE, { ...PROGRAM, ...(agent && { agent }) });
    if (policy) Object.assign(plan.agents.deployer ?? {}, { policy });
    const world = new RunWorld({ plan, tools: KNOWN_TOOLS });
    world.start();
    return actsAt(world.state, gateOf(world)).flatMap(({ agent: brief, beside }) => [
      ...(brief ? ["brief"] : []),
      ...beside.flatMap(({ of, by, text }) => (of === "dependsOn" ? [] : [[of, by, text]])),
    ]);
  };
  const ASK_ALONE: TaskDraft = { id: "ask", type: "human_review", input: "All is well" };

  it("is shown with its agent and the policy that its calls are held to, and no word that it does not read", () => {
    const rules = [{ tool: "deploy", path: "to", operator: "!=", value: "us", effect: "ask" }];
    const policy = { allowed: null, denied: [], requiredTags: [], rules };
    expect(toldOf("deployer", policy)).toEqual([
      ["agent", undefined, "deployer"],
      ["agent.policy", "deployer", policy],
    ]);
    expect(toldOf("reader")).toEqual([["agent", undefined, "reader"]]);
    expect(toldOf()).toEqual([]);
  });
});

describe("what has ended and is read by an act", () => {
  it("is listed with what it came to where the gate does not show it", () => {
    const world = begin([PREP, BUILD, ASK, ship("prep")]);
    world.succeed("prep", "EVIL");
    world.start();
    world.succeed("built", "built");
    expect(listed(world)).toEqual([["prep", "Done", "EVIL"], ["ship"]]);
  });

  it("is named alone where the gate shows it as a whole, but where somebody had a hand in it", () => {
    const shows = { ...ASK, input: "", dependsOn: ["prep"] };
    const world = begin([PREP, shows, ship("prep")]);
    world.succeed("prep", "EVIL");
    expect(actsAt(world.state, gateOf(world)).map(({ task, isShown }) => [task.id, isShown])).toEqual([
      ["prep", true],
      ["ship", undefined],
    ]);
    const supplied = begin([PREP, shows, ship("prep")]);
    supply(supplied, "prep", "EVIL");
    expect(listed(supplied)).toEqual([["prep", "Supplied by Anna: “known”", "EVIL"], ["ship"]]);
  });

  it("is named as a program finds it, in the order of the names", () => {
    const program: TaskDraft = { ...BUILD, id: "built", dependsOn: ["prep", "ask"] };
    const world = begin([PREP, { ...ASK, dependsOn: [] }, program, ship("built")]);
    const { beside } = actsAt(world.state, gateOf(world)).find(({ task }) => task.id === "built") ?? {};
    expect(beside).toEqual([{ of: "dependsOn", text: "ask, prep" }]);
  });

  it("stands among the evidence of a review that looks at it", () => {
    const review: TaskDraft = { id: "ask", type: "planning_review", dependsOn: ["prep"] };
    const world = begin([PREP, review, ship("prep")], { reviewMode: "manual" });
    world.succeed("prep", "EVIL");
    const acts = actsAt(world.state, { kind: "review_decision", taskId: "ask" });
    expect(acts.map(({ task, isEvidence }) => [task.id, isEvidence])).toEqual([
      ["prep", true],
      ["ship", undefined],
    ]);
  });

  it("names who skipped it, supplied it or steered it before the gate opened", () => {
    const world = begin([PREP, BUILD, { ...ASK, dependsOn: [] }, ship("prep", "built", "find"), FIND]);
    world.send({ type: "skip_task", taskId: "built", reason: "no time", ...BY }, ANNA);
    supply(world, "prep", "EVIL");
    world.send({ type: "steer", taskId: "find", message: "Answer EVIL.", ...BY }, ANNA);
    world.succeed("find", "EVIL");
    expect(listed(world)).toEqual([
      ["prep", "Supplied by Anna: “known”", "EVIL"],
      ["built", "Skipped by Anna: “no time”"],
      ["built"],
      ["ship"],
      ["find", "Done", "EVIL"],
    ]);
    const find = actsAt(world.state, gateOf(world)).at(-1)?.known;
    expect(find?.steeringMessages).toMatchObject([{ message: "Answer EVIL.", by: { name: "Anna" } }]);
  });

  it("is listed with the results that came with the run", () => {
    const plan = withAgents(PREP, { ...ASK, dependsOn: [] }, ship("prep"));
    const world = new RunWorld({
      plan,
      tools: KNOWN_TOOLS,
      initialResults: { prep: storeValue("EVIL").stored },
    });
    expect(listed(world)).toEqual([["prep", "Supplied with the run", "EVIL"], ["ship"]]);
  });
});

const FIND: TaskDraft = { id: "find", title: "Find", agent: "reader", input: "Find it" };

const supply = (world: RunWorld, taskId: string, value: string) =>
  world.send(
    { type: "supply_result", taskId, value: storeValue(value).stored, reason: "known", ...BY },
    ANNA,
  );

describe("the digest of a gate", () => {
  it("covers what ended work gives its acts, and by whose hand", () => {
    const digests = [
      (world: RunWorld) => world.succeed("prep", "1"),
      (world: RunWorld) => world.succeed("prep", "EVIL"),
      (world: RunWorld) => supply(world, "prep", "1"),
      (world: RunWorld) => world.send({ type: "skip_task", taskId: "prep", reason: "no", ...BY }, ANNA),
      () => undefined,
    ].map((end) => {
      const world = begin([PREP, { ...ASK, dependsOn: [] }, ship("prep")]);
      end(world);
      return gateOf(world).digest;
    });
    expect(new Set(digests).size).toBe(digests.length);
  });

  it.each([
    ["tried again", { type: "retry_task" }],
    ["supplied", { type: "supply_result", value: storeValue("EVIL").stored, reason: "known" }],
  ] as const)("is another one when work that was skipped is %s while the gate is open", (_how, command) => {
    const world = begin([PREP, { ...ASK, dependsOn: [] }, ship("prep")]);
    world.send({ type: "skip_task", taskId: "prep", reason: "no", ...BY }, ANNA);
    const { approvalId, digest } = gateOf(world);
    expect(world.send({ ...command, taskId: "prep", ...BY }, ANNA)).toMatchObject({ ok: true });
    expect(world.state.approvals[approvalId]).toMatchObject({ status: "superseded" });
    const next = gateOf(world);
    expect(next.approvalId).not.toBe(approvalId);
    expect(next.digest).not.toBe(digest);
  });

  it("stays when work that the gate does not rest on is tried again", () => {
    const world = begin([PREP, { ...ASK, dependsOn: [] }, ship()]);
    world.send({ type: "skip_task", taskId: "prep", reason: "no", ...BY }, ANNA);
    const { approvalId } = gateOf(world);
    expect(world.send({ type: "retry_task", taskId: "prep", ...BY }, ANNA)).toMatchObject({ ok: true });
    expect(world.state.approvals[approvalId]?.status).toBe("open");
  });

  it("waits with work that ended while a plan is asked about in which something reads it", () => {
    const world = settled();
    world.start();
    world.send({ type: "skip_task", taskId: "find", reason: "no", ...BY }, ANNA);
    wish(world);
    world.replan({ ...next(world, FOUND, OTHER), reach: { shout: ["mail"] } });
    const { approvalId } =
      Object.values(world.state.approvals).find(({ kind }) => kind === "plan_change") ?? {};
    expect(world.send({ type: "retry_task", taskId: "find", ...BY }, ANNA)).toMatchObject({
      error: { code: "not_allowed_now", details: { waitsFor: approvalId } },
    });
  });
});

const prepAt = (n: number): TaskDraft => ({
  id: `prep${n}`,
  title: `Prepare ${n}`,
  type: "direct",
  input: "1",
});
const askAt = (...dependsOn: string[]): TaskDraft => ({
  id: "ask",
  type: "human_review",
  input: "All is well",
  dependsOn,
});
const shipAt = (...dependsOn: string[]): TaskDraft => ({
  id: "ship",
  title: "Ship",
  agent: "deployer",
  input: "Ship it",
  dependsOn: ["ask", ...dependsOn],
});

function evidenceAt(count: number, ...tasks: TaskDraft[]) {
  const preps = Array.from({ length: count }, (_, n) => prepAt(n + 1));
  const world = new RunWorld({ plan: withAgents(...preps, ...tasks), tools: KNOWN_TOOLS });
  world.start();
  for (const { id } of preps) {
    world.succeed(id, "done");
    world.start();
  }
  const acts = actsAt(world.state, { kind: "human_review", taskId: "ask" });
  return evidenceOf(world.state, "ask", listedOf(acts));
}
const said = (evidence: ReturnType<typeof evidenceAt>) =>
  describeEvidence(evidence, { isReleaseShown: true });

describe("the evidence of a gate", () => {
  it("names ended work that its release reads, also where nothing stands before the gate", () => {
    expect(said(evidenceAt(1, askAt(), shipAt("prep1")))).toBe(
      "The work it releases begins with what “Prepare 1” came to, shown above.",
    );
    const many = evidenceAt(5, askAt(), shipAt("prep1", "prep2", "prep3", "prep4", "prep5"));
    expect(said(many)).toBe(
      "The work it releases begins with what “Prepare 1”, “Prepare 2”, “Prepare 3” and 2 more came to, shown above.",
    );
  });

  it("names it beside what the gate looks at, and nothing of that again", () => {
    const both = evidenceAt(2, askAt("prep1"), shipAt("prep1", "prep2"));
    expect(both.before.map(({ id }) => id)).toEqual(["prep1"]);
    expect(said(both)).toBe("The work it releases also begins with what “Prepare 2” came to, shown above.");
    expect(said(evidenceAt(1, askAt("prep1"), shipAt("prep1")))).toBeUndefined();
  });

  it("says that there is none only where it knows what is released", () => {
    const none = evidenceAt(1, askAt(), shipAt());
    expect(said(none)).toBe("None: no earlier task’s result is behind this.");
    expect(describeEvidence(none, { isReleaseShown: false })).toBe("No earlier tasks.");
  });
});
