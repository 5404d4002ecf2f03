import { z } from "zod";
import {
  AUDIT_CONFIRMATION,
  DELETE_CONFIRMATION,
  MAX_KEEP_DAYS,
  MIN_AUDIT_DAYS,
  MIN_KEEP_DAYS,
} from "../retention";
import { day } from "./bounds";
import { MAX_RUNS_AT_ONCE } from "./limits";

const range = `Enter a number of days from ${MIN_KEEP_DAYS} to ${MAX_KEEP_DAYS}.`;
const keepDays = z.int(range).min(MIN_KEEP_DAYS, range).max(MAX_KEEP_DAYS, range).nullable();

/** How long each kind is kept; a kind that is absent stays as it is, null keeps it for ever. */
export const changeRetentionInput = z.strictObject({
  runs: keepDays.optional(),
  payloads: keepDays.optional(),
  live_text: keepDays.optional(),
  blobs: keepDays.optional(),
  drills: keepDays.optional(),
});

const auditRange = `Enter a number of days from ${MIN_AUDIT_DAYS} to ${MAX_KEEP_DAYS}.`;

export const purgeAuditInput = z.strictObject({
  olderThanDays: z.int(auditRange).min(MIN_AUDIT_DAYS, auditRange).max(MAX_KEEP_DAYS, auditRange),
  confirm: z.literal(AUDIT_CONFIRMATION, `Type “${AUDIT_CONFIRMATION}” to confirm.`),
});

const runIds = z.array(z.string().max(200)).min(1).max(MAX_RUNS_AT_ONCE);

export const deleteRunsInput = z.strictObject({ runIds });

/** What would be deleted: these runs, or all that ended before the first moment (UTC) of a day. */
export const deletionInput = z
  .strictObject({ runIds: runIds.optional(), endedBefore: day.optional() })
  .refine((input) => (input.runIds === undefined) !== (input.endedBefore === undefined), {
    message: "Name runs, or a day.",
  });

export const deleteEndedInput = z.strictObject({
  endedBefore: day,
  confirm: z.literal(DELETE_CONFIRMATION, `Type “${DELETE_CONFIRMATION}” to confirm.`),
});
