import type { EventOf } from "../events";
import type { AttemptState, RunState } from "../state";
import { taskOf } from "../state/ready";

type CheckEvent = EventOf<"verification_passed" | "verification_failed" | "verification_error">;
type GateEvent = EventOf<"quality_gate_passed" | "quality_gate_failed" | "quality_gate_error">;

/** Checks come before the event that ends their attempt. */
export function applyCheck(state: RunState, event: CheckEvent): void {
  const { taskId, attempt: _attempt, ...facts } = event.payload;
  const attempt = taskOf(state, taskId).attempts.at(-1) as AttemptState;
  const check =
    "diagnosis" in facts
      ? ({ ...facts, outcome: event.type === "verification_failed" ? "failed" : "error" } as const)
      : ({ ...facts, outcome: "passed" } as const);
  attempt.checks = [...(attempt.checks ?? []), check];
}

/** Kept beside the plan: the task is the same work, by fingerprint and version. */
export function applyCheckRepaired(state: RunState, { payload }: EventOf<"check_repaired">): void {
  const { taskId, attempt: _attempt, ...repaired } = payload;
  const task = taskOf(state, taskId);
  task.repaired = { of: task.spec.workDigest, ...repaired };
}

export function applyQualityGate(state: RunState, event: GateEvent): void {
  const task = taskOf(state, event.payload.taskId);
  switch (event.type) {
    case "quality_gate_passed":
      task.qualityGate = { outcome: "passed", evidence: event.payload.evidence };
      return;
    case "quality_gate_failed": {
      const { evidence, missing } = event.payload;
      task.qualityGate = { outcome: "failed", evidence, missing };
      return;
    }
    case "quality_gate_error":
      task.qualityGate = { outcome: "error", problem: event.payload.problem };
  }
}

export function applySynthesisMeasured(state: RunState, event: EventOf<"synthesis_measured">): void {
  const { taskId, ...measured } = event.payload;
  taskOf(state, taskId).synthesis = measured;
}
