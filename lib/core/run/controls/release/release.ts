import { digestOf } from "../../../bytes";
import { isSameJson, type Json } from "../../../json";
import { getOwn } from "../../../own";
import { gateOf } from "../../../plan/defaults";
import { type Behind, tasksFedBy } from "../../../plan/flows";
import { type PlanReach, reachIn } from "../../../plan/reach";
import type { StoredTask } from "../../../plan/stored";
import type { OfferedPlan } from "../../commands";
import { reviewersOf } from "../../effects/reviewers";
import type { ModelMark, ToolMark } from "../../events/release";
import { denialReason } from "../../gates/rules";
import { toldBegun } from "../../gates/said";
import { isApproving } from "../../gates/table";
import { isOver } from "../../interventions";
import { repairedCheck } from "../../selectors";
import type { RunSettings } from "../../settings";
import type { RunState, TaskState } from "../../state";
import { tasksInForce, tasksInOrder } from "../../state/in-force";
import { taskOf } from "../../state/ready";
import { isTerminalTask, type TaskStatus } from "../../status";
import { measuringControls } from "../conditional";
import { haltsIn } from "../halt";
import { dueResults, guardedBy, isOfPlan, type Release, readingShown, tasksBehind } from "../obligations";
import type { ControlSettings } from "../terms/peoples-review";
import { type ControlTerms, controlTerms, decidedTerms, passesInSilence, weaknessesOf } from "../terms/terms";
import { answerWork, workUpTo } from "../work";
import { measuresOf } from "./measured";
import { modelsIn } from "./models";
import { toldIn } from "./told";

/**
 * A plan as people decide about it, in force or offered. Of the tasks that have `ended` those are `over` of which nothing is still
 * to happen: what failed, was skipped or was blocked may be tried again, and acts then.
 */
export type PlanAt = {
  tasks: readonly StoredTask[];
  reach?: PlanReach | undefined;
  /** The tools of the plan as they were when it was written; absent where nobody noted them. */
  marks?: readonly ToolMark[] | undefined;
  /** Its agents; absent where no tools are noted. */
  agents?: Readonly<Record<string, { tools: string[]; model?: string | undefined }>> | undefined;
  /** The workspace's models as they were then; absent where nobody noted them. */
  models?: readonly ModelMark[] | undefined;
  settings: ControlSettings & Partial<Pick<RunSettings, "models">>;
  ended: ReadonlySet<string>;
  over: ReadonlySet<string>;
  /** What one of those came to, by digest; absent of a plan that is no run's. */
  cameTo?: ((taskId: string) => Json) | undefined;
  /** What a model wrote of one that is still to be done, when it began; absent of a plan that is no run's. */
  detailed?: ((taskId: string) => Json | undefined) | undefined;
  /** What people told or gave those who do one that is still to be done; absent of a plan that is no run's. */
  told?: ((taskId: string) => Json | undefined) | undefined;
  /** The review whose CONTINUE lifts a halt: with it all continues that stands still. */
  lifts?: string | undefined;
  /** The tasks to which an answer that lets pass came with the run: nobody is certain to be asked there. */
  answered?: ReadonlySet<string> | undefined;
};

/** A task that comes free, and by which tools it may change something outside. */
export type Released = { task: StoredTask; tools: string[] };

/**
 * The release of a control: all that its passing sets free, any number of tasks further, up to the next control on each way
 * that asks at least as much of people (docs/engine.md, "The release"). Without a control, all that the plan itself sets
 * free. In the order of the plan.
 */
export const releasedBy = (plan: PlanAt, control?: string): Released[] => releasesIn(plan)(control);

/** The same for several controls of one plan: what they have in common is worked out once. */
export function releasesIn(plan: PlanAt): (control?: string) => Released[] {
  const { tasks, reach, ended, over, settings, answered } = plan;
  const ahead = tasks.flatMap((task): Stop[] => {
    const terms = ended.has(task.id) ? undefined : controlTerms(task, settings);
    return terms ? [{ control: task.id, terms, behind: tasksBehind(tasks, task.id) }] : [];
  });
  const controls = new Set(ahead.map(({ control }) => control));
  const stops = ahead.filter(({ control, terms }) => !(answered?.has(control) && takesAnswerAhead(terms)));
  const open = tasks.filter(({ id }) => !over.has(id) && !controls.has(id));
  const isReleasedBy = (control?: string): ((taskId: string) => boolean) => {
    const passed = tasks.find(({ id }) => id === control);
    const terms = passed && controlTerms(passed, settings);
    const behind = passed && tasksBehind(tasks, passed.id);
    const held = terms && {
      terms,
      guarded: guardedBy(plan, { control: passed.id, terms, behind: tasksBehind(tasks, passed.id) }),
    };
    const next = stops.filter((stop) => behind?.has(stop.control) ?? true);
    return (id) =>
      (behind?.has(id) ?? true) &&
      !next.some((stop) => stop.behind.has(id) && asksAgain(tasks, stop, id, held));
  };
  return (control) => {
    const isReleased = isReleasedBy(control);
    const isLifted = control !== undefined && control === plan.lifts ? isReleasedBy() : () => false;
    return open
      .filter(({ id }) => isReleased(id) || isLifted(id))
      .map((task) => ({ task, tools: reachIn(reach, task) }));
  };
}

type Stop = { control: string; terms: ControlTerms; behind: Behind };

/** Whether an answer that came with the run counts at a control: one that binds its answers to people asks them all the same. */
export const takesAnswerAhead = (terms: ControlTerms): boolean =>
  terms.kind === "human_review" && denialReason(terms, [], undefined, "approve") === undefined;

/** Whether people are certain to be asked about a task again, who could let it pass at the control before it too. */
function asksAgain(
  tasks: readonly StoredTask[],
  stop: Stop,
  taskId: string,
  held: Parameters<typeof dueResults>[2] | undefined,
): boolean {
  if (stop.terms.condition !== undefined || passesInSilence(stop.terms)) return false;
  if (!held) return true;
  const due = dueResults(tasks, { taskId, tool: "" }, held, stop);
  return weaknessesOf(stop.terms, held.terms, due).length === 0;
}

/**
 * Names what is released: the work, all that leads to it, what it may change outside, by tools as they were shown, and what
 * agents read of servers' tools who act or whose work flows into that, and the models of the workspace that do either.
 */
export function releaseDigest(
  plan: Pick<PlanAt, "tasks" | "marks" | "agents"> & Partial<Pick<PlanAt, "models" | "settings">>,
  released: readonly Released[],
): string {
  const { tasks, marks = [] } = plan;
  const work = workUpTo(tasks);
  const markOf = new Map(marks.map((mark) => [mark.name, mark]));
  const marked = (tools: readonly string[]) => tools.map((tool) => [tool, markOf.get(tool) ?? null]);
  const acts = acting(released).map(({ task }) => task);
  const beside: Json[] = [toldIn(plan, acts), modelsIn(plan, acts)].filter(({ length }) => length > 0);
  const each = released.map(({ task, tools }) => digestOf([work.get(task.id) ?? null, marked(tools)]));
  return digestOf(beside.length > 0 ? [each.sort(), ...beside] : each.sort());
}

/** Finds what of a plan may still act outside, whatever controls stand before it. */
export const actsOf = ({ tasks, reach, over }: Pick<PlanAt, "tasks" | "reach" | "over">): Released[] =>
  acting(tasks.filter(({ id }) => !over.has(id)).map((task) => ({ task, tools: reachIn(reach, task) })));

/** The work of a release that may change something outside. */
export const acting = (released: readonly Released[]): Released[] =>
  released.filter(({ tools }) => tools.length > 0);

/**
 * What passing a control leaves behind as the plan is then; undefined for a task that is no control. What people made other
 * than it was shown (`isEdited`) sets nothing free that goes by what was shown.
 */
export function releaseRecord(
  plan: PlanAt,
  version: number,
  control: StoredTask,
  {
    terms = controlTerms(control, plan.settings),
    isEdited = false,
  }: { terms?: ControlTerms | undefined; isEdited?: boolean } = {},
): Release | undefined {
  if (!terms) return;
  const leading = workUpTo(plan.tasks);
  const outdated = isEdited ? readingShown(plan.tasks, control.id, terms) : undefined;
  const work = releasedBy(plan, control.id).flatMap(({ task: { id } }) =>
    outdated?.has(id) ? [] : (leading.get(id) as string),
  );
  const answer = answerWork(plan.tasks, control.id);
  return { control: control.id, from: "control", version, terms, work: [...work, answer] };
}

/**
 * What people let pass that rests on a task: who takes the task in hand then puts something else before it than they knew
 * (docs/engine.md, "Who may change a control").
 */
export function releasesOver(state: Readonly<RunState>, taskId: string): Release[] {
  const ofControls = state.releases.filter((release) => !isOfPlan(release));
  if (ofControls.length === 0) return [];
  const plan = planInForce(state);
  const fed = tasksFedBy(plan.tasks, taskId);
  const leading = workUpTo(plan.tasks);
  const acts = actsOf(plan).flatMap(({ task: { id } }) => (id === taskId || fed.has(id) ? id : []));
  return ofControls.filter(({ work }) => acts.some((id) => work.includes(leading.get(id) as string)));
}

/** The same of controls that have not asked yet, and whose conditions measure what the task gives. */
export function measuredOver(state: Readonly<RunState>, taskId: string): ControlTerms[] {
  const { settings } = planInForce(state);
  return measuringControls(state, taskId).flatMap((task) => controlTerms(task, settings) ?? []);
}

/**
 * The controls of the plan in force that a version drops, or has ask, show or measure something else, before they were passed;
 * so is a review about which people are being asked, whatever asks them.
 */
export function touchedControls(state: Readonly<RunState>, next: PlanAt): ControlTerms[] {
  const asking = new Set(
    Object.keys(state.openApprovals).map((approvalId) => getOwn(state.approvals, approvalId)?.taskId),
  );
  return controlsOtherwise(planInForce(state), next, asking);
}

/** The same of two versions of a plan. `asking` are the reviews about which people are being asked. */
export function controlsOtherwise(
  { tasks, ended, settings, agents }: Pick<PlanAt, "tasks" | "ended" | "settings" | "agents">,
  next: Pick<PlanAt, "tasks" | "agents">,
  asking: ReadonlySet<string | undefined> = new Set(),
): ControlTerms[] {
  const byId = new Map(next.tasks.map((task) => [task.id, task]));
  const [measures, measuresNext] = [measuresOf(tasks), measuresOf(next.tasks)];
  const [halts, haltsNext] = [haltsIn(tasks, ended, settings), haltsIn(next.tasks, ended, settings)];
  const halting = (id: string) => [...(halts.get(id) ?? [])];
  return tasks.flatMap((task) => {
    const termsOf = asking.has(task.id) ? decidedTerms : controlTerms;
    const terms = ended.has(task.id) ? undefined : termsOf(task, settings);
    const after = byId.get(task.id);
    const isSame =
      after &&
      isSameJson(askedBy(after), askedBy(task)) &&
      isSameJson(briefsIn(agents, task), briefsIn(next.agents, task)) &&
      measuresNext.get(task.id) === measures.get(task.id) &&
      halting(task.id).every((one) => haltsNext.get(task.id)?.has(one));
    return terms && !isSame ? [terms] : [];
  });
}

/** What a control asks, of whom, and what it shows. Its title is its question where it has no other. */
function askedBy(task: StoredTask) {
  const { type, input, review = null, dependsOn } = task;
  const gate = type === "human_review" ? gateOf(task) : null;
  const title = gate ? gate.prompt : task.title;
  return [type, title, input, [...new Set(dependsOn)].sort(), gate, review];
}

/** The agents by whose word people are asked at a review, as a plan has them. */
const briefsIn = (agents: PlanAt["agents"], task: StoredTask): Json =>
  task.type === "planning_review" && agents
    ? [...reviewersOf(task), task.agent].map((name) => (getOwn(agents, name) as Json | undefined) ?? null)
    : null;

/** The plan of a run as it stands. */
export function planInForce(state: Readonly<RunState>): PlanAt {
  const { reach, toolMarks: marks, modelMarks: models, settings, agents } = state;
  const tasks = tasksInForce(state);
  return { tasks, reach, marks, models, agents, settings, ...soFar(state, tasks) };
}

/** What has become of the tasks of a version of this run. */
const soFar = (state: Readonly<RunState>, tasks: readonly StoredTask[]) => ({
  ended: endedAmong(state, tasks),
  over: overAmong(state, tasks),
  answered: answeredAhead(state),
  cameTo: (taskId: string) => outcomeOf(getOwn(state.tasks, taskId)),
  detailed: (taskId: string) => writtenSince(getOwn(state.tasks, taskId)),
  told: (taskId: string) => toldBegun(state, taskId),
  lifts: state.halt?.review,
});

/** What models wrote of a task since its plan was. */
function writtenSince(task: TaskState | undefined): Json | undefined {
  const check = task && repairedCheck(task);
  const details = task?.detailed?.details;
  return check === undefined ? details : [details ?? null, check];
}

/** How a task ended, by whose hand, with what, and why it came to nothing. */
const outcomeOf = ({ status, result, endorsed, skippedBy, diagnosis }: Partial<TaskState> = {}): Json => [
  status ?? null,
  result?.digest ?? null,
  endorsed?.by ?? null,
  skippedBy ?? null,
  ...(diagnosis && status !== "succeeded" ? [diagnosis as Json] : []),
];

/** A version that is not in force, as it would continue this run. */
export function versionOffered(
  state: Readonly<RunState>,
  { patch, reach, tools: marks, models }: Pick<OfferedPlan, "patch" | "reach" | "tools" | "models">,
): PlanAt {
  const changed = new Map(patch.tasks.map((task) => [task.id, task]));
  const specOf = (id: string) => changed.get(id) ?? taskOf(state as RunState, id).spec;
  const tasks = tasksInOrder(patch.order, specOf);
  const { settings } = state;
  const { agents } = patch;
  return { tasks, reach, marks, models, agents, settings, ...soFar(state, tasks) };
}

function answeredAhead({ givenReviews }: Readonly<RunState>): ReadonlySet<string> | undefined {
  if (!givenReviews) return;
  const passing = Object.entries(givenReviews).filter(([, { verb }]) => isApproving(verb));
  return new Set(passing.map(([taskId]) => taskId));
}

/** The tasks of a version of this run that have ended. */
export const endedAmong = (state: Readonly<RunState>, tasks: readonly StoredTask[]): Set<string> =>
  tasksThat(isTerminalTask, state, tasks);

/** Those of which nothing is still to happen. */
const overAmong = (state: Readonly<RunState>, tasks: readonly StoredTask[]): Set<string> =>
  tasksThat(isOver, state, tasks);

function tasksThat(
  stand: (status: TaskStatus) => boolean,
  { tasks: known }: Readonly<RunState>,
  tasks: readonly StoredTask[],
): Set<string> {
  return new Set(tasks.flatMap(({ id }) => (stand(getOwn(known, id)?.status ?? "pending") ? id : [])));
}
