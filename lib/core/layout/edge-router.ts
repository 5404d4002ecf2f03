import {
  type EdgeWays,
  type Ends,
  type GraphLayout,
  NODE,
  type Point,
  straightWay,
  TURN_PX,
  withoutCollinearPoints,
} from "./geometry";

type Span = { from: number; to: number };
/** A part of a drawn edge that lies on a lane. */
type Piece = Span & { at: number } & Pick<Ends, "source" | "target">;
/** The coordinate that a lane keeps: a lane of `x` is vertical. */
type Axis = "x" | "y";
type Lanes = Record<Axis, number[]> & { blocked(axis: Axis, at: number): readonly Span[] };
type Step = {
  /** The crossing of two lanes, by their places among all. */
  x: number;
  y: number;
  /** The lane that led here. */
  axis: Axis;
  cost: number;
  /** The cost with the least that is still to come. */
  total: number;
  before: Step | undefined;
};

/** Where lanes lie in the gaps beside and above nodes, in pixels from their sides. */
const LANES_RIGHT = [8, 15, 22] as const;
const LANES_LEFT = [TURN_PX, 33, 40] as const;
const LANES_ABOVE = [10, 17, 24, 31] as const;
const LANES_BELOW = [11, 18, 25, 32] as const;
/** What stays free around a node; a shape sticks out of its left side. */
const CLEAR = { left: 18, right: 6, above: 6, below: 6 } as const;
/** Nearer to each other than this, two edges look like one. */
const SAME_LINE_PX = 4;
const COST = { bend: 24, sharedLine: 60, sharedPx: 3 } as const;
/** Above 1 the goal counts more than the shortest way there, which is found much sooner. */
const HASTE = 1.6;
const MAX_STEPS = 20_000;
/** Of a graph that is larger and more tangled than this, the last edges go straight. */
const MAX_STEPS_IN_ALL = 150_000;

/**
 * The ways of edges around the nodes of a layout. An edge keeps the route of the layout engine while no node lies on
 * it; any other leaves its source to the right and enters its target from the left, through the gaps between columns
 * and rows, not along edges with which it shares no end. `known` ways stay; edges without a place have none.
 */
export function routeEdges(
  { positions, routes }: GraphLayout,
  edges: readonly Ends[],
  known: EdgeWays = new Map(),
): EdgeWays {
  const nodes = [...positions];
  const lanes = lanesOf([...positions.values()]);
  const traffic: Traffic = { x: new Map(), y: new Map() };
  const ways = new Map<string, readonly Point[]>();
  let steps = 0;
  const search = (edge: Ends, source: Point, target: Point): readonly Point[] => {
    const maxSteps = Math.min(MAX_STEPS, MAX_STEPS_IN_ALL - steps);
    const found = findWay(edge, source, target, lanes, traffic, maxSteps);
    steps += found.steps;
    return found.way ?? straightWay(source, target);
  };
  const keep = (edge: Ends, way: readonly Point[]) => {
    ways.set(edge.id, way);
    addTraffic(traffic, edge, way);
  };
  for (const edge of edges) {
    const way = known.get(edge.id) ?? routes.get(edge.id);
    if (way && (known.has(edge.id) || isClear(way, edge, nodes))) keep(edge, way);
  }
  for (const edge of edges) {
    const [source, target] = [positions.get(edge.source), positions.get(edge.target)];
    if (source && target && !ways.has(edge.id)) keep(edge, search(edge, source, target));
  }
  return ways;
}

/** True when the route runs behind no node but those at its ends. */
function isClear(
  route: readonly Point[],
  { source, target }: Ends,
  nodes: readonly [string, Point][],
): boolean {
  const others = nodes.filter(([id]) => id !== source && id !== target);
  return pairs(route).every(([a, b]) => {
    const [x, y] = [spanOf(a.x, b.x), spanOf(a.y, b.y)];
    return !others.some(
      ([, at]) => x.from < at.x + NODE.width && x.to > at.x && y.from < at.y + NODE.height && y.to > at.y,
    );
  });
}

function lanesOf(corners: readonly Point[]): Lanes {
  // Where edges begin and end; all other lanes keep apart from these and from each other.
  const ends = {
    x: corners.flatMap((at) => [at.x + NODE.width + LANES_RIGHT[0], at.x - LANES_LEFT[0]]),
    y: corners.map((at) => at.y + NODE.height / 2),
  };
  const others = {
    x: corners.flatMap((at) => [
      ...LANES_RIGHT.map((px) => at.x + NODE.width + px),
      ...LANES_LEFT.map((px) => at.x - px),
    ]),
    y: corners.flatMap((at) => [
      ...LANES_ABOVE.map((px) => at.y - px),
      ...LANES_BELOW.map((px) => at.y + NODE.height + px),
    ]),
  };
  const known = { x: new Map<number, Span[]>(), y: new Map<number, Span[]>() };
  const blocked = (axis: Axis, lane: number): readonly Span[] => {
    const spans =
      known[axis].get(lane) ??
      corners.flatMap((at) => {
        const [across, along] = axis === "x" ? [columnOf(at), rowOf(at)] : [rowOf(at), columnOf(at)];
        return across.from < lane && lane < across.to ? [along] : [];
      });
    known[axis].set(lane, spans);
    return spans;
  };
  return { x: spaced(ends.x, others.x), y: spaced(ends.y, others.y), blocked };
}

/** All `ends`, and of the others those that no lane before them is next to; in order. */
function spaced(ends: readonly number[], others: readonly number[]): number[] {
  const taken = new Set(ends.map(bucketOf));
  const added = [...others]
    .sort((a, b) => a - b)
    .filter((at) => {
      const bucket = bucketOf(at);
      if (taken.has(bucket)) return false;
      taken.add(bucket);
      return true;
    });
  return [...new Set([...ends, ...added])].sort((a, b) => a - b);
}

const columnOf = ({ x }: Point): Span => ({ from: x - CLEAR.left, to: x + NODE.width + CLEAR.right });
const rowOf = ({ y }: Point): Span => ({ from: y - CLEAR.above, to: y + NODE.height + CLEAR.below });

/** The cheapest way by A*: short, with few bends, and not along other edges. */
function findWay(
  edge: Ends,
  source: Point,
  target: Point,
  lanes: Lanes,
  traffic: Traffic,
  maxSteps: number,
): { way: Point[] | undefined; steps: number } {
  const from = { x: source.x + NODE.width, y: source.y + NODE.height / 2 };
  const to = { x: target.x, y: target.y + NODE.height / 2 };
  const first = { x: lanes.x.indexOf(from.x + LANES_RIGHT[0]), y: lanes.y.indexOf(from.y) };
  const goal = { x: lanes.x.indexOf(to.x - LANES_LEFT[0]), y: lanes.y.indexOf(to.y) };
  const at = ({ x, y }: Pick<Step, "x" | "y">): Point => ({ x: lanes.x[x] ?? 0, y: lanes.y[y] ?? 0 });
  const end = at(goal);
  const open: Step[] = [{ ...first, axis: "y", cost: 0, total: 0, before: undefined }];
  const closed = new Set<number>();
  const keyOf = (x: number, y: number, axis: Axis) => 2 * (y * lanes.x.length + x) + (axis === "x" ? 1 : 0);
  for (let step = open.pop(); step && closed.size < maxSteps; step = open.pop()) {
    if (step.x === goal.x && step.y === goal.y) {
      return { way: withoutCollinearPoints([from, ...pointsTo(step, at), to]), steps: closed.size };
    }
    const key = keyOf(step.x, step.y, step.axis);
    if (closed.has(key)) continue;
    closed.add(key);
    for (const [axis, x, y] of neighborsOf(step)) {
      if (x < 0 || y < 0 || x >= lanes.x.length || y >= lanes.y.length) continue;
      const [here, there] = [at(step), at({ x, y })];
      const lane = here[axis];
      const span = axis === "x" ? spanOf(here.y, there.y) : spanOf(here.x, there.x);
      if (closed.has(keyOf(x, y, axis)) || lanes.blocked(axis, lane).some((node) => overlaps(node, span)))
        continue;
      const arrives = x === goal.x && y === goal.y && axis === "x";
      const bends = (axis === step.axis ? 0 : 1) + (arrives ? 1 : 0);
      const cost =
        step.cost + span.to - span.from + bends * COST.bend + sharedCost(traffic[axis], edge, lane, span);
      const total = cost + HASTE * (Math.abs(there.x - end.x) + Math.abs(there.y - end.y));
      insert(open, { x, y, axis, cost, total, before: step });
    }
  }
  return { way: undefined, steps: closed.size };
}

const neighborsOf = ({ x, y }: Step): [Axis, x: number, y: number][] => [
  ["y", x + 1, y],
  ["y", x - 1, y],
  ["x", x, y + 1],
  ["x", x, y - 1],
];

/** Keeps the steps in order, the most promising at the end; of equal ones the newest, which is furthest on its way. */
function insert(open: Step[], step: Step): void {
  let [low, high] = [0, open.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((open[middle]?.total ?? 0) >= step.total) low = middle + 1;
    else high = middle;
  }
  open.splice(low, 0, step);
}

function pointsTo(last: Step, at: (step: Step) => Point): Point[] {
  const points: Point[] = [];
  for (let step: Step | undefined = last; step; step = step.before) points.unshift(at(step));
  return points;
}

/** Pieces of edges by their lanes, in buckets of the width in which they look like one line. */
type Traffic = Record<Axis, Map<number, Piece[]>>;
const bucketOf = (at: number): number => Math.floor(at / SAME_LINE_PX);

function addTraffic(traffic: Traffic, { source, target }: Ends, way: readonly Point[]): void {
  for (const [a, b] of pairs(way)) {
    const axis = a.x === b.x ? "x" : "y";
    const at = a[axis];
    const piece = { at, source, target, ...(axis === "x" ? spanOf(a.y, b.y) : spanOf(a.x, b.x)) };
    const bucket = traffic[axis].get(bucketOf(at));
    if (bucket) bucket.push(piece);
    else traffic[axis].set(bucketOf(at), [piece]);
  }
}

/** What it costs to run along edges that neither begin nor end with this one. */
function sharedCost(pieces: Map<number, Piece[]>, edge: Ends, lane: number, span: Span): number {
  let cost = 0;
  for (let bucket = bucketOf(lane) - 1; bucket <= bucketOf(lane) + 1; bucket += 1) {
    for (const piece of pieces.get(bucket) ?? []) {
      const isApart = piece.source !== edge.source && piece.target !== edge.target;
      if (!isApart || Math.abs(piece.at - lane) >= SAME_LINE_PX || !overlaps(piece, span)) continue;
      const px = Math.min(piece.to, span.to) - Math.max(piece.from, span.from);
      cost += COST.sharedLine + px * COST.sharedPx;
    }
  }
  return cost;
}

const spanOf = (a: number, b: number): Span => ({ from: Math.min(a, b), to: Math.max(a, b) });
const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;
const pairs = (points: readonly Point[]): [Point, Point][] =>
  points.flatMap((point, index): [Point, Point][] => {
    const before = points[index - 1];
    return before ? [[before, point]] : [];
  });
