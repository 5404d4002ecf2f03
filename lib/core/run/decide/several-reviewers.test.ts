import { describe, expect, it } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { questionOf } from "@/lib/testing/runs/question-of";
import { ANNA, offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { releaseOfTail } from "@/lib/testing/runs/settled-run";
import { type Plan, type ReviewSpec, reviewSpec, type Task } from "../../plan/schema";
import { storeValue } from "../../stored-value";
import { reviewerOf } from "../effects/reviewers";
import type { Proposal } from "../events/reviews";
import { statedReason } from "../reasons";
import type { RunSettings } from "../settings";
import type { TaskState } from "../state";

type Given = { review?: Partial<ReviewSpec>; settings?: Partial<RunSettings> };

const propose = (
  reviewer: string,
  decision: Proposal["decision"],
  more: Partial<Proposal> = {},
): Proposal => ({
  decision,
  reasoning: `${reviewer} says ${decision}`,
  answers: [],
  reviewer,
  ...more,
});

/** A run whose review by these people is under way. */
function reviewing({ review = {}, settings = {} }: Given = {}): RunWorld {
  const spec = reviewSpec.parse({ reviewers: ["ann", "bob", "cy"], consensus: "majority", ...review });
  const plan = planOf(
    { id: "a" },
    { id: "r", type: "planning_review", dependsOn: ["a"], review: spec },
    { id: "b", dependsOn: ["r"] },
  );
  const world = new RunWorld({ plan, settings: { reviewMode: "auto", ...settings } }).run("a");
  world.start();
  return world;
}

function vote(world: RunWorld, reviewer: string, said: Proposal["decision"] | Proposal | undefined) {
  const proposal = typeof said === "string" ? propose(reviewer, said) : said;
  const given = proposal ? { proposal } : { problem: statedReason("two decisions") };
  const index = ["ann", "bob", "cy"].indexOf(reviewer) + 1;
  const key = `run_1/r/1/review/1.${index}`;
  return world.send({ type: "review_voted", key, taskId: "r", attempt: 1, reviewer, ...given });
}

const decide = (world: RunWorld, verb: GateVerb, comment?: string) =>
  world.send(
    {
      type: "decide_approval",
      approvalId: "apr_1-1",
      verb,
      provenance: "person",
      ...(comment !== undefined && { comment }),
    },
    ANNA,
  );

describe("several reviewers", () => {
  it("decide together: each vote is an event, and what they agree on is proposed in the words of the first", () => {
    const world = reviewing();
    vote(world, "bob", "CONTINUE");
    vote(world, "cy", "ABORT");
    expect(world.types()).not.toContain("review_proposed");
    vote(world, "ann", "CONTINUE");
    expect(world.last("review_proposed").payload).toMatchObject({
      proposal: { decision: "CONTINUE", reviewer: "ann" },
      consensus: {
        rule: "majority",
        reached: true,
        votes: [
          { reviewer: "ann", decision: "CONTINUE" },
          { reviewer: "bob", decision: "CONTINUE" },
          { reviewer: "cy", decision: "ABORT" },
        ],
      },
    });
    expect(world.last("review_decided").payload).toMatchObject({ decision: "CONTINUE", provenance: "auto" });
    expect(world.state.tasks.r?.votes?.map((one) => [one.reviewer, one.proposal?.decision])).toEqual([
      ["ann", "CONTINUE"],
      ["bob", "CONTINUE"],
      ["cy", "ABORT"],
    ]);
    expect(world.start()).toEqual(["b"]);
  });

  it("that do not agree ask a person, who sees the strictest first and has to name a decision", () => {
    const world = reviewing();
    vote(world, "ann", "CONTINUE");
    vote(world, "bob", "REPLAN");
    vote(world, "cy", undefined);
    const gate = world.state.approvals["apr_1-1"];
    expect(gate).toMatchObject({
      kind: "review_decision",
      verbs: ["CONTINUE", "REPLAN", "COMPLETE", "ABORT"],
    });
    expect(questionOf(gate)).toContain(
      "do not agree (majority: 1 CONTINUE (ann), 1 REPLAN (bob), 1 unreadable (cy))",
    );
    expect(world.state.tasks.r?.proposal).toMatchObject({ decision: "REPLAN", reviewer: "bob" });
    expect(decide(world, "approve")).toMatchObject({ ok: false });
    expect(decide(world, "CONTINUE")).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    expect(decide(world, "CONTINUE", "ann is right")).toMatchObject({ ok: true });
    expect(world.last("review_overridden").payload).toMatchObject({
      proposed: "REPLAN",
      decision: "CONTINUE",
    });
    expect(world.start()).toEqual(["b"]);
  });

  it("judge again where the plan has changed under a tail that one of them wrote", () => {
    const world = reviewing();
    const { plan } = world;
    if (!plan) throw new Error("no plan");
    const tailRelease = releaseOfTail(world, offer(plan), "r", ["worker"]);
    vote(world, "ann", propose("ann", "REPLAN", { tail: "blob", tailRelease }));
    world.edit({ ...plan, agents: { worker: { prompt: "Deploy.", tools: ["deploy"] } } }, "tidy");
    vote(world, "bob", "REPLAN");
    vote(world, "cy", "REPLAN");
    const reason = { code: "plan_replaced", planVersion: 2 };
    expect(world.last("attempt_restarted").payload).toEqual({ taskId: "r", attempt: 2, reason });
    expect(world.types()).not.toContain("review_proposed");
    expect([world.status("r"), world.state.tasks.r?.votes]).toEqual(["running", undefined]);
  });

  it("who were read by nobody leave the decision to a person, whatever the rule", () => {
    for (const consensus of ["any", "majority", "unanimous"] as const) {
      const world = reviewing({ review: { consensus } });
      for (const name of ["ann", "bob", "cy"]) vote(world, name, undefined);
      expect(world.last("review_proposed").payload).not.toHaveProperty("proposal");
      expect(questionOf(world.state.approvals["apr_1-1"])).toContain("no decision could be read");
      expect(world.status("r")).toBe("waiting");
    }
  });

  it("give a person's decision the plan or the result of the reviewer who proposed the same", () => {
    const { stored } = storeValue("all done");
    const world = reviewing({ review: { consensus: "unanimous" } });
    vote(world, "ann", propose("ann", "COMPLETE", { finalResult: stored }));
    vote(world, "bob", "ABORT");
    vote(world, "cy", propose("cy", "REPLAN", { tail: "d1" }));
    expect(world.state.tasks.r?.proposal?.decision).toBe("ABORT");
    decide(world, "COMPLETE", "it is done");
    expect(world.state.finished).toMatchObject({ reason: "completed_early" });
    expect(world.state.answer).toEqual(stored);
  });

  it("are told with their rule where a person has to look at what they agree on", () => {
    const world = reviewing({ review: { requiresHumanApproval: true, consensus: "any" } });
    vote(world, "ann", "CONTINUE");
    vote(world, "bob", "ABORT");
    vote(world, "cy", "CONTINUE");
    const gate = world.state.approvals["apr_1-1"];
    expect(questionOf(gate)).toContain(
      "the reviewers propose CONTINUE (any: 2 CONTINUE (ann, cy), 1 ABORT (bob)). ann says CONTINUE",
    );
    expect(gate?.verbs).toContain("approve");
    expect(decide(world, "approve")).toMatchObject({ ok: true });
    expect(world.types()).not.toContain("review_overridden");
  });

  it("are each asked by an effect of their own, and take the place of one task", () => {
    const world = reviewing({ settings: { maxConcurrency: 1 } });
    const keys = ["run_1/r/1/review/1.1", "run_1/r/1/review/1.2", "run_1/r/1/review/1.3"];
    expect(Object.keys(world.state.inFlight)).toEqual(keys);
    expect(world.types("r").filter((type) => type === "review_started")).toHaveLength(1);
    vote(world, "bob", "CONTINUE");
    expect(world.state.inFlight).not.toHaveProperty([keys[1] as string]);
    expect(world.startable()).toEqual([]);
  });

  it("have one vote each, however often the plan names them, and none when they come too late", () => {
    const world = reviewing({ review: { consensus: "any", reviewers: ["ann", "bob", "ann"] } });
    expect(Object.keys(world.state.inFlight)).toHaveLength(2);
    vote(world, "ann", "CONTINUE");
    vote(world, "ann", "ABORT");
    expect(world.last("late_result").payload.kind).toBe("review_voted");
    expect(world.state.tasks.r?.votes).toHaveLength(1);
    vote(world, "bob", undefined);
    expect(world.last("review_decided").payload.decision).toBe("CONTINUE");
  });

  it("keep the votes of the others when one cannot be reached, or another worker takes over", () => {
    const world = reviewing();
    vote(world, "ann", "CONTINUE");
    const error = { code: "unavailable", message: "503" };
    world.send({ type: "effect_failed", key: "run_1/r/1/review/1.2", error });
    expect(world.tick(60_000).startable()).toMatchObject([{ key: "run_1/r/1/review/1.2" }]);
    world.send({ type: "take_lease", workerId: "w2" });
    world.start();
    expect(Object.keys(world.state.inFlight)).toEqual(["run_1/r/1/review/1.2", "run_1/r/1/review/1.3"]);
    vote(world, "cy", "CONTINUE");
    vote(world, "bob", "ABORT");
    expect(world.last("review_decided").payload.decision).toBe("CONTINUE");
  });

  it("are all asked again when the question has changed, or the run is forked while they are at it", () => {
    const world = reviewing({ review: { consensus: "unanimous" } });
    vote(world, "ann", "CONTINUE");
    const fork = world.fork(world.state.seq);
    expect(fork.state.tasks.r).toMatchObject({ attempt: 2, status: "running" });
    expect(fork.state.tasks.r?.votes).toBeUndefined();
    expect(fork.startable()).toHaveLength(3);

    vote(world, "bob", "ABORT");
    vote(world, "cy", "ABORT");
    const { a, r } = Object.fromEntries((world.plan as Plan).tasks.map((task) => [task.id, task]));
    const plan = planOf(a as Task, r as Task, { id: "b", input: "other work", dependsOn: ["r"] });
    expect(world.edit(plan, "do something else then").ok).toBe(true);
    expect(world.state.tasks.r).not.toHaveProperty("votes");
    expect(world.startable().map(({ key }) => key)).toEqual(
      [1, 2, 3].map((index) => `run_1/r/1/review/2.${index}`),
    );
  });

  it("are asked as one by their names in other places too", () => {
    const spec = { ...(reviewing().state.tasks.r as TaskState).spec };
    expect(reviewerOf(spec, "run_1/r/1/review/1.2")).toBe("bob");
    const one = { ...spec, review: reviewSpec.parse({ reviewers: ["dan"] }) };
    expect(reviewerOf(one, "run_1/r/1/review/1")).toBe("dan");
    const { review: _review, ...none } = spec;
    expect(reviewerOf(none, "run_1/r/1/review/1")).toBeUndefined();
  });

  it("that a plan does not list cannot vote a review through", () => {
    const world = new RunWorld({ plan: planOf({ id: "r", type: "planning_review" }) });
    world.start();
    world.send({
      type: "review_voted",
      ...world.keyOf("r"),
      reviewer: "eve",
      proposal: propose("eve", "CONTINUE"),
    });
    expect(world.last("review_proposed").payload.consensus).toMatchObject({
      rule: "strictest",
      reached: false,
    });
    expect(world.status("r")).toBe("waiting");
  });
});
