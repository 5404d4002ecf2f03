import { getOwn } from "../../../own";
import type { WorkerCommand } from "../../commands";
import { isLetAct } from "../../controls/release/approved";
import { type DraftEvent, draft } from "../../events";
import type { Check } from "../../events/checks";
import type { RunState } from "../../state";
import { expectedTask, lateResult } from "../late-results";
import { failAttempt } from "./failure";

/** One event for each check of a result, in the order in which they were made. */
export function verificationEvents(
  of: { taskId: string; attempt: number },
  checks: readonly Check[],
): DraftEvent[] {
  const { taskId, attempt } = of;
  return checks.map((check) => {
    const { outcome, ...facts } = check;
    if (outcome === "passed") return draft("verification_passed", { taskId, attempt, ...facts });
    const refused = { taskId, attempt, ...facts, diagnosis: check.diagnosis };
    return draft(outcome === "failed" ? "verification_failed" : "verification_error", refused);
  });
}

/** What suffices, and what could not be judged, lets the task begin; what is missing asks for a replan. */
export function decideQualityGate(
  state: RunState,
  command: Extract<WorkerCommand, { type: "quality_gate_judged" }>,
  now: number,
): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task) return lateResult(command.key, command.type);
  const { key, taskId, attempt, verdict } = command;
  switch (verdict.outcome) {
    case "passed":
      return [draft("quality_gate_passed", { taskId, attempt, evidence: verdict.evidence }, key)];
    case "error":
      return [draft("quality_gate_error", { taskId, attempt, problem: verdict.problem }, key)];
    case "failed": {
      const { evidence, missing } = verdict;
      const diagnosis = { code: "missing_data", missing } as const;
      const failed = failAttempt(state, task, { code: "insufficient_data", diagnosis }, now, key);
      return [draft("quality_gate_failed", { taskId, attempt, evidence, missing }), ...failed];
    }
  }
}

/**
 * The task continues with its details, or without any: those who write them only advise. Of work that people let act, or were asked
 * about while they were written, none counts that they were not shown.
 */
export function decideDetailed(
  state: RunState,
  command: Extract<WorkerCommand, { type: "details_written" }>,
): DraftEvent[] {
  if (!expectedTask(state, command)) return lateResult(command.key, command.type);
  const { type: _type, key, ...payload } = command;
  const { taskId, attempt } = payload;
  const isShown = !payload.details?.length || !isLetAct(state, taskId);
  const problem = { code: "asked_meanwhile" } as const;
  return [draft("task_detailed", isShown ? payload : { taskId, attempt, problem }, key)];
}

/** What is expected of the task, whatever it has come to in the meantime. */
export function decideReasoned(
  state: RunState,
  { type, key, ...payload }: Extract<WorkerCommand, { type: "task_reasoned" }>,
): DraftEvent[] {
  if (!getOwn(state.inFlight, key)) return lateResult(key, type);
  return [draft("task_reasoned", payload, key)];
}

/** How much a synthesis gate wrote stands before its result, with the limit that held for it. */
export function decideSynthesisTaken(
  state: RunState,
  command: Extract<WorkerCommand, { type: "synthesis_taken" }>,
): DraftEvent[] {
  if (!expectedTask(state, command)) return lateResult(command.key, command.type);
  const { type: _type, key: _key, ...measured } = command;
  return [draft("synthesis_measured", { ...measured, limit: state.settings.gateOutputTokenLimit })];
}
