/** Sizes of the canvas in pixels at zoom 1. All nodes are alike, so that a status never changes the layout. */
export const NODE = { width: 216, height: 74 } as const;
export const GAP = { x: 48, y: 42 } as const;

export type Point = { x: number; y: number };

/** A block laid out on its own, its top left corner at 0, 0. `routes` are the corners of its edges, ends included. */
export type BlockLayout = {
  width: number;
  height: number;
  positions: [id: string, Point][];
  routes: [edgeId: string, Point[]][];
};

/** A graph laid out: the top left corner of each node, and the corners of each edge that has a route. */
export type GraphLayout = { positions: ReadonlyMap<string, Point>; routes: ReadonlyMap<string, Point[]> };

/** The corners of the drawn edges, ends included. */
export type EdgeWays = ReadonlyMap<string, readonly Point[]>;
export type Ends = { id: string; source: string; target: string };

/** How far before its target an edge turns towards it. */
export const TURN_PX = 26;

/** With one step half-way, whatever lies on it. */
export function straightWay(source: Point, target: Point): Point[] {
  const from = { x: source.x + NODE.width, y: source.y + NODE.height / 2 };
  const to = { x: target.x, y: target.y + NODE.height / 2 };
  const turn = to.x - TURN_PX;
  return withoutCollinearPoints([from, { x: turn, y: from.y }, { x: turn, y: to.y }, to]);
}

/** Without corners that lie on the way between their neighbors. */
export function withoutCollinearPoints(points: readonly Point[]): Point[] {
  return points.filter((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before || !after) return true;
    const isVertical = before.x === point.x && point.x === after.x;
    const isLevel = before.y === point.y && point.y === after.y;
    return !isVertical && !isLevel;
  });
}

/** True when every task that had a place has it still. */
export function keepsPlaces(before: GraphLayout, now: GraphLayout): boolean {
  return [...before.positions].every(([id, { x, y }]) => {
    const at = now.positions.get(id);
    return at?.x === x && at.y === y;
  });
}

export type Rect = Point & { width: number; height: number };

/** The smallest rectangle around all nodes and the corner at 0, 0, or around those given. */
export function boundsOf({ positions }: GraphLayout, ids?: Iterable<string>): Rect {
  let rect: [left: number, top: number, right: number, bottom: number] | undefined = ids
    ? undefined
    : [0, 0, 0, 0];
  for (const id of ids ?? positions.keys()) {
    const at = positions.get(id);
    if (!at) continue;
    const { x, y } = at;
    const [left, top, right, bottom] = rect ?? [x, y, x, y];
    rect = [
      Math.min(left, x),
      Math.min(top, y),
      Math.max(right, x + NODE.width),
      Math.max(bottom, y + NODE.height),
    ];
  }
  const [left, top, right, bottom] = rect ?? [0, 0, 0, 0];
  return { x: left, y: top, width: right - left, height: bottom - top };
}
