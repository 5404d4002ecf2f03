import { z } from "zod";
import { isDay } from "../cost/days";
import { DELETE_CONFIRMATION } from "../retention";
import { MAX_RUNS_AT_ONCE } from "./limits";

const runIds = z.array(z.string().max(200)).min(1).max(MAX_RUNS_AT_ONCE);
const endedBefore = z.string().refine(isDay, "Enter a day such as 2026-11-24.");

export const deleteRunsInput = z.strictObject({ runIds });

/** What would be deleted: these runs, or all that ended before the first moment (UTC) of a day. */
export const deletionInput = z
  .strictObject({ runIds: runIds.optional(), endedBefore: endedBefore.optional() })
  .refine((input) => (input.runIds === undefined) !== (input.endedBefore === undefined), {
    message: "Name runs, or a day.",
  });

export const deleteEndedInput = z.strictObject({
  endedBefore,
  confirm: z.literal(DELETE_CONFIRMATION, `Type “${DELETE_CONFIRMATION}” to confirm.`),
});
