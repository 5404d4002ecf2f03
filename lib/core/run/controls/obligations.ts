import { ancestryOf, type Behind, reviewedBefore, tasksFedBy } from "../../plan/flows";
import { oncePerList } from "../../plan/once-per-list";
import { ANY_TOOL, type PlanReach, reachIn } from "../../plan/reach";
import type { StoredTask } from "../../plan/stored";
import type { Reason } from "../events/reason";
import type { ModelMark, Told, ToolMark } from "../events/release";
import { isReleasedTool } from "./same-tool";
import { ANSWER, PLAN_CONTROL } from "./terms/names";
import type { ControlSettings } from "./terms/peoples-review";
import { type ControlTerms, controlTerms, shownId, weaknessesOf } from "./terms/terms";
import type { Weakness } from "./terms/weaknesses";
import { answerWork, workUpTo } from "./work";

const oncePerPlan = <T extends object>(workOut: (tasks: readonly StoredTask[]) => T) => oncePerList(workOut);

const tasksById = oncePerPlan((tasks) => new Map(tasks.map((task) => [task.id, task])));
const tasksAndWork = oncePerList(
  (guarded: readonly GuardedTask[]) => new Set(guarded.flatMap(({ taskId, work }) => [taskId, work])),
);
const workIn = oncePerList((work: readonly string[]) => new Set(work));

/** A task, or the answer, that stands behind a control; `work` is the digest of all work that leads to it. */
export type GuardedTask = {
  taskId: string;
  work: string;
  /** Tools by which it may change something outside. */
  reach: string[];
  /** The control shows every result that the task begins with. */
  inputsShown?: true;
};

/**
 * What one control of one plan version holds back, for as long as the run lives: no later version takes it away
 * (docs/engine.md, "Controls").
 */
export type Obligation = {
  version: number;
  control: string;
  terms: ControlTerms;
  guarded: GuardedTask[];
  /** The work that leads to each task of that version which could change something and did not stand behind it, by digest. */
  unguarded: string[];
  /** Of a review that people decide though its plan does not require them: it guards no answer. */
  decided?: true;
  /** All tools by which that version of people could change something: by another one, which nobody saw there, nothing acts unasked. */
  tools?: string[];
  /** People have answered it with another plan, in which their later answers stand for its own. */
  replanned?: true;
  /** People have refused it: whatever acts that did not stand beside it may be what they refused. */
  refused?: boolean;
};

/**
 * What may act because people let it: they passed a control, or adopted a version without it on its terms. `work` has the
 * digest of all work that leads to each task that came free, and to the answer.
 */
export type Release = {
  control: string;
  from: "control" | "start";
  version: number;
  terms: ControlTerms;
  work: string[];
  /** The tools by which that work may act, or of which its agents read, as they and their policies were then; absent where nobody noted them. */
  tools?: ToolMark[];
  /** The workspace's models then; absent where nobody noted them. */
  models?: ModelMark[];
  /** When it was; absent of earlier logs. */
  at?: number;
  /** The gate whose answer it is; none where a control was passed without one. */
  approvalId?: string;
  /** Who passed the control without its gate, by id; absent where a condition did. */
  by?: string;
};

/** People let a plan run: that holds its own work back, by task and by work, and stands for no control in it. */
export const isOfPlan = ({ control }: Pick<Obligation | Release, "control">): boolean =>
  control === PLAN_CONTROL;

type Version = {
  version: number;
  tasks: readonly StoredTask[];
  /** Absent where it is not known: then any task may call any tool. */
  reach?: PlanReach | undefined;
  settings: ControlSettings;
  /** People wrote or approved the plan: they know the tools by which it acts. */
  isPeoples?: boolean | undefined;
};

/** The obligations that a plan version brings. Time: edges of the plan for each of its controls. */
export const obligationsOf = (next: Version): Obligation[] => {
  const known = knownTools(next);
  return next.tasks.flatMap((task) => {
    const terms = controlTerms(task, next.settings);
    if (!terms) return [];
    const isPlans = task.type === "human_review" || task.review?.requiresHumanApproval === true;
    if (isPlans) return [{ ...obligationOf(next, task, terms), ...known }];
    return obligationsOfDecided(next, task, terms);
  });
};

const knownTools = (next: Omit<Version, "settings">): Pick<Obligation, "tools"> =>
  next.isPeoples ? { tools: toolsIn(next) } : {};

const toolsIn = ({ tasks, reach }: Pick<Version, "tasks" | "reach">): string[] =>
  [...new Set(tasks.flatMap((task) => reachIn(reach, task)))].sort();

/** What a review holds back that people decide though its plan does not require them; nothing where nothing is behind it. */
export function obligationsOfDecided(
  next: Omit<Version, "settings">,
  review: StoredTask,
  terms: ControlTerms,
): Obligation[] {
  const { guarded: all, ...obligation } = obligationOf(next, review, terms);
  const guarded = all.filter(({ taskId }) => taskId !== ANSWER);
  return guarded.length > 0 ? [{ ...obligation, guarded, decided: true, ...knownTools(next) }] : [];
}

/** What stands still until people have said at a review whether the run continues after a failure: whatever may act. */
export function obligationOfHalt(
  next: Omit<Version, "settings">,
  review: StoredTask,
  terms: ControlTerms,
): Obligation {
  const leading = workUpTo(next.tasks);
  const guarded = next.tasks.map((task) => ({
    taskId: task.id,
    work: leading.get(task.id) as string,
    reach: reachIn(next.reach, task),
  }));
  return { version: next.version, control: review.id, terms, guarded, unguarded: [], refused: true };
}

function obligationOf(
  { version, tasks, reach }: Omit<Version, "settings">,
  task: StoredTask,
  terms: ControlTerms,
): Obligation {
  const leading = workUpTo(tasks);
  const behind = tasksBehind(tasks, task.id);
  const guarded = guardedBy({ tasks, reach }, { control: task.id, terms, behind });
  const beside = tasks.filter((one) => !behind.has(one.id) && reachIn(reach, one).length > 0);
  return {
    version,
    control: task.id,
    terms,
    guarded: [
      ...guarded.map((one) => ({ ...one, work: leading.get(one.taskId) as string })),
      { taskId: ANSWER, work: answerWork(tasks, task.id), reach: [] },
    ],
    unguarded: [...new Set(beside.map(({ id }) => leading.get(id) as string))].sort(),
  };
}

/** The tasks behind a control, with what each may change outside: one that only reads is held back too once its tool acts. */
export function guardedBy(
  { tasks, reach }: Pick<Version, "tasks" | "reach">,
  { control, terms, behind }: { control: string; terms: ControlTerms; behind: Behind },
): Omit<GuardedTask, "work">[] {
  return tasks.flatMap((task) => {
    if (!behind.has(task.id) || DECISIONS.has(task.type)) return [];
    const guarded = { taskId: task.id, reach: reachIn(reach, task) };
    const isShown = inputsOf(tasks, task.id, control, behind).every((id) => terms.shows.includes(id));
    return isShown ? { ...guarded, inputsShown: true as const } : guarded;
  });
}

/**
 * The results that a task begins with and that were there before its control was asked, those too that come through reviews.
 * Decisions are none.
 */
function inputsOf(tasks: readonly StoredTask[], taskId: string, control: string, behind: Behind): string[] {
  const byId = tasksById(tasks);
  const isResult = (id: string) => !DECISIONS.has(byId.get(id)?.type);
  const task = byId.get(taskId);
  const given = task ? [...task.dependsOn, ...reviewedBefore(task, (id) => byId.get(id))] : [];
  return given.filter((id) => id !== control && !behind.has(id) && isResult(id));
}

/** The tasks behind a control that begin with what it shows as it was before, not as people made it there, and all that they feed. */
export function readingShown(
  tasks: readonly StoredTask[],
  control: string,
  terms: ControlTerms,
): Set<string> {
  const behind = tasksBehind(tasks, control);
  const shown = new Set(terms.shows.map(shownId));
  const direct = tasks.filter(
    ({ id }) => behind.has(id) && inputsOf(tasks, id, control, behind).some((one) => shown.has(one)),
  );
  const fed = direct.map(({ id }) => tasksFedBy(tasks, id));
  return new Set(
    tasks.flatMap((task) => (direct.includes(task) || fed.some((one) => one.has(task.id)) ? task.id : [])),
  );
}

/**
 * The results that a control has to show in this plan to stand for an obligation: all that the task begins with, where that
 * was so for it in the obligation, else what of it was shown before. Of a task that the obligation does not know the
 * strictest of those that it resembles counts.
 */
export function dueResults(
  tasks: readonly StoredTask[],
  act: Act,
  { terms, guarded }: { terms: ControlTerms; guarded: readonly Omit<GuardedTask, "work">[] },
  by: { control: string; behind: Behind },
): string[] {
  if (!("tool" in act)) return [];
  const inputs = inputsOf(tasks, act.taskId, by.control, by.behind);
  const own = guarded.find(({ taskId }) => taskId === act.taskId);
  const showsAll = own
    ? own.inputsShown === true
    : guarded.some((one) => one.inputsShown === true && holdsBack(one, act));
  return showsAll ? inputs : terms.shows.filter((one) => inputs.includes(shownId(one)));
}

const DECISIONS: ReadonlySet<string | undefined> = new Set(["human_review", "planning_review"]);

/** Only agents and programs call tools, both under the policy of their agent. */
export const mayCall = ({ type }: Pick<StoredTask, "type">): boolean => type === "task" || type === "direct";

export function tasksBehind(tasks: readonly StoredTask[], taskId: string): Behind {
  const isAncestor = ancestryOf(tasks);
  return { has: (id) => isAncestor(id, taskId) };
}

/**
 * What is about to happen: a task calls a tool that changes something outside, as that tool and its policies are now and as its
 * agent was told of servers' tools, or the run gives its answer.
 */
export type Act =
  | { taskId: string; tool: string; mark?: ToolMark; told?: Told; models?: ModelMark[] }
  | { taskId: typeof ANSWER };

/** A plan as it stands, and what its run has been told by its controls so far. */
export type Standing = {
  tasks: readonly StoredTask[];
  settings: ControlSettings;
  obligations: readonly Obligation[];
  releases: readonly Release[];
  /** The version that brought a task: the same work planned once more is another task's, and not released yet. */
  since?: (taskId: string) => number;
  /** Whether the people who let something pass still count as those who may. */
  isAnswered?: (release: Release) => boolean;
  /** Whether those who do the work were told of tools, and are the models, that people knew who let it pass. */
  isAsTold?: (release: Release) => boolean;
};

/**
 * The obligations under which this may not happen without people: they hold it back, it has not been released, and the
 * task did not stand beside the control with the same work and all that leads to it. What was released is derived from the plan as it is now.
 */
export function unmetObligations(
  {
    tasks,
    obligations,
    releases,
    since = () => 0,
    isAnswered = () => true,
    isAsTold = () => true,
  }: Omit<Standing, "settings">,
  act: Act,
): Obligation[] {
  if (obligations.length === 0) return [];
  const own = "tool" in act ? workUpTo(tasks).get(act.taskId) : undefined;
  const reaching = obligations.filter((one) =>
    isOfPlan(one)
      ? isHeldByPlan(one, act.taskId, own)
      : one.guarded.some((task) => holdsBack(task, act)) || isUnknownTo(one, act),
  );
  const holding = reaching.filter(({ unguarded }) => own === undefined || !unguarded.includes(own));
  if (holding.length === 0 || releases.length === 0) return holding;
  const released = releases.filter((release) => {
    // Work of a plan that people let run is written again by their leave alone.
    const isLater = !isOfPlan(release) && since(act.taskId) > release.version;
    if (isLater || !isOfSameTool(release, act, obligations) || !isAnswered(release)) return false;
    const { from, control, work } = release;
    const now = "tool" in act ? own : answerWork(tasks, from === "control" ? control : undefined);
    return now !== undefined && workIn(work).has(now) && isAsTold(release);
  });
  const answered = new Set(obligations.flatMap((one) => (one.replanned ? [one.control] : [])));
  return holding.filter((obligation) => {
    const isUnpassed =
      standsBefore(tasks, obligation.control, act) &&
      !answered.has(obligation.control) &&
      !releases.some(({ control }) => control === obligation.control);
    return !released.some((release) => {
      const { from, control, terms } = release;
      if (isOfPlan(release) && !isOfPlan(obligation)) return false;
      if (isUnpassed) return false;
      const due =
        from === "control"
          ? dueResults(tasks, act, obligation, { control, behind: tasksBehind(tasks, control) })
          : [];
      return weaknessesOf(terms, obligation.terms, due).every((weakness) => weakness === OF_REFUSALS);
    });
  });
}

/**
 * True where a control is in force before the work that is about to act: as long as it was not passed nobody else's answer stands for its
 * own, which may have been a refusal, or never been asked for. The answer stands behind what was done instead, too.
 */
const standsBefore = (tasks: readonly StoredTask[], control: string, act: Act): boolean =>
  "tool" in act && tasksById(tasks).has(control) && tasksBehind(tasks, control).has(act.taskId);

/** Terms that bind rejections alone: who let something pass has met them. */
const OF_REFUSALS: Weakness = "reason";

/** The task of a plan that people let run, or its work under whatever id. */
export const isHeldByPlan = ({ guarded }: Obligation, taskId: string, work: string | undefined): boolean =>
  tasksAndWork(guarded).has(taskId) || (work !== undefined && tasksAndWork(guarded).has(work));

const isOfSameTool = ({ tools }: Release, act: Act, obligations: readonly Obligation[]): boolean =>
  !("tool" in act && act.mark && tools) || isReleasedTool(tools, act.mark, obligations);

/** The tool of an act that no task of the version could use which brought the control; any one, where people refused it. */
const isUnknownTo = ({ tools, refused }: Obligation, act: Act): boolean =>
  "tool" in act &&
  act.tool !== ANY_TOOL &&
  (refused === true || (tools !== undefined && !tools.includes(ANY_TOOL) && !tools.includes(act.tool)));

/** A tool that turned out to change something is held back as well, for a task that the control guards. */
function holdsBack({ taskId, reach }: Omit<GuardedTask, "work">, act: Act): boolean {
  if (!("tool" in act)) return taskId === ANSWER;
  if (act.tool === ANY_TOOL) return reach.length > 0;
  return taskId === act.taskId || reach.includes(act.tool) || reach.includes(ANY_TOOL);
}

/** A person did without the control's answer, on its terms, or its own condition says that nobody needs to be asked. */
export const passesWithoutAnswer = ({ code }: Pick<Reason, "code">): boolean =>
  code === "skipped_by_person" || code === "condition_false";

export const obligationId = ({ version, control }: Obligation): string => `${version}/${control}`;
