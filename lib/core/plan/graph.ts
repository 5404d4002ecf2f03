/** Graph functions of plans (docs/plans.md, "Graph"). Iterative, so that depth never overflows the stack. */

export type GraphNode = { id: string; dependsOn: readonly string[] };

/** A plan, or its tasks. Unknown dependencies are ignored here; validation reports them. */
export type Graph = readonly GraphNode[] | { tasks: readonly GraphNode[] };

type Vertex = { id: string; dependencies: Vertex[]; visited: "no" | "open" | "done"; next: number };
type Walk = { vertices: Map<string, Vertex>; order: Vertex[]; cycle?: string[] };

/**
 * Task ids with every dependency before its dependents; a list that is in such an order already keeps it.
 * In a cyclic graph the edges that close a cycle are left out. O(V + E).
 */
export function topologicalOrder(graph: Graph): string[] {
  return walk(graph).order.map((vertex) => vertex.id);
}

/** One cycle as ids, first = last, each depending on the next; undefined for a graph without cycles. O(V + E). */
export function findCycle(graph: Graph): string[] | undefined {
  return walk(graph).cycle;
}

/** Level of each task: 0 without dependencies, otherwise one more than its highest dependency. O(V + E). */
export function levels(graph: Graph): Map<string, number> {
  return levelsOf(walk(graph));
}

/** The ids that a task depends on, directly or not, itself excluded. O(V + E). */
export function ancestors(graph: Graph, id: string): Set<string> {
  const { vertices } = walk(graph);
  const found = new Set<string>();
  const open = vertices.get(id)?.dependencies.slice() ?? [];
  for (let at = open.pop(); at; at = open.pop()) {
    if (found.has(at.id)) continue;
    found.add(at.id);
    for (const dependency of at.dependencies) open.push(dependency);
  }
  found.delete(id);
  return found;
}

/** The place of a task in the topological order, and a bit at the place of each of its ancestors. */
export type AncestorBits = { index: number; above: Uint32Array };

/** The ancestors of every task, for many questions about one graph: one pass over the edges. */
export function ancestorBits(graph: Graph): Map<string, AncestorBits> {
  const { order } = walk(graph);
  const bits = new Map<string, AncestorBits>();
  for (const { id, dependencies } of order) {
    const above = new Uint32Array(Math.ceil(order.length / 32));
    // From the last one on: those before it are often among its ancestors, and then need no look.
    for (const dependency of dependencies.toReversed()) {
      const seen = bits.get(dependency.id);
      if (!seen || hasBit(above, seen.index)) continue;
      addBits(above, seen.above);
      setBit(above, seen.index);
    }
    bits.set(id, { index: bits.size, above });
  }
  return bits;
}

function addBits(words: Uint32Array, others: Uint32Array): void {
  for (let at = 0; at < words.length; at += 1) words[at] = (words[at] as number) | (others[at] as number);
}

export function setBit(words: Uint32Array, index: number): void {
  words[index >>> 5] = (words[index >>> 5] as number) | (1 << (index & 31));
}

function hasBit(words: Uint32Array, index: number): boolean {
  return ((words[index >>> 5] as number) & (1 << (index & 31))) !== 0;
}

/** A test "is the second id an ancestor of the first", in constant time; false for unknown ids. */
export function ancestry(graph: Graph): (id: string, ancestor: string) => boolean {
  const bits = ancestorBits(graph);
  return (id, ancestor) => {
    const [own, other] = [bits.get(id), bits.get(ancestor)];
    return own !== undefined && other !== undefined && hasBit(own.above, other.index);
  };
}

/** Ids of a longest dependency chain, first to last; of several, the one whose ids come first. O(V + E). */
export function criticalPath(graph: Graph): string[] {
  const walked = walk(graph);
  const level = levelsOf(walked);
  let at: Vertex | undefined;
  for (const vertex of walked.order) {
    if (at === undefined || levelOf(level, vertex) > levelOf(level, at)) at = vertex;
  }
  const path: string[] = [];
  while (at) {
    path.push(at.id);
    const below: number = levelOf(level, at) - 1;
    at = at.dependencies.find((dependency) => levelOf(level, dependency) === below);
  }
  return path.reverse();
}

/** For each task the number of steps on the longest path from it to a task nothing depends on. O(V + E). */
export function remainingPath(graph: Graph): Map<string, number> {
  const remaining = new Map<string, number>();
  for (const { id, dependencies } of walk(graph).order.reverse()) {
    const own = remaining.get(id) ?? 0;
    remaining.set(id, own);
    for (const dependency of dependencies) {
      remaining.set(dependency.id, Math.max(remaining.get(dependency.id) ?? 0, own + 1));
    }
  }
  return remaining;
}

function levelsOf({ order }: Walk): Map<string, number> {
  const level = new Map<string, number>();
  for (const vertex of order) {
    let own = 0;
    for (const dependency of vertex.dependencies) own = Math.max(own, levelOf(level, dependency) + 1);
    level.set(vertex.id, own);
  }
  return level;
}

/** -1 for a vertex not reached yet, so that an edge which closes a cycle counts for nothing. */
function levelOf(level: Map<string, number>, vertex: Vertex): number {
  return level.get(vertex.id) ?? -1;
}

/** Depth first in the order of the input, dependencies before their dependents. */
function walk(graph: Graph): Walk {
  const vertices = verticesOf("tasks" in graph ? graph.tasks : graph);
  const walked: Walk = { vertices, order: [] };
  for (const root of vertices.values()) {
    if (root.visited !== "no") continue;
    const stack = [root];
    for (let at = stack.at(-1); at; at = stack.at(-1)) {
      const dependency: Vertex | undefined = at.dependencies[at.next++];
      at.visited = "open";
      if (dependency === undefined) {
        at.visited = "done";
        walked.order.push(at);
        stack.pop();
      } else if (dependency.visited === "no") {
        stack.push(dependency);
      } else if (dependency.visited === "open") {
        const open: Vertex[] = stack.slice(stack.indexOf(dependency));
        walked.cycle ??= [...open, dependency].map((vertex) => vertex.id);
      }
    }
  }
  return walked;
}

function verticesOf(nodes: readonly GraphNode[]): Map<string, Vertex> {
  const vertices = new Map<string, Vertex>();
  for (const { id } of nodes) vertices.set(id, { id, dependencies: [], visited: "no", next: 0 });
  for (const { id, dependsOn } of nodes) {
    const known = dependsOn.flatMap((dependency) => vertices.get(dependency) ?? []);
    const vertex = vertices.get(id);
    if (vertex) vertex.dependencies = vertex.dependencies.concat(known);
  }
  return vertices;
}
