import type { Finding, FindingCode, FindingSeverity } from "../critic-types";

type Place = { taskId?: string } | { edge: { from: string; to: string } };
type Words = { message: string; recommendation: string };

/**
 * A finding with the key that waivers name: its code and its place, if it has one, and `about` where there may be
 * several complaints about the same place.
 */
export function finding(
  code: FindingCode,
  severity: FindingSeverity,
  place: Place,
  words: Words,
  about?: string,
): Finding {
  const at = "edge" in place ? `${place.edge.from} -> ${place.edge.to}` : place.taskId;
  const key = `${code}${at === undefined ? "" : `:${at}`}${about === undefined ? "" : `:${about}`}`;
  return { key, code, severity, ...words, ...place };
}

/** `"a", "b", "c" and 4 more`. */
export function quoted(ids: readonly string[]): string {
  const shown = ids.slice(0, 3).map((id) => `"${id}"`);
  const more = ids.length > 3 ? ` and ${ids.length - 3} more` : "";
  return `${shown.join(", ")}${more}`;
}
