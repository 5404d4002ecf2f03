import { agent as agentRole } from "@/lib/agents/agent";
import type { Json } from "@/lib/core/json";
import { outputJsonSchema } from "@/lib/core/plan";
import { storeValue } from "@/lib/core/stored-value";
import type { Outcome } from "@/lib/core/trajectory";
import type { Attempt } from "./attempt-start";
import { type EffectContext, endWith, type Report } from "./effect";
import { failedAttempt } from "./failures";

/** What the attempt came to, in one commit with the reports of its last step. */
export function endOfAttempt(
  context: EffectContext,
  attempt: Attempt,
  outcome: Outcome,
  before: Report[],
): Report[] {
  return [...before, ...endReports(context, attempt, outcome)];
}

function endReports(context: EffectContext, { work }: Attempt, outcome: Outcome): Report[] {
  if (outcome.reason !== "answer_complete") {
    const { stored, blob } = storeValue(outcome.answer);
    const failed = { code: outcome.reason, diagnosis: outcome.message, output: stored, verification: false };
    return withBlob(failedAttempt(context, failed), blob);
  }
  const read = readAnswer(outcome.answer);
  if (!read.ok)
    return failedAttempt(context, { code: "error", diagnosis: read.problem, verification: false });
  const { stored, blob } = storeValue(read.value);
  const schema = outputJsonSchema(work.task);
  const mismatches = schema ? context.schemas.mismatches(schema, read.value) : [];
  if (mismatches.length > 0) {
    const diagnosis = `The result does not fit the task's schema: ${mismatches.join("; ")}`;
    const failed = { code: "schema_mismatch" as const, diagnosis, output: stored, verification: true };
    return withBlob(failedAttempt(context, failed), blob);
  }
  const { key, taskId, attempt } = context;
  const schemaChecked = schema !== undefined;
  return withBlob(
    endWith({ type: "attempt_succeeded", key, taskId, attempt, value: stored, schemaChecked }),
    blob,
  );
}

function readAnswer(answer: Json) {
  return typeof answer === "string" ? agentRole.parse(answer) : { ok: true as const, value: answer };
}

function withBlob(reports: Report[], blob: ReturnType<typeof storeValue>["blob"]): Report[] {
  if (!blob) return reports;
  return reports.map((report) => ({ ...report, rows: { ...report.rows, blobs: [blob] } }));
}
