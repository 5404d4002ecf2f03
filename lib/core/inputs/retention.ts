import { z } from "zod";
import { AUDIT_CONFIRMATION, MAX_KEEP_DAYS, MIN_AUDIT_DAYS, MIN_KEEP_DAYS } from "../retention";

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
