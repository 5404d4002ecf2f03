import type { Finding, FindingCode, FindingSeverity } from "./types";

type FindingSubject = { taskId?: string } | { edge: { from: string; to: string } };
type FindingText = { message: string; recommendation: string };

/**
 * A finding with the key that waivers name: its code and its place, if it has one, and `about` where there may be
 * several complaints about the same place.
 */
export function createFinding(
  code: FindingCode,
  severity: FindingSeverity,
  subject: FindingSubject,
  text: FindingText,
  about?: string,
): Finding {
  const at = "edge" in subject ? `${subject.edge.from} -> ${subject.edge.to}` : subject.taskId;
  const key = `${code}${at === undefined ? "" : `:${at}`}${about === undefined ? "" : `:${about}`}`;
  return { key, code, severity, ...text, ...subject };
}

/** `"a", "b", "c" and 4 more`. */
export function quoted(ids: readonly string[]): string {
  const shown = ids.slice(0, 3).map((id) => `"${id}"`);
  const more = ids.length > 3 ? ` and ${ids.length - 3} more` : "";
  return `${shown.join(", ")}${more}`;
}
