import { FOLD_ID } from "@/lib/core/layout/blocks";
import { edgeId } from "@/lib/core/layout/links";
import { isTerminalTask } from "@/lib/core/run/status";
import { type EdgeFacts, pressingOf, type TaskFacts } from "./facts";
import { factsOfPlanned } from "./task-facts";

/** Tasks that stand side by side. A level of one task has no label: the task speaks for itself. */
export type TaskLevel = { key: string; label: string | undefined; tasks: TaskFacts[] };

type Graph = { nodes: TaskFacts[]; edges: EdgeFacts[] };

/** How many levels from the first have ended in full; never all of them. `nodes` are sorted by level. */
export function leadingEndedLevels(nodes: readonly TaskFacts[]): number {
  const last = nodes.at(-1)?.level ?? 0;
  return nodes.find(({ status }) => !isTerminalTask(status))?.level ?? last;
}

/** The graph with its first `count` levels as one node. */
export function foldLevels(graph: Graph, count: number): { graph: Graph; hidden: ReadonlySet<string> } {
  const folded = graph.nodes.filter(({ level }) => level < count);
  const hidden = new Set(folded.map(({ id }) => id));
  if (folded.length === 0) return { graph, hidden };
  const edges = new Map<string, EdgeFacts>();
  for (const edge of graph.edges) {
    if (hidden.has(edge.target)) continue;
    const source = hidden.has(edge.source) ? FOLD_ID : edge.source;
    const id = edgeId(source, edge.target);
    edges.set(id, { ...edge, id, source, ghost: edge.ghost && (edges.get(id)?.ghost ?? true) });
  }
  const nodes = [foldNode(folded, count), ...graph.nodes.filter(({ id }) => !hidden.has(id))];
  return { graph: { nodes, edges: [...edges.values()] }, hidden };
}

function foldNode(folded: readonly TaskFacts[], count: number): TaskFacts {
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
    ...factsOfPlanned({ id: FOLD_ID, title, type: "task", agent: "default", maxRetries: 0 }),
    kind: "fold",
    status: "succeeded",
    icon: "⊞",
    word: notes.join(" · ") || "finished",
    actor: count === 1 ? "level 1" : `levels 1–${count}`,
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
