import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../../stored-value";
import type { RunSettings } from "../../settings";
import type { ApprovalState } from "../../state";
import { type Rejection, rejectionAt } from "./rejection";

type Case = { gate?: Partial<TaskDraft>; after?: TaskDraft[]; settings?: Partial<RunSettings> };

/** A run that waits at the human gate `g`, with these tasks behind it and one beside. */
function waiting({ gate = {}, after = [{ id: "b", dependsOn: ["g"] }], settings = {} }: Case) {
  const plan = planOf({ id: "g", type: "human_review", maxRetries: 0, ...gate }, ...after, { id: "y" });
  const world = new RunWorld({ plan, settings: { replanCooldownMs: 0, ...settings } });
  world.start();
  const { stored: shown } = storeValue("x");
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "?", ...world.keyOf("g") });
  return world;
}

function reject(world: RunWorld): void {
  const { approvalId } = world.last("approval_opened").payload;
  world.send({ type: "decide_approval", approvalId, verb: "reject", provenance: "person" }, ANNA);
  world.succeed("y");
  world.tick(60_000);
}

/** What a rejection came to, in the words of `rejectionAt`. */
function cameTo(world: RunWorld, after: string[]): Rejection["code"] {
  const { finished, replan, openApprovals, approvals, halt } = world.state;
  if (finished) return "ends_run";
  const kinds = Object.keys(openApprovals).map((id) => approvals[id]?.kind);
  if (kinds.includes("budget")) return "limit_spent";
  if (replan) return "plans_again";
  if (halt?.review !== undefined) return "review_decides";
  if (world.types("g").at(-1) === "task_retried") return "asks_again";
  expect(after.map((id) => world.status(id))).not.toContain("running");
  return "ends_branch";
}

const CASES: [string, Rejection["code"], Case][] = [
  ["a gate as plans write it", "plans_again", {}],
  ["one that has attempts left", "asks_again", { gate: { onFailure: "retry", maxRetries: 2 } }],
  ["one whose attempts are used", "plans_again", { gate: { onFailure: "retry" } }],
  ["one that asks for a replan", "plans_again", { gate: { onFailure: "replan", critical: false } }],
  [
    "one before a review",
    "review_decides",
    { after: [{ id: "r", type: "planning_review", dependsOn: ["g"] }] },
  ],
  ["one whose failure nothing replans", "ends_run", { settings: { replanOnFailure: false } }],
  [
    "one of a run without replans",
    "ends_run",
    { gate: { onFailure: "replan" }, settings: { maxTotalReplans: 0 } },
  ],
  ["one that is skipped, before what has to be done", "plans_again", { gate: { onFailure: "skip" } }],
  [
    "one that is skipped, before what may be left out",
    "ends_branch",
    { gate: { onFailure: "skip" }, after: [{ id: "b", dependsOn: ["g"], critical: false }] },
  ],
  ["one that nothing waits for", "ends_branch", { gate: { critical: false }, after: [] }],
  ["one that is not critical, before what has to be done", "plans_again", { gate: { critical: false } }],
];

describe("what rejecting leads to", () => {
  it.each(CASES)("is what it comes to: %s → %s", (_, code, asked) => {
    const world = waiting(asked);
    const [gate] = Object.values(world.state.approvals) as [ApprovalState];
    expect(rejectionAt(world.state, gate)?.code).toBe(code);
    reject(world);
    expect(
      cameTo(
        world,
        (asked.after ?? [{ id: "b" }]).map(({ id }) => id),
      ),
    ).toBe(code);
  });

  it("is an end by the person, in their words, where nothing plans the rest again", () => {
    const world = waiting({ settings: { replanOnFailure: false } });
    const { approvalId } = world.last("approval_opened").payload;
    const no = { approvalId, verb: "reject", comment: "not now", provenance: "person" } as const;
    world.send({ type: "decide_approval", ...no }, ANNA);
    world.succeed("y");
    expect(world.state.finished).toMatchObject({
      reason: "aborted_by_person",
      because: [{ code: "person_refused", verb: "rejected", by: "Anna", task: "g", text: "not now" }],
    });
  });

  it("names what does not start, directly or by a result that it names", () => {
    const b: TaskDraft = { id: "b", dependsOn: ["g"], critical: false };
    const c: TaskDraft = { id: "c", dependsOn: ["b"], critical: false, input: "{{results.b}}" };
    const world = waiting({ gate: { onFailure: "skip" }, after: [b, c, { id: "d", dependsOn: ["b"] }] });
    const [gate] = Object.values(world.state.approvals) as [ApprovalState];
    expect(rejectionAt(world.state, gate)).toEqual({ code: "ends_branch", taskIds: ["b", "c"] });
    reject(world);
    expect(["b", "c", "d"].map((id) => world.status(id))).toEqual(["skipped", "skipped", "pending"]);
  });

  it("ends a run before its plan was let pass, and says nothing of calls", () => {
    const { state } = waiting({});
    expect(rejectionAt(state, { kind: "plan_approval" })).toEqual({ code: "ends_run" });
    expect(rejectionAt(state, { kind: "plan_refinement" })).toEqual({ code: "keeps_plan" });
    expect(rejectionAt(state, { kind: "tool_approval", taskId: "y" })).toBeUndefined();
    expect(rejectionAt(state, { kind: "budget" })).toBeUndefined();
  });
});
