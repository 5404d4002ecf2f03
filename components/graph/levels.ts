import { foldId } from "@/lib/core/layout/blocks";
import { edgeId } from "@/lib/core/layout/links";
import { isTerminalTask } from "@/lib/core/run/status";
import { type EdgeFacts, pressingOf, type TaskFacts } from "./facts";
import { factsOfPlanned } from "./task-facts";

/** Tasks that stand side by side. A level of one task has no label: the task speaks for itself. */
export type TaskLevel = { key: string; label: string | undefined; tasks: TaskFacts[] };

type Graph = { nodes: TaskFacts[]; edges: EdgeFacts[] };

/** The levels that have ended in full; never all of them. `nodes` are sorted by level. */
export function endedLevels(nodes: readonly TaskFacts[]): number[] {
  const open = new Set(nodes.flatMap(({ status, level }) => (isTerminalTask(status) ? [] : level)));
  const all = [...new Set(nodes.map(({ level }) => level))];
  const ended = all.filter((level) => !open.has(level));
  return ended.length < all.length ? ended : ended.slice(0, -1);
}

/** The graph with one node for each run of adjacent levels among these; `folds` has it for each task behind one. */
export function foldLevels(
  graph: Graph,
  levels: ReadonlySet<number>,
): { graph: Graph; folds: ReadonlyMap<string, string> } {
  const runs: TaskFacts[][] = [];
  let isAdjacent = false;
  for (const node of graph.nodes) {
    const isFolded = levels.has(node.level);
    if (isFolded && isAdjacent) runs.at(-1)?.push(node);
    else if (isFolded) runs.push([node]);
    isAdjacent = isFolded;
  }
  const foldNodes = runs.map(foldNode);
  const folds = new Map(
    runs.flatMap((run, at) => run.map(({ id }) => [id, (foldNodes[at] as TaskFacts).id] as const)),
  );
  if (folds.size === 0) return { graph, folds };
  const edges = new Map<string, EdgeFacts>();
  for (const edge of graph.edges) {
    const source = folds.get(edge.source) ?? edge.source;
    const target = folds.get(edge.target) ?? edge.target;
    if (source === target) continue;
    const id = edgeId(source, target);
    edges.set(id, { ...edge, id, source, target, ghost: edge.ghost && (edges.get(id)?.ghost ?? true) });
  }
  const nodes = [...foldNodes, ...graph.nodes.filter(({ id }) => !folds.has(id))];
  return {
    graph: { nodes: nodes.sort((a, b) => a.level - b.level), edges: [...edges.values()] },
    folds,
  };
}

/** The tasks for which a folded node stands, in the order of the graph; none for any other node. */
export const tasksBehind = (fold: string, { folds }: { folds: ReadonlyMap<string, string> }): string[] =>
  [...folds].flatMap(([id, one]) => (one === fold ? id : []));

function foldNode(folded: readonly TaskFacts[]): TaskFacts {
  const [first, last] = [folded[0]?.level ?? 0, folded.at(-1)?.level ?? 0];
  const dropped = folded.filter(({ ghost }) => ghost).length;
  const failed = folded.filter(({ evidence }) => evidence === "failed").length;
  const tasks = folded.length - dropped;
  const verified = folded.filter(({ evidence }) => evidence === "verified").length;
  const notes = [
    verified > 0 && `${verified} verified`,
    failed > 0 && `${failed} failed`,
    dropped > 0 && `${dropped} dropped`,
  ].filter(Boolean);
  const title = `${tasks} finished ${tasks === 1 ? "task" : "tasks"}`;
  return {
    ...factsOfPlanned({ id: foldId(first), title, type: "task", agent: "default", maxRetries: 0 }),
    kind: "fold",
    status: "succeeded",
    icon: "⊞",
    word: notes.join(" · ") || "finished",
    actor: first === last ? `level ${first + 1}` : `levels ${first + 1}–${last + 1}`,
    level: first,
    version: Math.min(...folded.map(({ version }) => version)),
    startedAt: least(folded.map(({ startedAt }) => startedAt)),
    endedAt: most(folded.map(({ endedAt }) => endedAt)),
    costUsd: sumOf(folded.map(({ costUsd }) => costUsd)),
    ...commentsOf(folded),
    tasks,
  };
}

/** What people say of the folded tasks: all of it together, and the most pressing. */
function commentsOf(folded: readonly TaskFacts[]): Pick<TaskFacts, "comments" | "commentsAre"> {
  const looks = known(folded.map(({ commentsAre }) => commentsAre));
  return {
    comments: folded.reduce((sum, { comments }) => sum + comments, 0),
    commentsAre: looks.length === 0 ? undefined : looks.reduce(pressingOf),
  };
}

const known = <T>(values: readonly (T | undefined)[]): T[] => values.flatMap((value) => value ?? []);
const least = (values: readonly (number | undefined)[]) =>
  known(values).reduce<number | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
const most = (values: readonly (number | undefined)[]) =>
  known(values).reduce<number | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined);

/** One that is not known leaves the sum unknown. */
function sumOf(costs: readonly TaskFacts["costUsd"][]): TaskFacts["costUsd"] {
  if (costs.includes(null)) return null;
  return costs.every((cost) => cost === undefined)
    ? undefined
    : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
}

/**
 * The nodes by the version that brought them, and in it by level, as the canvas has them: a new version comes below and
 * moves nothing. `nodes` are sorted by level.
 */
export function taskLevels(nodes: readonly TaskFacts[]): TaskLevel[] {
  const groups = new Map<string, TaskFacts[]>();
  for (const node of nodes.toSorted((a, b) => a.version - b.version)) {
    const key = `${node.version}.${node.level}`;
    const group = groups.get(key);
    if (group) group.push(node);
    else groups.set(key, [node]);
  }
  return [...groups].map(([key, tasks]) => ({
    key,
    label: tasks.length === 1 ? undefined : labelOf(tasks),
    tasks,
  }));
}

function labelOf(tasks: readonly TaskFacts[]): string {
  const live = tasks.filter(({ ghost }) => !ghost);
  const ended = live.filter(({ status }) => isTerminalTask(status)).length;
  const dropped = tasks.length - live.length;
  const parts = [
    `${tasks.length} in parallel`,
    live.length > 0 && (ended === live.length ? "all finished" : `${ended} finished`),
    dropped > 0 && `${dropped} dropped`,
  ];
  return parts.filter(Boolean).join(" · ");
}
