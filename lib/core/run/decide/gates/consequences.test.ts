import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../../stored-value";
import type { PersonCommand } from "../../commands";
import { statedReason } from "../../reasons";

type Answer = Partial<Extract<PersonCommand, { type: "decide_approval" }>>;

const answer = (world: RunWorld, more: Answer) =>
  world.send(
    {
      type: "decide_approval",
      verb: "approve",
      provenance: "person",
      approvalId: world.last("approval_opened").payload.approvalId,
      ...more,
    },
    ANNA,
  );

function asking(more: Partial<TaskDraft> = {}): RunWorld {
  const plan = planOf({ id: "g", type: "human_review", ...more }, { id: "b", dependsOn: ["g"] });
  const world = new RunWorld({ plan, settings: { replanOnFailure: false } });
  world.start();
  const { stored: shown } = storeValue({ release: "v2" });
  world.send({ type: "gate_shown", shown, digest: "d1", prompt: "Release?", ...world.keyOf("g") });
  return world;
}

/** A replan that failed and asks what to do, beside a human gate and a fault of the engine. */
function replanFailed(): RunWorld {
  const plan = planOf({ id: "bad", onFailure: "replan" }, { id: "g", type: "human_review" });
  const world = new RunWorld({ plan });
  world.start();
  const { stored: shown } = storeValue("x");
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "?", ...world.keyOf("g") });
  world.fail("bad");
  world.start();
  world.send({
    type: "replan_unwritten",
    key: world.keyOfKind("replan"),
    reason: statedReason("unreadable"),
    issues: [],
  });
  world.send({ type: "report_fault", fault: { code: "thrown", message: "boom" } });
  return world;
}

describe("an answer to a human gate", () => {
  it("that gives a value succeeds with it", () => {
    const world = asking();
    answer(world, { verb: "edit", value: storeValue("my own").stored });
    expect(world.state.tasks.g?.result).toMatchObject({ inline: "my own" });
  });

  it("that asks for changes fails the task", () => {
    const world = asking();
    answer(world, { verb: "request_changes", comment: "smaller" });
    expect(world.status("g")).toBe("failed");
    expect(world.last("task_failed").payload).toMatchObject({
      code: "changes_requested",
      diagnosis: statedReason("smaller"),
    });
  });

  it("takes a blank comment for none", () => {
    const world = asking({ onFailure: "skip" });
    answer(world, { verb: "reject", comment: "  " });
    expect(world.last("task_skipped").payload.diagnosis).toEqual({ code: "rejected" });
  });
});

describe("an answer that ends the run", () => {
  it.each<[string, Answer, object[]]>([
    ["with its comment as the reason", { comment: "enough" }, [statedReason("enough")]],
    ["without any where nothing was said", {}, []],
  ])("%s", (_, more, because) => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    world.send({ type: "report_fault", fault: { code: "thrown", message: "boom" } });
    answer(world, { verb: "abort", ...more });
    expect(world.state.finished).toMatchObject({ reason: "aborted_by_person" });
    expect(world.state.finished?.because ?? []).toEqual(because);
  });
});

describe("finishing early", () => {
  it("closes what is asked about the plan, and neither its own gate nor what is asked about the run", () => {
    const world = replanFailed();
    expect(answer(world, { approvalId: "apr_1-2", verb: "complete" })).toMatchObject({ ok: true });
    expect(world.state).toMatchObject({ phase: "finishing", finishing: "completed_early" });
    expect(Object.values(world.state.approvals).map(({ kind, status }) => [kind, status])).toEqual([
      ["human_review", "cancelled"],
      ["replan_failed", "decided"],
      ["engine_fault", "open"],
      // The plan's human gate never let the answer pass.
      ["answer_release", "open"],
    ]);
    const cancelled = world.events.filter((event) => event.type === "approval_cancelled");
    expect(cancelled.map(({ payload }) => payload.approvalId)).toEqual(["apr_1-1"]);
  });

  it("ends without its answer where a person keeps that back, for the control that held it", () => {
    const world = replanFailed();
    answer(world, { approvalId: "apr_1-2", verb: "complete" });
    answer(world, { verb: "reject", comment: " not yet " });
    expect(world.state.finished).toMatchObject({
      reason: "aborted_by_person",
      because: [{ code: "control_kept", control: "g", text: "not yet" }],
    });
  });
});

describe("an answer to a review", () => {
  function undecided(): RunWorld {
    const plan = planOf({ id: "r", type: "planning_review" }, { id: "b", dependsOn: ["r"] });
    const world = new RunWorld({ plan });
    world.start();
    world.send({ type: "review_read", problem: statedReason("unreadable"), ...world.keyOf("r") });
    return world;
  }

  it("needs no comment where the reviewer proposed nothing, and says that there is none", () => {
    const world = undecided();
    answer(world, { verb: "CONTINUE" });
    const { reasoning, decision } = world.last("review_decided").payload;
    expect([decision, reasoning]).toEqual(["CONTINUE", { code: "no_comment" }]);
  });
});
