import { z } from "zod";
import { dayRange, inOrder } from "./bounds";

const AUDIT_FORMATS = ["csv", "jsonl"] as const;

/** Days (UTC) of the audit log, both ends included; without them, from its beginning and to its end. */
export const exportAuditInput = z
  .strictObject({ ...dayRange, format: z.enum(AUDIT_FORMATS).default("csv") })
  .refine(...inOrder);
