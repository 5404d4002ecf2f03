import { describe, expect, it } from "vitest";
import { Approved, LOOK, OTHER, SEND } from "@/lib/testing/runs/approved-run";
import { actor, voter } from "@/lib/testing/runs/played-run";
import { CONTRADICTS, factsOf, refinedOffer, refining } from "@/lib/testing/runs/refined-run";
import type { TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../../stored-value";
import type { Proposal } from "../../events/reviews";
import { isLetAct, toldOfOthers } from "./approved";
import { askedOver, questionsListing } from "./asked";

const BESIDE: TaskDraft = { id: "beside", title: "Beside", agent: "looker", input: "Look beside" };
const REVIEW: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["look"] };
const SENT: TaskDraft = { ...SEND, dependsOn: ["r"] };
const READ_BESIDE: TaskDraft = { ...OTHER, dependsOn: ["r", "beside"] };
const END: TaskDraft = { id: "end", input: "End", dependsOn: ["look", "beside"] };
const FORBIDDEN = { ok: false, error: { code: "forbidden" } };
const BOB = voter("Bob");

/** Words to the agent that does work, a value in its place, and its skip, by one who may only operate and by one who may review. */
function handsOn({ world }: Approved, taskId: string) {
  const [olga, bob] = [voter("Olga", false), BOB];
  const value = storeValue("EVIL").stored;
  const by = (who: typeof bob) => ({ taskId, reason: "known", by: who });
  return {
    olga: [
      world.send({ type: "steer", message: "Mail all", ...by(olga) }, actor("Olga")),
      world.send({ type: "skip_task", ...by(olga) }, actor("Olga")),
      world.send({ type: "supply_result", value, ...by(olga) }, actor("Olga")),
    ],
    bob: world.send({ type: "steer", message: "Mail us", ...by(bob) }, actor("Bob")),
  };
}

const released = (acts: number): NonNullable<Proposal["tailRelease"]> => ({
  digest: "d",
  acts: Array.from({ length: acts }, () => ({ title: "Other", tools: ["mail"] })),
  footing: { agents: [], tasks: ["beside", "r"], digest: "f" },
});

/** A review proposes a tail that reads what stands beside it; people are asked, or its decision is held. */
function reviewed(decision: Proposal["decision"], mode: "manual" | "hold", acts = 1) {
  const end: TaskDraft = { id: "end", input: "End", dependsOn: ["r"] };
  const run = new Approved({ reviewMode: mode, reviewHoldMs: 60_000 }, [LOOK, BESIDE, REVIEW, end], null);
  const { world } = run;
  world.start();
  world.succeed("look");
  world.start();
  const tail = decision === "REPLAN" ? { tail: "t", tailRelease: released(acts) } : {};
  const proposal: Proposal = { decision, reasoning: "r", answers: [], reviewer: "r", ...tail };
  const footing = { agents: [], tasks: ["beside", "r"] };
  if (proposal.tailRelease) proposal.tailRelease.footing = run.footing(footing);
  world.send({ type: "review_read", ...world.keyOf("r"), proposal });
  return run;
}

/** Each question about a plan, while work runs that flows into what it lets act. */
const QUESTIONS: [string, () => Approved, string][] = [
  [
    "a version that changes an approved plan",
    () => {
      const run = new Approved({}, [LOOK, BESIDE, SEND]);
      run.world.start();
      return run.replanned(LOOK, BESIDE, SEND, { ...OTHER, dependsOn: ["beside"] });
    },
    "beside",
  ],
  [
    "a refinement",
    () => {
      const run = new Approved(refining({ apply: "ask" }), [LOOK, BESIDE, END], null);
      const { world } = run;
      world.start();
      world.succeed("look", CONTRADICTS);
      world.start();
      const changes = { add: [{ ...OTHER, dependsOn: ["beside"] }] };
      const plan = { ...refinedOffer(world, changes), reach: { other: ["mail"] }, tools: [] };
      const key = world.keyOfKind("refine");
      world.send({ type: "refinement_written", key, facts: factsOf(changes), plan });
      return run;
    },
    "beside",
  ],
  ["a review with a tail", () => reviewed("REPLAN", "manual"), "beside"],
  ["a held tail", () => reviewed("REPLAN", "hold"), "beside"],
];

describe("work that flows into what people are asked about", () => {
  it.each(QUESTIONS)("is theirs to instruct alone: %s", (_, open, taskId) => {
    const run = open();
    expect(run.world.status(taskId)).toBe("running");
    expect(askedOver(run.world.state, taskId)).toHaveLength(1);
    expect(isLetAct(run.world.state, taskId)).toBe(true);
    const { olga, bob } = handsOn(run, taskId);
    for (const outcome of olga) expect(outcome).toMatchObject(FORBIDDEN);
    expect(bob).toMatchObject({ ok: true });
  });

  it.each(QUESTIONS)("is told nothing more that the question does not show: %s", (_, open, taskId) => {
    const { world } = open();
    const [asked] = Object.keys(world.state.openApprovals);
    world.ask(taskId, { kind: "tool_approval" });
    const { approvalId } = world.last("approval_opened").payload;
    const said = { type: "decide_approval", approvalId, verb: "approve", by: BOB } as const;
    const answer = { ...said, provenance: "person", comment: "Mail us" } as const;
    const outcome = world.send(answer, actor("Bob"));
    if (asked === undefined) {
      expect(outcome).toMatchObject({ ok: true });
      const reason = { code: "work_told" };
      expect(world.last("attempt_restarted").payload).toMatchObject({ taskId: "r", reason });
      expect([world.state.held, world.status("r")]).toEqual([{}, "running"]);
      return;
    }
    const gate = world.state.approvals[asked];
    if (gate?.kind === "review_decision") {
      expect(outcome).toMatchObject({ ok: true });
      expect(gate.status).toBe("superseded");
      return;
    }
    const waits = { code: "not_allowed_now", details: { waitsFor: asked } };
    expect(outcome).toMatchObject({ ok: false, error: waits });
    expect(world.send({ ...answer, comment: "" }, actor("Bob"))).toMatchObject({ ok: true });
  });

  it.each(QUESTIONS)(
    "has the question asked again where its agent is steered, under another name: %s",
    (_, open, taskId) => {
      const { world } = open();
      const [asked] = Object.keys(world.state.openApprovals);
      const before = asked === undefined ? undefined : world.state.approvals[asked];
      const steer = { type: "steer", taskId, message: "Mail us", by: BOB } as const;
      expect(world.send(steer, actor("Bob"))).toMatchObject({ ok: true });
      const reason = { code: "task_changed", act: "steer" };
      if (!before)
        return expect(world.last("attempt_restarted").payload).toMatchObject({ taskId: "r", reason });
      expect(world.last("approval_superseded").payload).toMatchObject({ approvalId: asked, reason });
      if (before.kind === "review_decision") return;
      const again = world.last("approval_opened").payload;
      expect(again).toMatchObject({ kind: before.kind, supersedes: asked });
      const answer = { type: "decide_approval", approvalId: again.approvalId, verb: "approve" } as const;
      const said = { ...answer, by: BOB, provenance: "person", digest: before.digest } as const;
      expect(world.send(said, actor("Bob"))).toMatchObject({ ok: false, error: { code: "superseded" } });
      expect(world.send({ ...said, digest: again.digest }, actor("Bob"))).toMatchObject({ ok: true });
    },
  );

  it("is anyone's where the tail acts nowhere, or the work does not flow into it", () => {
    const harmless = reviewed("REPLAN", "manual", 0);
    expect(askedOver(harmless.world.state, "beside")).toEqual([]);
    const acting = reviewed("REPLAN", "manual");
    expect(askedOver(acting.world.state, "end")).toEqual([]);
    expect(handsOn(harmless, "beside").olga[0]).toMatchObject({ ok: true });
  });

  it("is told nothing of what does not flow into it", () => {
    const run = reviewed("REPLAN", "manual");
    expect(toldOfOthers(run.world.state, "beside")("look")).toBe(false);
    expect(toldOfOthers(run.world.state, "end")("look")).toBe(true);
  });

  it("has what is held and asked elsewhere asked again, where why a held decision is overridden reaches it", () => {
    const beside: TaskDraft = { ...BESIDE, dependsOn: ["r"] };
    const [gate, second] = (["ok", "s"] as const).map(
      (id): TaskDraft => ({
        id,
        type: id === "ok" ? "human_review" : "planning_review",
        dependsOn: ["look"],
      }),
    ) as [TaskDraft, TaskDraft];
    const acts = { ...OTHER, dependsOn: ["ok", "s", "beside"] };
    const run = new Approved({ reviewHoldMs: 60_000 }, [LOOK, REVIEW, beside, gate, second, acts], null);
    const { world } = run;
    world.run("look").start();
    const shown = storeValue("it").stored;
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Go?", ...world.keyOf("ok") });
    const proposal: Proposal = { decision: "CONTINUE", reasoning: "r", answers: [], reviewer: "r" };
    for (const id of ["r", "s"]) world.send({ type: "review_read", ...world.keyOf(id), proposal });
    const override = { type: "override_review", taskId: "r", decision: "CONTINUE", by: BOB } as const;
    expect(world.send({ ...override, reason: "Mail us" }, actor("Bob"))).toMatchObject({ ok: true });
    const reason = { code: "work_told" };
    expect(world.last("approval_superseded").payload).toEqual({ approvalId: "apr_1-1", reason });
    expect(world.last("attempt_restarted").payload).toMatchObject({ taskId: "s", reason });
  });

  it("is asked about a held decision as at the gate that it would be", () => {
    const run = new Approved({ reviewHoldMs: 60_000 }, [LOOK, BESIDE, REVIEW, SENT, READ_BESIDE], null);
    const { world } = run;
    world.start();
    world.succeed("look");
    world.start();
    const proposal: Proposal = { decision: "ABORT", reasoning: "r", answers: [], reviewer: "r" };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    for (const outcome of handsOn(run, "beside").olga) expect(outcome).toMatchObject(FORBIDDEN);
  });
});

it("is told no details that were written while people were being asked", () => {
  const run = new Approved(
    { reviewMode: "manual", detailOnDemand: true },
    [LOOK, BESIDE, REVIEW, SENT, READ_BESIDE],
    null,
  );
  const { world } = run;
  const detail = (taskId: string) =>
    world.send({ type: "details_written", ...world.keyOf(taskId), details: ["Mail all."] });
  world.start();
  detail("look");
  world.start();
  world.succeed("look");
  world.start();
  const proposal: Proposal = { decision: "CONTINUE", reasoning: "r", answers: [], reviewer: "r" };
  world.send({ type: "review_read", ...world.keyOf("r"), proposal });
  expect(world.last("approval_opened").payload.kind).toBe("review_decision");
  detail("beside");
  expect(world.state.tasks.look?.detailed).toMatchObject({ details: ["Mail all."] });
  expect(world.state.tasks.beside?.detailed).toEqual({ problem: { code: "asked_meanwhile" } });
});

it("has a gate ask again whose people would read less than its agent was told", () => {
  const gate: TaskDraft = { id: "ok", type: "human_review", dependsOn: ["look"] };
  const run = new Approved({}, [LOOK, BESIDE, gate, { ...OTHER, dependsOn: ["ok", "beside"] }], null);
  const { world } = run;
  world.start();
  world.succeed("look");
  world.start();
  const shown = storeValue("it").stored;
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "Go?", ...world.keyOf("ok") });
  const { approvalId } = world.last("approval_opened").payload;
  world.send({ type: "steer", taskId: "beside", message: "Mail all", by: BOB }, actor("Bob"));
  expect(world.state.approvals[approvalId]?.status).toBe("superseded");
  expect(world.last("approval_superseded").payload.reason).toEqual({ code: "task_changed", act: "steer" });
  expect(world.status("ok")).toBe("running");
});

describe("a control that somebody skips behind another one", () => {
  const later: TaskDraft = { id: "later", type: "human_review", dependsOn: ["r"] };
  const act: TaskDraft = { ...OTHER, dependsOn: ["later"] };

  function asked(reviewMode: "manual" | "hold") {
    const run = new Approved({ reviewMode, reviewHoldMs: 60_000 }, [LOOK, REVIEW, later, act], null);
    run.world.run("look").start();
    const proposal: Proposal = { decision: "CONTINUE", reasoning: "r", answers: [], reviewer: "r" };
    run.world.send({ type: "review_read", ...run.world.keyOf("r"), proposal });
    const skip = { type: "skip_task", taskId: "later", reason: "known", by: BOB } as const;
    expect(run.world.send(skip, actor("Bob"))).toMatchObject({ ok: true });
    return run.world;
  }

  const reason = { code: "task_changed", act: "skip_task" };

  it("has the gate before it ask again, which lets more act now", () => {
    const world = asked("manual");
    expect(world.last("approval_superseded").payload).toEqual({ approvalId: "apr_1-1", reason });
  });

  it("has a held decision made again", () => {
    const world = asked("hold");
    expect(world.last("attempt_restarted").payload).toMatchObject({ taskId: "r", reason });
    expect(world.tick(120_000).types()).not.toContain("review_decided");
  });
});

describe("work that has ended and that a proposed tail takes over", () => {
  it("has the review made again where it is tried again", () => {
    const beside: TaskDraft = { ...BESIDE, critical: false, maxRetries: 0 };
    const run = new Approved({ reviewMode: "manual" }, [LOOK, beside, REVIEW, SENT], null);
    const { world } = run;
    world.start();
    world.succeed("look");
    world.fail("beside");
    world.start();
    const tailRelease = { ...released(1), footing: run.footing({ agents: [], tasks: ["beside", "r"] }) };
    const proposal: Proposal = { decision: "REPLAN", reasoning: "r", answers: [], tail: "t", tailRelease };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    const [gate] = questionsListing(world.state, "beside");
    expect(gate).toMatchObject({ kind: "review_decision", status: "open" });
    const retry = { type: "retry_task", taskId: "beside", by: BOB } as const;
    expect(world.send(retry, actor("Bob"))).toMatchObject({ ok: true });
    expect(world.state.approvals[gate?.approvalId ?? ""]?.status).toBe("superseded");
    expect(world.status("r")).toBe("running");
  });
});
