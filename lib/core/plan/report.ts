import type { Json } from "../json";
import { cutText } from "../text";
import type { Issue, IssueCode } from "./schema";

/** What a reader has to say about what it read. */
export class Report {
  readonly warnings: Issue[] = [];
  readonly errors: Issue[] = [];

  warn(code: IssueCode, path: string, message: string, taskId?: string): void {
    const issue: Issue = { severity: "warning", code, message, path };
    this.warnings.push(taskId === undefined ? issue : { ...issue, taskId });
  }

  /** A value that could not be used; `wanted` says what could. */
  notUnderstood(path: string, value: Json, wanted: string): void {
    this.warn("unknown_value", path, `${path}: ${shown(value)} is not ${wanted}; it is left out.`);
  }

  fail(code: IssueCode, message: string): void {
    this.errors.push({ severity: "error", code, message });
  }
}

/** The beginning of a value as JSON, for messages. */
export function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${cutText(text, 60)}…` : text;
}
