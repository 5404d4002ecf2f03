import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld } from "@/lib/testing/run-world";
import { type ReviewSpec, reviewSpec } from "../plan/schema";
import { storeValue } from "../stored-value";
import type { Proposal } from "./events/reviews";
import type { RunSettings } from "./settings";

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
  const given = proposal ? { proposal } : { problem: "two decisions" };
  return world.send({ type: "review_voted", ...world.keyOf("r"), reviewer, ...given });
}

const count = (world: RunWorld) => world.send({ type: "review_counted", ...world.keyOf("r") });
const decide = (world: RunWorld, verb: string, comment?: string) =>
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
    count(world);
    expect(world.last("review_proposed").payload).toMatchObject({
      proposal: { decision: "CONTINUE", reviewer: "ann" },
      consensus: { rule: "majority", reached: true, split: "2 CONTINUE (ann, bob), 1 ABORT (cy)" },
    });
    expect(world.last("review_decided").payload).toMatchObject({ decision: "CONTINUE", provenance: "auto" });
    expect(world.state.tasks.r?.votes?.map((one) => [one.reviewer, one.proposal?.decision])).toEqual([
      ["bob", "CONTINUE"],
      ["cy", "ABORT"],
      ["ann", "CONTINUE"],
    ]);
    expect(world.start()).toEqual(["b"]);
  });

  it("that do not agree ask a person, who sees the strictest first and has to name a decision", () => {
    const world = reviewing();
    vote(world, "ann", "CONTINUE");
    vote(world, "bob", "REPLAN");
    vote(world, "cy", undefined);
    count(world);
    const gate = world.state.approvals["apr_1-1"];
    expect(gate).toMatchObject({
      kind: "review_decision",
      verbs: ["CONTINUE", "REPLAN", "COMPLETE", "ABORT"],
    });
    expect(gate?.prompt).toContain(
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

  it("who were read by nobody leave the decision to a person, whatever the rule", () => {
    for (const consensus of ["any", "majority", "unanimous"] as const) {
      const world = reviewing({ review: { consensus } });
      for (const name of ["ann", "bob", "cy"]) vote(world, name, undefined);
      count(world);
      expect(world.last("review_proposed").payload).not.toHaveProperty("proposal");
      expect(world.state.approvals["apr_1-1"]?.prompt).toContain("no decision could be read");
      expect(world.status("r")).toBe("waiting");
    }
  });

  it("give a person's decision the plan or the result of the reviewer who proposed the same", () => {
    const { stored } = storeValue("all done");
    const world = reviewing({ review: { consensus: "unanimous" } });
    vote(world, "ann", propose("ann", "COMPLETE", { finalResult: stored }));
    vote(world, "bob", "ABORT");
    vote(world, "cy", propose("cy", "REPLAN", { tail: "d1" }));
    count(world);
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
    count(world);
    const gate = world.state.approvals["apr_1-1"];
    expect(gate?.prompt).toContain(
      "the reviewers propose CONTINUE (any: 2 CONTINUE (ann, cy), 1 ABORT (bob)). ann says CONTINUE",
    );
    expect(gate?.verbs).toContain("approve");
    expect(decide(world, "approve")).toMatchObject({ ok: true });
    expect(world.types()).not.toContain("review_overridden");
  });

  it("have one vote each, and none when they come too late", () => {
    const world = reviewing({ review: { consensus: "any" } });
    vote(world, "ann", "CONTINUE");
    vote(world, "ann", "ABORT");
    expect(world.last("late_result").payload.kind).toBe("review_voted");
    const late = { key: "gone", taskId: "r", attempt: 1 };
    world.send({ type: "review_voted", ...late, reviewer: "bob", problem: "x" });
    world.send({ type: "review_counted", ...late });
    expect(world.last("late_result").payload.kind).toBe("review_counted");
    expect(world.state.tasks.r?.votes).toHaveLength(1);
    count(world);
    expect(world.last("review_decided").payload.decision).toBe("CONTINUE");
  });

  it("keep their votes through a take-over, and give them anew in another attempt", () => {
    const world = reviewing();
    vote(world, "ann", "CONTINUE");
    world.send({ type: "take_lease", workerId: "w2" });
    expect(world.start()).toEqual(["r"]);
    expect(world.state.tasks.r?.votes).toHaveLength(1);
    const fork = world.fork(world.state.seq);
    expect(fork.state.tasks.r?.attempt).toBe(2);
    expect(fork.state.tasks.r?.votes).toBeUndefined();
  });

  it("count as none where the plan lists no reviewers at all", () => {
    const plan = planOf({ id: "r", type: "planning_review" });
    const world = new RunWorld({ plan });
    world.start();
    count(world);
    expect(world.last("review_proposed").payload.consensus).toMatchObject({ rule: "any", reached: false });
  });
});
