import { z } from "zod";
import { isDay } from "../cost/days";

export const AUDIT_FORMATS = ["csv", "jsonl"] as const;

const day = z.string().refine(isDay, "Enter a day such as 2026-11-24.");

/** Days (UTC) of the audit log, both ends included; without them, from its beginning and to its end. */
export const exportAuditInput = z
  .strictObject({ from: day.optional(), to: day.optional(), format: z.enum(AUDIT_FORMATS).default("csv") })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ["to"],
    message: "Enter a last day that is not before the first.",
  });
