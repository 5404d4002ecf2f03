import { type LayoutBlock, layoutBlocks, NONE_HIDDEN, placeBlocks } from "./blocks";
import { routeEdges } from "./edge-router";
import type { BlockLayout, EdgeWays, GraphLayout, Point } from "./geometry";
import { endsOf, FEW_DROPPED, type TaskLinks } from "./links";

/** Goes up with every change that gives some graph another layout: what an earlier one stored is made again. */
export const LAYOUT_VERSION = 2;

/** The top left corner of a task. */
export type PlacedTask = [taskId: string, x: number, y: number];
/** The corners of an edge, ends included, as x and y in turn. */
export type RoutedEdge = [edgeId: string, ...coordinates: number[]];

/** Where a plan version's tasks are, and the ways of its edges, which are found after them: null until then. */
export type PlanLayout = { version: number; nodes: PlacedTask[]; edges: RoutedEdge[] | null };

/** What a plan version is laid out from: its links, and the layout of an earlier version, which stays as it is. */
export type LayoutJob = { links: TaskLinks[]; kept: Pick<PlanLayout, "nodes" | "edges"> | undefined };

/** Lays plan versions out one after the other. `onNodes` is called first; the edges follow. */
export type LayOut = (job: LayoutJob, onNodes: (nodes: PlacedTask[]) => void) => Promise<RoutedEdge[]>;

/**
 * Puts the tasks that have no place yet beside those that have one, block by block. Dropped tasks keep theirs while they are
 * few; many of them make room, and have none.
 */
export async function placeTasks(
  { links, kept }: LayoutJob,
  layOutBlock: (block: LayoutBlock) => Promise<BlockLayout>,
): Promise<GraphLayout> {
  const gone = links.filter(({ dropped }) => dropped);
  const shown = gone.length > FEW_DROPPED ? links.filter(({ dropped }) => !dropped) : links;
  const before = kept ? placesOf(toGraphLayout(kept), shown) : NOTHING;
  const laidOut: { block: LayoutBlock; layout: BlockLayout }[] = [];
  for (const block of layoutBlocks(shown, NONE_HIDDEN, { placed: before.positions }))
    laidOut.push({ block, layout: await layOutBlock(block) });
  return placeBlocks(laidOut, new Map(), before);
}

/** A layout with these tasks alone. */
function placesOf({ positions, routes }: GraphLayout, links: readonly TaskLinks[]): GraphLayout {
  const ids = new Set(links.map(({ id }) => id));
  const edgeIds = new Set(endsOf(links).map(({ id }) => id));
  return {
    positions: new Map([...positions].filter(([id]) => ids.has(id))),
    routes: new Map([...routes].filter(([id]) => edgeIds.has(id))),
  };
}

/** The ways of all edges of a layout, in the order in which pages ask for them. */
export function routeAll(layout: GraphLayout, links: readonly TaskLinks[]): EdgeWays {
  return routeEdges(layout, endsOf(links));
}

const NOTHING: GraphLayout = { positions: new Map(), routes: new Map() };

/** As the canvas reads it. Ways count as routes: the router keeps them while nothing stands on them. */
export function toGraphLayout({ nodes, edges }: Pick<PlanLayout, "nodes" | "edges">): GraphLayout {
  return {
    positions: new Map(nodes.map(([id, x, y]) => [id, { x, y }])),
    routes: new Map((edges ?? []).map(([id, ...coordinates]) => [id, pointsOf(coordinates)])),
  };
}

export const toPlacedTasks = ({ positions }: Pick<GraphLayout, "positions">): PlacedTask[] =>
  [...positions].map(([id, { x, y }]) => [id, round(x), round(y)]);

export const toRoutedEdges = (ways: EdgeWays): RoutedEdge[] =>
  [...ways].map(([id, points]) => [id, ...points.flatMap(({ x, y }) => [round(x), round(y)])]);

function pointsOf(coordinates: readonly number[]): Point[] {
  const points: Point[] = [];
  for (let at = 0; at + 1 < coordinates.length; at += 2)
    points.push({ x: coordinates[at] as number, y: coordinates[at + 1] as number });
  return points;
}

/** Nobody sees less than a hundredth of a pixel. */
const round = (value: number): number => Math.round(value * 100) / 100;
