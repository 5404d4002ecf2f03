import { z } from "zod";
import { MAX_CAP_MICRO_USD } from "../cost/spending-cap";

const range = "Enter an amount from 0 to 1,000,000 US dollars, or none.";

/** What real models may cost the workspace on one day (UTC), in millionths of a US dollar; null: no cap. */
export const changeSpendingInput = z.strictObject({
  capMicroUsd: z.int(range).min(0, range).max(MAX_CAP_MICRO_USD, range).nullable(),
});
