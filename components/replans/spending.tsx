import { formatSpending } from "@/lib/core/describe/costs/lines";
import type { Spending } from "@/lib/core/views";

/** What calls have used, in one line. */
export const SpendingText = ({ spending }: { spending: Spending }) => formatSpending(spending);
