import { z } from "zod";
import { COST_STEPS, countDays, isDay, MAX_COST_DAYS } from "../cost/days";

const day = z.string().refine(isDay, "Enter a day such as 2026-11-24.");
/** As large as the store's numbers. */
const MAX_VERSION = 2_147_483_647;
const name = z.string().min(1).max(200).optional();

/** Which calls a report of costs is about; the last thirty days where no day is given. */
export const costReportInput = z
  .strictObject({
    from: day.optional(),
    to: day.optional(),
    by: z.enum(COST_STEPS).optional(),
    tag: name,
    model: name,
    role: name,
    agent: name,
    runId: name,
    version: z.coerce.number().int().min(0).max(MAX_VERSION).optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ["to"],
    message: "Enter a last day that is not before the first.",
  })
  .refine(
    ({ from, to }) => from === undefined || to === undefined || countDays({ from, to }) <= MAX_COST_DAYS,
    {
      path: ["from"],
      message: `Choose at most ${MAX_COST_DAYS} days.`,
    },
  );
export type CostReportInput = z.input<typeof costReportInput>;
