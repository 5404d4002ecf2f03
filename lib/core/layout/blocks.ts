import { type BlockLayout, GAP, type GraphLayout, NODE, type Point } from "./geometry";
import { edgeId, type TaskLinks } from "./links";

/** The id of the node that stands for finished levels, by the first of them; no task can have it. */
export const foldId = (level: number): string => ` fold${level}`;
export const isFoldId = (id: string): boolean => id.startsWith(" fold");

/** Tasks that are not shown, each with the node that stands for it; undefined where none does. */
export type HiddenTasks = ReadonlyMap<string, string | undefined>;
export const NONE_HIDDEN: HiddenTasks = new Map();

type BlockWithLayout = { block: LayoutBlock; layout: BlockLayout };

/** Blocks may be this wide together before new work goes back to the left, as lines of a text do. */
const MAX_LINE_WIDTH = 4 * (NODE.width + GAP.x);
const add = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });

/** The tasks that one plan version brought. Blocks are laid out one by one, so that a later one moves no task. */
export type LayoutBlock = {
  /** The same tasks, the same key: what has been laid out stays. */
  key: string;
  nodes: string[];
  edges: { id: string; source: string; target: string }[];
  /** Tasks of earlier blocks that this one hangs on. */
  parents: string[];
};

type BlockOptions = {
  /** A block is another one as soon as its edges differ. */
  draft?: boolean;
  /** Tasks that have a place already: they are in no block. */
  placed?: { has(id: string): boolean };
};

/** Of tasks that are in no block: lower than any version. */
const PLACED = -1;
const NONE: ReadonlySet<string> = new Set();

/** The blocks of a graph in the order of versions. What stands for hidden tasks is in the first that they are of or come before. */
export function layoutBlocks(
  wiring: readonly TaskLinks[],
  hidden: HiddenTasks,
  { draft = false, placed = NONE }: BlockOptions = {},
): LayoutBlock[] {
  const shown = wiring.filter(({ id }) => !hidden.has(id));
  const blockOf = new Map(shown.map(({ id, version }) => [id, placed.has(id) ? PLACED : version]));
  const byVersion = new Map<number, TaskLinks[]>();
  for (const task of shown) if (!placed.has(task.id)) push(byVersion, task.version, task);
  const versions = [...byVersion.keys()].sort((a, b) => a - b);
  // Where others have places, those of folds are among them (`foldPlaces`).
  const folds = placed === NONE ? foldsOf(wiring, hidden) : [];
  for (const { id, since } of folds)
    blockOf.set(id, versions.find((version) => version >= since) ?? versions.at(-1) ?? PLACED);
  const foldKey = folds.map(({ id, size }) => `${id}:${size}`).join(" ");
  const edgesTo = ({ id, dependsOn }: Pick<TaskLinks, "id" | "dependsOn">) => {
    const sources = new Set(dependsOn.map((from) => (hidden.has(from) ? hidden.get(from) : from)));
    return [...sources].flatMap((source) =>
      source === undefined || source === id ? [] : [{ id: edgeId(source, id), source, target: id }],
    );
  };
  return versions.map((version) => {
    const own = [...folds.filter(({ id }) => blockOf.get(id) === version), ...(byVersion.get(version) ?? [])];
    const nodes = own.map(({ id }) => id);
    const edges = own.flatMap(edgesTo);
    return {
      key: [foldKey, ...nodes, ...(draft ? edges.map(({ id }) => id) : [])].join("\n"),
      nodes,
      edges: edges.filter(({ source }) => blockOf.get(source) === version),
      parents: [...new Set(edges.map(({ source }) => source))].filter((id) => {
        const other = blockOf.get(id);
        return other !== undefined && other < version;
      }),
    };
  });
}

/** The nodes that stand for hidden tasks, each with what all of them wait for and the first version of one. */
function foldsOf(wiring: readonly TaskLinks[], hidden: HiddenTasks) {
  const members = new Map<string, TaskLinks[]>();
  for (const task of wiring) {
    const fold = hidden.get(task.id);
    if (fold !== undefined) push(members, fold, task);
  }
  return [...members].map(([id, tasks]) => ({
    id,
    size: tasks.length,
    since: Math.min(...tasks.map(({ version }) => version)),
    dependsOn: tasks.flatMap(({ dependsOn }) => dependsOn),
  }));
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/**
 * Puts blocks onto one canvas: the first at the corner, each later one after the tasks it hangs on, and under
 * whatever stands there already. A block's place depends on earlier blocks alone. `known` has the corners of blocks
 * that were placed before, by key; it is added to. What `kept` has stays where it is. Only what `isShown` is in the way.
 */
export function placeBlocks(
  laidOut: readonly BlockWithLayout[],
  placedCorners = new Map<string, Point>(),
  kept?: GraphLayout,
  isShown: (id: string) => boolean = () => true,
): GraphLayout {
  const positions = new Map(kept?.positions);
  const routes = new Map(kept?.routes);
  for (const { block, layout } of laidOut) {
    const occupied = [...positions].flatMap(([id, at]) => (isShown(id) ? [at] : []));
    const before = placedCorners.get(block.key);
    const isFree = before && firstFreeRow(before, layout, occupied) === before.y;
    const corner = isFree ? before : cornerOf(block, layout, { positions, occupied });
    placedCorners.set(block.key, corner);
    for (const [id, at] of layout.positions) positions.set(id, add(at, corner));
    for (const [id, points] of layout.routes) {
      routes.set(
        id,
        points.map((point) => add(point, corner)),
      );
    }
  }
  return { positions, routes };
}

type Standing = { positions: ReadonlyMap<string, Point>; occupied: readonly Point[] };

function cornerOf(block: LayoutBlock, layout: BlockLayout, { positions, occupied }: Standing): Point {
  const parents = block.parents.flatMap((id) => positions.get(id) ?? []);
  if (occupied.length === 0) return { x: 0, y: 0 };
  const right = Math.max(MAX_LINE_WIDTH, ...occupied.map(({ x }) => x + NODE.width));
  const after = Math.max(0, ...parents.map(({ x }) => x + NODE.width + GAP.x));
  const x = after + layout.width <= right ? after : 0;
  const top = parents.length > 0 ? Math.min(...parents.map((parent) => parent.y)) : 0;
  return { x, y: firstFreeRow({ x, y: top }, layout, occupied) };
}

/** The first y from `from` on at which the block touches nothing. */
function firstFreeRow(from: Point, { width, height }: BlockLayout, occupied: readonly Point[]): number {
  const obstacles = occupied
    .filter(({ x }) => x < from.x + width + GAP.x && x + NODE.width + GAP.x > from.x)
    .sort((a, b) => a.y - b.y);
  let y = from.y;
  for (const other of obstacles) {
    const touches = other.y < y + height + GAP.y && other.y + NODE.height + GAP.y > y;
    if (touches) y = other.y + NODE.height + GAP.y;
  }
  return y;
}

/** The places of a plan with some of its tasks folded: the node that stands for them is where the last of them was. */
export function foldPlaces(
  { positions, routes }: GraphLayout,
  folds: ReadonlyMap<string, string>,
): GraphLayout {
  const left = new Map([...positions].filter(([id]) => !folds.has(id)));
  for (const [fold, tasks] of Map.groupBy(folds.keys(), (id) => folds.get(id) as string)) {
    const places = tasks.flatMap((id) => positions.get(id) ?? []);
    const x = Math.max(...places.map((place) => place.x));
    const last = places.filter((place) => place.x === x).sort((a, b) => a.y - b.y);
    const middle = last[last.length >> 1];
    if (middle) left.set(fold, middle);
  }
  return { positions: left, routes };
}

/** A plain layout that needs no engine: one column a level. What is shown when the real one fails. */
export function columnsByLevel(nodes: readonly { id: string; level: number }[]): GraphLayout {
  const rows = new Map<number, number>();
  const positions = new Map<string, Point>();
  for (const { id, level } of nodes) {
    const row = rows.get(level) ?? 0;
    rows.set(level, row + 1);
    positions.set(id, { x: level * (NODE.width + GAP.x), y: row * (NODE.height + GAP.y) });
  }
  return { positions, routes: new Map() };
}
