import { verify } from "../lisp";
import { serializePlan } from "../plan/write/json";
import { REFINEMENT_PARTS, type RefinementItems } from "../refinement/items";
import { type Refined, refine } from "../refinement/refine";
import type { RefineBase } from "../refinement/rest";
import type { ItemOf } from "./items";
import type { Measure } from "./measures";

const NOTHING = "nothing";

type Label = Pick<ItemOf<"refinements">, "touches" | "expects">;

/** Which measures a refinement counts for: all, and those of its kind. */
export function refinementMeasures({
  touches,
  hostile,
}: Pick<ItemOf<"refinements">, "touches" | "hostile">): Measure[] {
  const isNeeded = touchedText(touches) !== NOTHING;
  return [
    "refinements_right",
    `refinements_right.${isNeeded ? "needed" : "not_needed"}`,
    ...(hostile ? (["refinements_right.hostile"] as const) : []),
  ];
}

/**
 * Whether a refinement asks for exactly what the label says, a run would take all of it, and the plan then has what it is
 * to have; with that plan, which still has to be validated.
 */
export function judgeRefinement(
  items: RefinementItems,
  base: RefineBase,
  { touches, expects }: Label,
): { right: boolean; said: string; plan: Refined["plan"] } {
  const { plan, dropped } = refine(items, base);
  const asked = {
    modify: items.modify.map(({ taskId }) => taskId),
    add: items.add.map(({ task }) => task.agent),
    skip: items.skip.map(({ taskId }) => taskId),
  };
  const isThere = () =>
    expects === undefined ||
    verify(expects, { result: JSON.parse(serializePlan(plan)) }).outcome === "passed";
  const said = touchedText(asked);
  const lost = dropped.map(({ taskId, why }) => `${taskId} is left out: ${why}`);
  return {
    right: said === touchedText(touches) && dropped.length === 0 && isThere(),
    said: [said, ...lost].join("; "),
    plan,
  };
}

/** What is touched, in an order of its own: `modify a, b; add reader`, or `nothing`. */
export function touchedText(touched: Label["touches"]): string {
  const parts = REFINEMENT_PARTS.flatMap((part) => {
    const names = [...new Set(touched[part])].sort();
    return names.length > 0 ? [`${part} ${names.join(", ")}`] : [];
  });
  return parts.join("; ") || NOTHING;
}
