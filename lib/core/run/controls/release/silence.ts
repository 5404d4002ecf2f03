import { digestOf } from "../../../bytes";
import { getOwn } from "../../../own";
import { tasksFedBy } from "../../../plan/flows";
import type { StoredTask } from "../../../plan/stored";
import type { RunState } from "../../state";
import { tasksInForce } from "../../state/in-force";
import { type ControlTerms, controlTerms, passesInSilence, termsWithDeadline } from "../terms/terms";
import { isEachKnown, workRepeated } from "../work";
import { acting, type PlanAt, planInForce, releasesIn, takesAnswerAhead } from "./release";

/** True where something would act behind a control that nobody let it let act unasked, or that somebody has refused (docs/engine.md, "Deadlines"). */
export const letsActUnseen = (state: Readonly<RunState>, { id }: Pick<StoredTask, "id">): boolean =>
  silentControls(state).some((one) => one.task.id === id && isUnseen(state, one));

/** The lineages of such controls. */
export const controlsUnseen = (state: Readonly<RunState>): ReadonlySet<string> =>
  new Set(silentControls(state).flatMap((one) => (isUnseen(state, one) ? [one.task.lineage] : [])));

/** The lineages of those that pass by a deadline without an answer. */
export const controlsWithDeadline = (state: Readonly<RunState>): ReadonlySet<string> =>
  new Set(silentControls(state).flatMap(({ task, terms }) => (passesInSilence(terms) ? [task.lineage] : [])));

const isUnseen = (state: Readonly<RunState>, { task, acts }: SilentControl): boolean =>
  !isEachKnown(acts, getOwn(state.silentLeave, task.lineage) ?? []);

/**
 * The controls that may pass without anybody, in silence or by their condition, and would let something else act in a version: what
 * somebody wrote who may not review, nobody who may would have to see.
 */
export function silentControlsOver(state: Readonly<RunState>, next: PlanAt): ControlTerms[] {
  const known = new Map(silentControls(state).map((one) => [one.task.lineage, one]));
  return unattended(next).flatMap(({ task, terms, acts }) => {
    const was = known.get(task.lineage);
    return isEachKnown(acts, was?.acts ?? []) ? [] : [was?.terms ?? terms];
  });
}

/** The controls that may pass without anybody and let something act by which a task rests on what somebody says of another. */
export function silentOver(state: Readonly<RunState>, taskId: string): ControlTerms[] {
  const silent = silentControls(state);
  if (silent.length === 0) return [];
  const fed = tasksFedBy(tasksInForce(state), taskId);
  return silent.flatMap(({ terms, tasks }) =>
    tasks.some((id) => id === taskId || fed.has(id)) ? [terms] : [],
  );
}

/** A control that may pass without anybody, with what acts behind it: each after what and by which tools, and by id. */
type SilentControl = { task: StoredTask; terms: ControlTerms; acts: string[]; tasks: string[] };

/** Those of the plan in force that have not been passed. */
export const silentControls = (state: Readonly<RunState>): SilentControl[] =>
  state.givenReviews || tasksInForce(state).some(mayPassUnseen) ? unattended(planInForce(state)) : [];

function unattended(plan: PlanAt): SilentControl[] {
  const { answered } = plan;
  const silent = plan.tasks.filter(
    (task) => !plan.ended.has(task.id) && (answered?.has(task.id) || mayPassUnseen(task)),
  );
  if (silent.length === 0) return [];
  const releasedIn = releasesIn(plan);
  const work = workRepeated(plan.tasks);
  return silent.flatMap((task): SilentControl[] => {
    const terms = termsWithDeadline(task, plan.settings);
    const control = controlTerms(task, plan.settings);
    const isAnswered = control && answered?.has(task.id) && takesAnswerAhead(control);
    if (!terms || !(isAnswered || passesInSilence(terms) || terms.condition !== undefined)) return [];
    const released = acting(releasedIn(task.id));
    const acts = released.map(({ task: { id }, tools }) => digestOf([work.get(id) ?? null, ...tools]));
    return [{ task, terms, acts, tasks: released.map((one) => one.task.id) }];
  });
}

const mayPassUnseen = ({ gate, review }: StoredTask): boolean =>
  gate?.timeoutSeconds !== undefined || review !== undefined;
