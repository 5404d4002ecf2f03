import type { Json } from "../../json";
import { cutText } from "../../text";
import type { Issue, IssueCode } from "../schema";

// More than any plan that may run, and few enough to hold: short words ("all") can stand for a great many ids.
const MAX_TASKS = 10_000;
const MAX_REFERENCES = 500_000;

/** What a reader has to say about what it read. */
export class Report {
  readonly warnings: Issue[] = [];
  readonly errors: Issue[] = [];
  private references = 0;

  warn(code: IssueCode, path: string, message: string, taskId?: string): void {
    const issue: Issue = { severity: "warning", code, message, path };
    this.warnings.push(taskId === undefined ? issue : { ...issue, taskId });
  }

  /** A value that could not be used; `wanted` says what could. */
  notUnderstood(path: string, value: Json, wanted: string): void {
    this.warn("unknown_value", path, `${path}: ${excerptOf(value)} is not ${wanted}; it is ignored.`);
  }

  /** False, and an error, for more tasks than are read at all. */
  allowsTasks(count: number): boolean {
    if (Report.hasTooManyTasks(count))
      this.fail("too_large", `There are more than ${MAX_TASKS} tasks, too many to read: write fewer.`);
    return !Report.hasTooManyTasks(count);
  }

  /** So many tasks are refused: reading more is pointless. */
  static hasTooManyTasks(count: number): boolean {
    return count > MAX_TASKS;
  }

  /** Counts `ids`; false, and an error, once the plan refers to more than are read at all. */
  allowsReferences(ids: readonly string[]): boolean {
    if (this.hasTooManyReferences) return false;
    this.references += ids.length;
    if (!this.hasTooManyReferences) return true;
    this.fail(
      "too_large",
      `The tasks have more than ${MAX_REFERENCES} dependencies: name fewer, or use a gate.`,
    );
    return false;
  }

  /** No more references are read. */
  get hasTooManyReferences(): boolean {
    return this.references > MAX_REFERENCES;
  }

  fail(code: IssueCode, message: string, { path, at }: Pick<Issue, "path" | "at"> = {}): void {
    this.errors.push({
      ...{ severity: "error", code, message },
      ...(path !== undefined && { path }),
      ...(at && { at }),
    });
  }

  /** A value that guards something, or says what a task is, is never passed over: nobody would know that it is gone. */
  refuse(code: IssueCode, path: string, value: Json, wanted: string): void {
    this.fail(code, `${path}: ${excerptOf(value)} is not ${wanted}.`, { path });
  }
}

/** The beginning of a value as JSON, for messages. */
export function excerptOf(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${cutText(text, 60)}…` : text;
}
