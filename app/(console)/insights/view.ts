import type { InsightsView } from "@/components/insights/address";
import { type AddressQuery, readAddress } from "@/lib/core/inputs/address";
import { inOrder } from "@/lib/core/inputs/bounds";
import { insightsInput } from "@/lib/core/inputs/insights";

const [isInOrder] = inOrder;

/** Reads what the page's address asks for; a last day before the first is passed over. */
export function insightsView(query: AddressQuery): InsightsView {
  const view = readAddress(insightsInput, query);
  return isInOrder(view) ? view : { ...view, to: undefined };
}
