import type { CostScope } from "@/db/queries/costs/pieces";
import { type CostDays, costDays, countDays, daysInMs, MAX_COST_DAYS } from "@/lib/core/cost/days";
import type { CostFilter } from "@/lib/core/cost/views";
import { invalidInput } from "@/lib/core/errors";
import type { ServiceContext } from "../context";

type Asked = Partial<{ [Field in keyof CostDays]: CostDays[Field] | undefined }> & {
  [Field in keyof CostFilter]?: CostFilter[Field] | undefined;
};

/** The days and calls that a report is asked for. Throws `invalid_input` for a range without end. */
export function readScope({ actor, clock }: Pick<ServiceContext, "actor" | "clock">, asked: Asked) {
  const { from, to, by, ...named } = asked;
  const given = { ...(from !== undefined && { from }), ...(to !== undefined && { to }), ...(by && { by }) };
  const days = costDays(given, clock.nowMs());
  if (countDays(days) > MAX_COST_DAYS) throw invalidInput(`Choose at most ${MAX_COST_DAYS} days.`);
  const filter = Object.fromEntries(
    Object.entries(named).filter(([, value]) => value !== undefined),
  ) as CostFilter;
  const scope: CostScope = { workspaceId: actor.workspaceId, ...daysInMs(days), ...filter };
  return { days, filter, scope };
}
