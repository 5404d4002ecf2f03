import { getOwn } from "../../own";
import type { StoredTask } from "../../plan/stored";
import type { RunState, TaskState } from "../state";
import { tasksInForce } from "../state/in-force";
import { isTerminalTask } from "../status";
import { type Obligation, obligationOfHalt } from "./obligations";
import { type ControlSettings, isPeoplesReview } from "./terms/peoples-review";
import { type ControlTerms, controlTerms, decidedTerms } from "./terms/terms";

/** Terms of the review that people decide and that is to say whether the run continues after the failure, of this task or of any. */
export function haltTermsOver(state: RunState, taskId?: string): ControlTerms[] {
  const failed = Object.keys(state.openFailures).filter(
    (id) => getOwn(state.openFailures, id) === "halt" && (taskId ?? id) === id,
  );
  return failed.flatMap((id) => {
    const review = governingReview(state, id);
    return review ? termsAt(review, state.settings) : [];
  });
}

/**
 * Terms of all who have a say whether the run continues past what has failed so far: the people of the reviews that govern it, and
 * those of a control that was refused.
 */
export function failureTermsOver(state: RunState): ControlTerms[] {
  const refused = Object.keys(state.openFailures).flatMap((id) => {
    const task = getOwn(state.tasks, id);
    return task?.refusedIn === undefined ? [] : termsAt(task, state.settings);
  });
  return [...haltTermsOver(state), ...refused];
}

/** The review that says after this failure whether the run continues, now or once it is the first that nobody came to terms with. */
function governingReview({ halt, tasks, dependents }: RunState, failed: string): TaskState | undefined {
  if (halt?.taskId === failed) return getOwn(tasks, halt.review ?? "");
  return (getOwn(dependents, failed) ?? [])
    .flatMap((id) => getOwn(tasks, id) ?? [])
    .filter(({ spec, status }) => spec.type === "planning_review" && !isTerminalTask(status))
    .sort((a, b) => a.order - b.order)[0];
}

/** True where people of another review, which comes first, are to say whether the run continues after the failure. */
export function isUpToOthers(state: RunState, failed: string, review: TaskState): boolean {
  const first = governingReview(state, failed);
  return first !== undefined && first.order < review.order && termsAt(first, state.settings).length > 0;
}

const termsAt = ({ approvalId, spec }: TaskState, settings: RunState["settings"]): ControlTerms[] => {
  const terms = (approvalId === undefined ? controlTerms : decidedTerms)(spec, settings);
  return terms ? [terms] : [];
};

/** What of a plan halts, by lineage and how it would fail, until people have said at which review whether the run continues. */
export function haltsIn(
  tasks: readonly StoredTask[],
  ended: ReadonlySet<string>,
  settings: ControlSettings,
): Map<string, Set<string>> {
  const halts = new Map<string, Set<string>>();
  const governing = new Map<string, StoredTask>();
  for (const review of tasks) {
    if (review.type !== "planning_review" || ended.has(review.id)) continue;
    for (const id of review.dependsOn) if (!governing.has(id)) governing.set(id, review);
  }
  for (const task of tasks) {
    const review = governing.get(task.id);
    if (!review || ended.has(task.id) || !task.critical || !isPeoplesReview(review, settings)) continue;
    const known = halts.get(review.id) ?? new Set();
    for (const field of ["onFailure", "onVerificationFailure"] as const)
      if (task[field] === "stop" || task[field] === "retry") known.add(`${task.lineage} ${field}`);
    halts.set(review.id, known);
  }
  return halts;
}

/**
 * What people have not said yet that a model's version would take off their hands: whether the run continues after a failure that
 * it answers as well, or, in a plan of people, after one that may still come.
 */
export function obligationsOfHalts(
  state: RunState,
  next: readonly StoredTask[],
  ended: ReadonlySet<string>,
): Obligation[] {
  const { replan, reach, planVersion: version, settings } = state;
  const tasks = tasksInForce(state);
  const halting = (replan?.covers ?? []).filter((id) => getOwn(state.openFailures, id) === "halt");
  const answered = halting.flatMap((id) => getOwn(state.dependents, id) ?? []);
  const kept = haltsIn(next, ended, settings);
  const isKept = ([id, halts]: [string, Set<string>]) => [...halts].every((one) => kept.get(id)?.has(one));
  const before = state.planSettled === undefined ? [] : [...haltsIn(tasks, endedIn(state), settings)];
  const ids = new Set([...answered, ...before.filter((one) => !isKept(one)).map(([id]) => id)]);
  return [...ids].flatMap((id) => {
    const review = getOwn(state.tasks, id);
    if (review?.spec.type !== "planning_review" || isTerminalTask(review.status)) return [];
    return termsAt(review, settings).map((terms) =>
      obligationOfHalt({ version, tasks, reach }, review.spec, terms),
    );
  });
}

const endedIn = ({ tasks, order }: RunState): ReadonlySet<string> =>
  new Set(order.filter((id) => isTerminalTask(getOwn(tasks, id)?.status ?? "pending")));
