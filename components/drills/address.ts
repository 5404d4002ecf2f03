import { isDay } from "@/lib/core/cost/days";
import { DRILL_OUTCOMES } from "@/lib/core/drills/judge";
import { DRILL_KINDS } from "@/lib/core/drills/kinds";
import type { ListDrillsInput } from "@/lib/core/inputs/drills";

/** What of the drills is shown; all of it is in the page's address. */
export type DrillsView = Pick<ListDrillsInput, "from" | "to" | "kind" | "outcome" | "cursor">;

type Params = Record<string, string | string[] | undefined>;

/** The view that an address asks for; what it does not understand is passed over. */
export function viewOf({ from, to, kind, outcome, cursor }: Params): DrillsView {
  const [first, last] = [from, to].map((day) => (typeof day === "string" && isDay(day) ? day : undefined));
  const ofKind = DRILL_KINDS.find((one) => one === kind);
  const withOutcome = DRILL_OUTCOMES.find((one) => one === outcome);
  return {
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { to: last }),
    ...(ofKind && { kind: ofKind }),
    ...(withOutcome && { outcome: withOutcome }),
    ...(typeof cursor === "string" && cursor !== "" && { cursor }),
  };
}

export function addressOf(view: DrillsView): string {
  const query = new URLSearchParams(Object.entries(view).filter(([, value]) => value !== undefined));
  return query.size === 0 ? "/insights/drills" : `/insights/drills?${query}`;
}
