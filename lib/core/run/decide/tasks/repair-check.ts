import type { WorkerCommand } from "../../commands";
import { isPeoplesWork } from "../../controls/peoples-work";
import { termsOfSay } from "../../controls/release/leave";
import { asksBeforeChange } from "../../controls/release/settled";
import type { DraftEvent } from "../../events";
import type { RunState, TaskState } from "../../state";
import { expectedTask, lateResult } from "../late-results";

/**
 * The role that wrote the check of a task and may write it again, once; undefined where it is people's (docs/engine.md,
 * "Repaired checks"): they wrote or approved it, are asked about changes of the plan, or have a say in the task's work.
 */
export function checkAuthor(
  state: Readonly<RunState>,
  { id, spec, repaired, sinceVersion }: TaskState,
): "planner" | "replanner" | undefined {
  const isAsked = repaired?.of === spec.workDigest;
  const isHeld = state.heldChecks.some(({ taskId }) => taskId === id);
  const isPeoples = isHeld || asksBeforeChange(state) || isPeoplesWork(state, id);
  if (isAsked || isPeoples || termsOfSay(state, id).length > 0) return;
  const isOfTail = state.replanHistory.some(
    ({ kind, toVersion }) => kind === "replan" && toVersion === sinceVersion,
  );
  return isOfTail ? "replanner" : "planner";
}

/** Refused without an event where the check has become people's: the one of the plan counts. */
export function decideCheckRepaired(
  state: RunState,
  { type, key, ...payload }: Extract<WorkerCommand, { type: "check_repaired" }>,
): DraftEvent[] {
  const task = expectedTask(state, { key, ...payload });
  if (!task) return lateResult(key, type);
  return checkAuthor(state, task) ? [{ type, payload } as DraftEvent] : [];
}
