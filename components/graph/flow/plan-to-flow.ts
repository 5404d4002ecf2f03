import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import { type HiddenTasks, type LayoutBlock, layoutBlocks } from "@/lib/core/layout/blocks";
import { FEW_DROPPED, linksOf, type TaskLinks } from "@/lib/core/layout/links";
import { getOwn } from "@/lib/core/own";
import { diffPlans, type PlanDiff } from "@/lib/core/plan/compare/diff";
import { underNewIds } from "@/lib/core/plan/compare/match";
import { levels } from "@/lib/core/plan/graph";
import { answersByTask, tasksToShow } from "@/lib/core/run/selectors";
import type { RunState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import type { EdgeFacts, PlanOverlay, TaskComments, TaskFacts, TaskIssues } from "../facts";
import { endedLevels, foldLevels } from "../levels";
import { factsOfPlanned, factsOfTask } from "../task-facts";
import { edgesBetween, keepEdges } from "./flow-edges";

type FlowOptions = {
  overlay?: PlanOverlay;
  /** Levels that are folded, as far as they have ended. */
  foldedLevels?: ReadonlySet<number>;
  /** What was found wrong, by task. */
  issues?: ReadonlyMap<string, TaskIssues>;
  /** What people say of it, by task. */
  comments?: ReadonlyMap<string, TaskComments>;
  /** A status in the place of a task's own, such as what a replay of it came to. */
  looks?: ReadonlyMap<string, StatusDisplay>;
  /** Whether tasks that later versions dropped are shown: a few are unless it is false, many only when it is true. */
  ghosts?: boolean | undefined;
  selectedTaskId?: string | undefined;
  /** Tasks whose places are known. */
  placed?: ReadonlyMap<string, unknown>;
  /** The plan is still being written: it is laid out again when what waits for what has changed. */
  draft?: boolean;
};

export type FlowGraph = {
  /** By level, and within one in the order of the plan. */
  nodes: TaskFacts[];
  edges: readonly EdgeFacts[];
  /** The same with what is folded or hidden, for those who look for a task. */
  all: TaskFacts[];
  /** The tasks that stand behind folded nodes, each with its node. */
  folds: ReadonlyMap<string, string>;
  /** What has no place yet, by the plan version that brought it: all tasks, so that hiding some moves none. */
  blocks: LayoutBlock[];
  /** The levels that have ended and may be folded. */
  foldable: readonly number[];
  /** How many tasks later versions dropped, shown or not; 0 where versions are compared. */
  dropped: number;
  ghostsShown: boolean;
};

const NO_LEVELS: ReadonlySet<number> = new Set();

/** A run as a graph of facts: the tasks of the plan in force, and as ghosts those that a later version dropped. */
export function planToFlow(state: RunState, options: FlowOptions = {}): FlowGraph {
  const { foldedLevels = NO_LEVELS, issues, comments, looks, draft = false, placed } = options;
  const overlay = options.overlay && onOneCanvas(options.overlay);
  const wiring = wiringOf(state, overlay);
  const level = levelsOf(wiring);
  const facts = allFacts(state, level, overlay).map((one): TaskFacts => {
    const notes = [issues, comments, looks].flatMap((of) => of?.get(one.id) ?? []);
    return notes.length === 0 ? one : Object.assign({ ...one }, ...notes);
  });
  const dropped = overlay ? 0 : facts.filter(({ ghost }) => ghost).length;
  const { ghosts: ghostsShown = dropped <= FEW_DROPPED, selectedTaskId } = options;
  const isShown = ({ id, ghost, comments: pins }: TaskFacts) =>
    !ghost || ghostsShown || id === selectedTaskId || pins > 0;
  const marked = overlay ? withDiffStatus(facts, overlay) : facts.filter(isShown);
  const nodes = marked.sort((a, b) => a.level - b.level);
  const known = new Map(nodes.map((node) => [node.id, node]));
  const edges = edgesBetween(known, wiring, overlay);
  const foldable = overlay ? [] : endedLevels(nodes);
  const shownFolded = new Set(foldable.filter((one) => foldedLevels.has(one)));
  const { graph, folds } = foldLevels({ nodes, edges }, shownFolded);
  // What is laid out again anyway leaves no room for what it does not show, and what has no place yet needs none.
  const isLeftOut = (id: string) => !known.has(id) && (placed ? !placed.has(id) : folds.size > 0);
  const hidden: HiddenTasks = new Map(
    wiring.flatMap(({ id }) => (folds.has(id) || isLeftOut(id) ? [[id, folds.get(id)]] : [])),
  );
  return {
    nodes: graph.nodes,
    edges: keepEdges(graph.edges),
    all: (overlay ? nodes : facts).toSorted((a, b) => a.level - b.level),
    folds,
    blocks: layoutBlocks(wiring, hidden, { draft, ...(placed && { placed }) }),
    foldable,
    dropped,
    ghostsShown,
  };
}

/** A task that was rewritten under another id stands in one place. */
const onOneCanvas = ({ before, after }: PlanOverlay): PlanOverlay => ({
  before: underNewIds(before, after),
  after,
});

/** Every task of the run and of the overlay's later plan, with what it waits for and the version it came with. */
function wiringOf(state: RunState, overlay: PlanOverlay | undefined): TaskLinks[] {
  const proposed = overlay ? unknownTasks(state, overlay) : [];
  return [
    ...linksOf(state),
    ...proposed.map(({ id, dependsOn }) => ({ id, dependsOn, version: state.planVersion + 1 })),
  ];
}

/** The levels of the graph that was asked for last: from one moment of a run to the next it is mostly the same. */
let known: { wiring: readonly TaskLinks[]; level: Levels } | undefined;
type Levels = ReadonlyMap<string, number>;

function levelsOf(wiring: readonly TaskLinks[]): Levels {
  const isKnown =
    known?.wiring.length === wiring.length &&
    known.wiring.every(
      ({ id, dependsOn }, at) => id === wiring[at]?.id && dependsOn === wiring[at].dependsOn,
    );
  if (known && isKnown) return known.level;
  known = { wiring, level: levels(wiring.map(({ id, dependsOn }) => ({ id, dependsOn }))) };
  return known.level;
}

function allFacts(state: RunState, levelOf: Levels, overlay: PlanOverlay | undefined): Readonly<TaskFacts>[] {
  const answers = answersByTask(state);
  const tasks = tasksToShow(state).map((task) =>
    factsOfTask(state, task, answers.get(task.id), levelOf.get(task.id)),
  );
  if (!overlay) return tasks;
  const compared = new Set([...overlay.before.tasks, ...overlay.after.tasks].map(({ id }) => id));
  const version = state.planVersion + 1;
  const proposed = unknownTasks(state, overlay).map((task) => ({
    ...factsOfPlanned(task),
    version,
    level: levelOf.get(task.id) ?? 0,
  }));
  return [...tasks.filter(({ id }) => compared.has(id)), ...proposed];
}

/** Tasks of the compared plans that the run never had: it is offered one of them, or another run has it. */
function unknownTasks(state: RunState, { before, after }: PlanOverlay) {
  const later = new Set(after.tasks.map(({ id }) => id));
  const gone = before.tasks.filter(({ id }) => !later.has(id));
  return [...after.tasks, ...gone].filter(({ id }) => !getOwn(state.tasks, id));
}

function withDiffStatus(facts: readonly TaskFacts[], { before, after }: PlanOverlay): TaskFacts[] {
  const marks = diffStatuses(diffPlans(before, after));
  return facts.map((one) => {
    const mark = marks.get(one.id);
    return {
      ...one,
      mark,
      ghost: mark === "removed",
      locked: mark === undefined && one.status !== "superseded" && isTerminalTask(one.status),
    };
  });
}

function diffStatuses({ added, removed, changed, rewired }: PlanDiff): Map<string, TaskFacts["mark"]> {
  return new Map([
    ...rewired.map(({ task }) => [task, "changed"] as const),
    ...changed.map(({ id }) => [id, "changed"] as const),
    ...added.map(({ id }) => [id, "added"] as const),
    ...removed.map(({ id }) => [id, "removed"] as const),
  ]);
}
