import type { Mismatch } from "../../ports";

/** A mismatch in a line: "tags.1: must be string". */
export const formatMismatch = ({ path, message, unusable }: Mismatch): string =>
  `${unusable ? "(schema)" : path || "(root)"}: ${message}`;

/** Several mismatches in a line. */
export const formatMismatches = (mismatches: readonly Mismatch[]): string =>
  mismatches.map(formatMismatch).join("; ");

/** What of a result was written in another form than its schema wants, behind a sentence; empty where nothing was. */
export const formatCoerced = (coerced: readonly string[] = []): string =>
  coerced.length === 0 ? "" : ` Converted: ${coerced.join("; ")}.`;
