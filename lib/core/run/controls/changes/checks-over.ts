import { getOwn } from "../../../own";
import { tasksFedBy } from "../../../plan/flows";
import type { RunState, TaskState } from "../../state";
import { tasksInForce } from "../../state/in-force";
import { isTerminalTask } from "../../status";
import type { Obligation, Standing } from "../obligations";
import { CHECKS_CONTROL } from "../terms/names";
import type { ControlTerms } from "../terms/terms";
import { type CheckedTasks, holdsBackActs } from "./held-checks";

/** A control that guards no work by itself, of everyone who may review. */
export function everyones(control: string, version: number, { fourEyes }: Standing["settings"]): Obligation {
  const people = { assignees: [], quorum: 1, fourEyes, escalateTo: [] };
  const terms = { kind: "human_review" as const, ...people, shows: [] };
  return { version, control, terms, guarded: [], unguarded: [] };
}

/** The terms of checks before acts, not made yet, whose predicates read what this task gives or leads to. */
export function checksMeasuring(state: Readonly<RunState>, taskId: string): ControlTerms[] {
  const { heldChecks, planVersion, settings } = state;
  const ahead = heldChecks.filter(
    (one) =>
      one.parts.measure !== undefined && holdsBackActs(one) && !checkedTasks(state).over.has(one.taskId),
  );
  if (ahead.length === 0) return [];
  const fed = tasksFedBy(tasksInForce(state), taskId);
  return ahead.some((one) => fed.has(one.taskId))
    ? [everyones(CHECKS_CONTROL, planVersion, settings).terms]
    : [];
}

/** The terms of a check of people without which nothing acts that waits for this task. */
export function checkOver(state: RunState, taskId: string): ControlTerms[] {
  const { heldChecks, planVersion, settings } = state;
  return heldChecks.some((one) => one.taskId === taskId && holdsBackActs(one))
    ? [everyones(CHECKS_CONTROL, planVersion, settings).terms]
    : [];
}

/** A task of which the result passed, that was given up, or whose failure was put up with or answered before, is over. */
export function checkedTasks({ tasks, openFailures, replan }: Readonly<RunState>): CheckedTasks {
  const idsOf = (found: readonly TaskState[]) => new Set(found.map(({ id }) => id));
  const ended = Object.values(tasks).filter(
    ({ status }) => isTerminalTask(status) && status !== "superseded",
  );
  const failed = ended.filter(({ id }) => getOwn(openFailures, id) !== undefined);
  const open = idsOf(failed);
  return {
    over: idsOf(ended.filter(({ id }) => !open.has(id))),
    answered: idsOf(failed.filter(({ id }) => replan?.covers.includes(id))),
  };
}
