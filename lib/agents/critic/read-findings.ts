import { isJsonObject, type Json } from "@/lib/core/json";
import { createFinding } from "@/lib/core/plan/critic";
import { FINDING_SEVERITIES, type Finding, MODEL_FINDINGS } from "@/lib/core/plan/critic-types";
import { asOneOf, Fields } from "@/lib/core/plan/fields";
import { Report } from "@/lib/core/plan/report";
import { scanJson } from "@/lib/core/plan/scan-json";
import { cutText } from "@/lib/core/text";
import type { CriticOutput } from "./types";

const MAX_FINDINGS = 20;
const MAX_CHARS = 500;

/**
 * The findings in an answer, each with a key of its own; undefined when it has no list of them, or a list of which
 * nothing can be understood. What is no finding, or one too many, is counted.
 */
export function readFindings(text: string): CriticOutput | undefined {
  const items = listIn(text);
  if (!items) return undefined;
  const times = new Map<string, number>();
  const findings = items.flatMap((item) => readFinding(item, times) ?? []).slice(0, MAX_FINDINGS);
  if (findings.length === 0 && items.length > 0) return undefined;
  return { findings, ignored: items.length - findings.length };
}

/** The list under "findings" in the first object that has one, else the first bare list. */
function listIn(text: string): Json[] | undefined {
  const values = scanJson(text).found.map(({ value }) => value);
  const named = values.map((value) => (isJsonObject(value) ? value.findings : undefined));
  return named.find((list) => Array.isArray(list)) ?? values.find((value) => Array.isArray(value));
}

function readFinding(item: Json, times: Map<string, number>): Finding | undefined {
  if (!isJsonObject(item)) return undefined;
  const fields = new Fields(item, "", new Report());
  const code = asOneOf(fields.find(["code", "type"])?.value ?? null, MODEL_FINDINGS);
  const message = fields.text(["message", "finding"])?.trim();
  const recommendation = fields.text(["recommendation", "suggestion"])?.trim();
  if (!code || !message || !recommendation) return undefined;
  const severity = asOneOf(fields.find(["severity"])?.value ?? null, FINDING_SEVERITIES) ?? "warning";
  const taskId = fields.text(["task_id", "task"]);
  const subject = taskId ? { taskId } : {};
  const text = { message: cutText(message, MAX_CHARS), recommendation: cutText(recommendation, MAX_CHARS) };
  const { key } = createFinding(code, severity, subject, text);
  const count = (times.get(key) ?? 0) + 1;
  times.set(key, count);
  return createFinding(code, severity, subject, text, count === 1 ? undefined : String(count));
}
