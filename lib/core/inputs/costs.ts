import { z } from "zod";
import { COST_STEPS, countDays, MAX_COST_DAYS } from "../cost/days";
import { dayRange, inAddress, inOrder, lastOrdinal } from "./bounds";

const name = z.string().min(1).max(200).optional();

/** Which calls a report of costs is about; the last thirty days where no day is given. */
export const costReportInput = z
  .strictObject({
    ...dayRange,
    by: z.enum(COST_STEPS).optional(),
    tag: name,
    model: name,
    role: name,
    agent: name,
    runId: name,
    version: inAddress(lastOrdinal).optional(),
  })
  .refine(...inOrder)
  .refine(
    ({ from, to }) => from === undefined || to === undefined || countDays({ from, to }) <= MAX_COST_DAYS,
    {
      path: ["from"],
      message: `Choose at most ${MAX_COST_DAYS} days.`,
    },
  );
