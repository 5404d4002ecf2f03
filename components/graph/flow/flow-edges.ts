import { edgeId, type TaskLinks } from "@/lib/core/layout/links";
import { isTerminalTask } from "@/lib/core/run/status";
import { type EdgeFacts, type PlanOverlay, sameItems, shallowEqual, type TaskFacts } from "../facts";

type Nodes = ReadonlyMap<string, TaskFacts>;

/** The edges among these nodes: as the run has them, or marked as the comparison of two plans has them. */
export function edgesBetween(nodes: Nodes, wiring: readonly TaskLinks[], overlay?: PlanOverlay): EdgeFacts[] {
  if (!overlay) return wiring.flatMap((task) => edgesTo(nodes, task));
  const before = edgesOf(overlay.before.tasks);
  const after = edgesOf(overlay.after.tasks);
  return [...new Map([...before, ...after]).values()].flatMap(([source, target]) => {
    const id = edgeId(source, target);
    const isNew = nodes.get(target)?.mark === "added";
    const mark = !after.has(id) ? "removed" : before.has(id) ? undefined : isNew ? "added" : "moved";
    return edgeOf(nodes, source, target).map((edge) => ({ ...edge, mark, ghost: mark === "removed" }));
  });
}

type Drawn = { sources: (TaskFacts | undefined)[]; edges: EdgeFacts[] };

/** What leads to a task, which is as before while it and those before it are. */
const drawn = new WeakMap<TaskFacts, Drawn>();

function edgesTo(nodes: Nodes, { id, dependsOn }: TaskLinks): EdgeFacts[] {
  const target = nodes.get(id);
  if (!target) return [];
  const sources = dependsOn.map((from) => nodes.get(from));
  const before = drawn.get(target);
  if (before && sameItems(before.sources, sources)) return before.edges;
  const edges = dependsOn.flatMap((from) => edgeOf(nodes, from, id));
  drawn.set(target, { sources, edges });
  return edges;
}

/** The edges that were drawn last, and as what they were given. */
let last: { given: readonly EdgeFacts[]; kept: readonly EdgeFacts[] } = { given: [], kept: [] };

/** The edges with those that are as before as the same objects, and as the same list when all are: nothing of them is drawn again. */
export function keepEdges(edges: readonly EdgeFacts[]): readonly EdgeFacts[] {
  const kept = edges.map((edge, at) => {
    const before = last.kept[at];
    return before && (edge === last.given[at] || shallowEqual(before, edge)) ? before : edge;
  });
  last = { given: edges, kept: sameItems(last.kept, kept) ? last.kept : kept };
  return last.kept;
}

function edgesOf(tasks: readonly { id: string; dependsOn: string[] }[]) {
  return new Map(
    tasks.flatMap(({ id, dependsOn }) =>
      dependsOn.map((source) => [edgeId(source, id), [source, id] as const] as const),
    ),
  );
}

/** The edge as a list of one; none when an end is not shown. */
function edgeOf(nodes: Nodes, from: string, to: string): EdgeFacts[] {
  const source = nodes.get(from);
  const target = nodes.get(to);
  if (!source || !target) return [];
  const flowing = target.status === "running" && isTerminalTask(source.status);
  const tone = flowing ? "run" : target.status === "waiting" ? "person" : "line";
  const ghost = source.ghost || target.ghost;
  return [{ id: edgeId(from, to), source: from, target: to, flowing, tone, ghost, mark: undefined }];
}
