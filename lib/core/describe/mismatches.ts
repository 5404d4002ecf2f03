import type { Mismatch } from "../ports";

/** A mismatch in a line: "tags.1: must be string". */
export const formatMismatch = ({ path, message, unusable }: Mismatch): string =>
  `${unusable ? "(schema)" : path || "(root)"}: ${message}`;

/** Several mismatches in a line. */
export const formatMismatches = (mismatches: readonly Mismatch[]): string =>
  mismatches.map(formatMismatch).join("; ");
