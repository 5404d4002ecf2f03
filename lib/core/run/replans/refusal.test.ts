import { expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { RunState, TaskState } from "../state";
import { refusalBehind } from "./refusal";

const { state } = new RunWorld({ plan: planOf({ id: "gate", title: "Approve it" }, { id: "b" }) });
const [gate, behind] = ["gate", "b"].map((id) => state.tasks[id] as TaskState) as [TaskState, TaskState];
const decided = { by: { kind: "person", id: "p", name: "Pat" }, at: 1, verb: "reject", provenance: "person" };

function runWith(task: Partial<TaskState>, by: object = {}, said: object = {}): RunState {
  const tasks = {
    gate: { ...gate, status: "failed", failureCode: "rejected", ...task },
    b: { ...behind, blockedBy: "gate" },
  };
  const answered = { approvalId: "g", taskId: "gate", decided: { ...decided, ...by, ...said } };
  return { ...state, tasks, approvals: { g: answered } } as unknown as RunState;
}

it("is what a person said at the gate, found through what could not start behind it", () => {
  const refused = { code: "person_refused", verb: "rejected", by: "Pat", task: "Approve it" };
  expect(refusalBehind(runWith({}), "b")).toEqual(refused);
  expect(refusalBehind(runWith({}, {}, { comment: " No " }), "gate")).toEqual({ ...refused, text: "No" });
  const items = { of: 1, rejectedCount: 1, rejected: [], accepted: [] };
  const ofItems = runWith({ diagnosis: { code: "items_rejected", ...items, text: "No" } });
  expect(refusalBehind(ofItems, "gate")).toEqual({ ...refused, items });
});

it("is nobody's where the time was over, a rule answered, or nothing was refused", () => {
  expect(refusalBehind(runWith({ diagnosis: { code: "unanswered", escalations: 0 } }), "b")).toBeUndefined();
  expect(refusalBehind(runWith({}, { by: { kind: "system" } }), "b")).toBeUndefined();
  expect(refusalBehind(runWith({ failureCode: "check_failed" }), "b")).toBeUndefined();
  expect(refusalBehind(runWith({}), undefined)).toBeUndefined();
});
