import { readFileSync } from "node:fs";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

const SHOWN_CHARS = 6_000;

/** Prints what the page showed when a test failed: where the files of a run are not kept, that is all there is. */
export default class FailureReporter implements Reporter {
  printsToStdio(): boolean {
    return false;
  }

  onTestEnd(test: TestCase, { status, retry, attachments }: TestResult): void {
    if (status === "passed" || status === "skipped") return;
    const pages = attachments.filter(({ name, path }) => name === "error-context" && path !== undefined);
    for (const { path = "" } of pages) {
      const text = readFileSync(path, "utf8").slice(0, SHOWN_CHARS);
      console.log(`\n── ${test.titlePath().join(" › ")} (attempt ${retry + 1})\n${text}\n`);
    }
  }
}
