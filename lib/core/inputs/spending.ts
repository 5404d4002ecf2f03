import { z } from "zod";
import { MAX_CAP_MICRO_USD } from "../cost/spending-cap";
import { describeForm } from "../schema-form";

const range = "Enter an amount from 0 to 1,000,000 US dollars, or none.";

/** What real models may cost the workspace on one day (UTC), in millionths of a US dollar; null: no cap. */
export const changeSpendingInput = z.strictObject({
  capMicroUsd: z
    .int(range)
    .min(0, range)
    .max(MAX_CAP_MICRO_USD, range)
    .nullable()
    .meta({
      title: "US dollars a day",
      description:
        "When the models of this workspace have cost this much on one day (UTC), new runs, forks and model replays are refused until the next. Runs that have started continue within their own limits. Leave empty for no cap.",
      look: { placeholder: "No cap", scale: 1_000_000 },
    }),
});
export const spendingForm = describeForm(changeSpendingInput);
export type SpendingNodes = typeof spendingForm;
