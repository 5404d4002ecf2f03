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
