import { isSameJson } from "../../json";
import { oncePerList } from "../../plan/once-per-list";
import { isStricter } from "../../ports";
import type { ToolMark } from "../events/release";

type Holding = readonly { guarded: readonly { reach: string[] }[] }[];

/**
 * Whether a tool was released: of one that its server, an administrator or a policy shows in another light people have not
 * heard, unless it has only come to do less. What nobody noted of it is known by what the controls hold back.
 */
export function isReleasedTool(
  released: readonly ToolMark[],
  { sideEffects: now, ...mark }: ToolMark,
  controls: Holding,
): boolean {
  return released.some(({ sideEffects: noted, ...known }) => {
    const before = noted ?? (couldAct(controls, known.name) ? "external" : "none");
    return isSameJson(known, mark) && (now === undefined || !isStricter(now, before));
  });
}

const toolsReached = oncePerList(
  (guarded: Holding[number]["guarded"]) => new Set(guarded.flatMap(({ reach }) => reach)),
);

/** Whether a tool could change something outside when people read what these controls hold back, whatever it says now. */
export const couldAct = (controls: Holding, tool: string): boolean =>
  controls.some(({ guarded }) => toolsReached(guarded).has(tool));
