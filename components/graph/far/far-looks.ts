import type { Tone } from "@/lib/core/describe/looks/run";
import type { Point } from "@/lib/core/layout/geometry";
import { NODE } from "@/lib/core/layout/geometry";
import { SEVERITY_DISPLAY } from "../../status";
import type { TaskFacts } from "../facts";

/** How a task looks where it is too small for words. */
export type FarLook = Tone | "pending" | "ghost";

/** From the faintest to what must be seen: later ones are drawn over earlier ones. */
const LOOKS: readonly FarLook[] = [
  "ghost",
  "pending",
  "plain",
  "ok",
  "amber",
  "retry",
  "run",
  "person",
  "bad",
];

/** All tasks of a look: their shapes as one path, and their icons with the places of these. */
type FarGroup = { look: FarLook; shapes: string; icons: string; xs: string; ys: string };

const MARK_LOOKS = { added: "ok", changed: "amber", removed: "ghost" } as const satisfies Record<
  string,
  FarLook
>;

export function farLookOf({ ghost, mark, severity, status, tone }: TaskFacts): FarLook {
  if (mark) return MARK_LOOKS[mark];
  if (ghost) return "ghost";
  if (status !== "pending") return tone;
  return severity ? SEVERITY_DISPLAY[severity].tone : "pending";
}

/**
 * The tasks that have a place, in as many groups as there are looks: a thousand tasks are a handful of elements, which
 * is what lets the whole of a large plan move at once.
 */
export function farGroups(nodes: readonly TaskFacts[], positions: ReadonlyMap<string, Point>): FarGroup[] {
  const byLook = new Map<FarLook, { shapes: string[]; icons: string[]; xs: number[]; ys: number[] }>();
  for (const facts of nodes) {
    const at = positions.get(facts.id);
    if (!at) continue;
    const look = farLookOf(facts);
    const group = byLook.get(look) ?? { shapes: [], icons: [], xs: [], ys: [] };
    byLook.set(look, group);
    group.shapes.push(shapeAt(facts.kind, at));
    group.icons.push(facts.icon);
    group.xs.push(at.x + NODE.width / 2);
    group.ys.push(at.y + NODE.height / 2);
  }
  return LOOKS.flatMap((look) => {
    const group = byLook.get(look);
    if (!group) return [];
    const { shapes, icons, xs, ys } = group;
    return { look, shapes: shapes.join(""), icons: icons.join(""), xs: xs.join(" "), ys: ys.join(" ") };
  });
}

/** A dot at the corner of each task that people have commented on; empty where nobody has. */
export const farDots = (nodes: readonly TaskFacts[], positions: ReadonlyMap<string, Point>): string =>
  nodes
    .flatMap(({ id, comments }) => {
      const at = comments > 0 ? positions.get(id) : undefined;
      return at ? `M${at.x + NODE.width - DOT / 2},${at.y - DOT}a${DOT},${DOT} 0 1,1 -0.01,0Z` : [];
    })
    .join("");
const DOT = 22;

/** Tasks and programs are rectangles; a review has points at its sides, a synthesis gate cut corners, a human gate a foot. */
function shapeAt(kind: TaskFacts["kind"], { x, y }: Point): string {
  const { width, height } = NODE;
  if (kind === "planning_review")
    return `M${x},${y + height / 2}l${width / 2},${-height / 2}l${width / 2},${height / 2}l${-width / 2},${height / 2}Z`;
  if (kind === "synthesis_gate")
    return `M${x + 36},${y}h${width - 72}l36,${height / 2}l-36,${height / 2}h${72 - width}l-36,${-height / 2}Z`;
  if (kind === "human_review")
    return `M${x},${y}h${width}v${height * 0.6}l${-width / 2},${height * 0.4}l${-width / 2},${-height * 0.4}Z`;
  return `M${x + 8},${y}h${width - 16}l8,8v${height - 16}l-8,8h${16 - width}l-8,-8v${16 - height}Z`;
}

/** The task whose node a point of the graph lies on. */
export function taskAt(
  point: Point,
  nodes: readonly TaskFacts[],
  positions: ReadonlyMap<string, Point>,
): string | undefined {
  return nodes.find(({ id }) => {
    const at = positions.get(id);
    return (
      at !== undefined &&
      at.x <= point.x &&
      point.x <= at.x + NODE.width &&
      at.y <= point.y &&
      point.y <= at.y + NODE.height
    );
  })?.id;
}
