import { cleanJson, isJsonObject, type Json } from "../../json";
import { cleanText } from "../../text";
import type { Issue, Plan } from "../schema";
import { hasStepHeader } from "../step-text/lines";
import { readPlanText } from "../step-text/plan";
import { readPlanObject, readTaskList } from "./json";
import { Report } from "./report";
import { type JsonScan, type JsonSpan, MAX_DEPTH, scanJson } from "./scan-json";

export type ReadPlan = { plan?: Plan; warnings: Issue[]; errors: Issue[] };

/**
 * Reads a plan from a model's or a person's text, or from JSON data. It is read as Step text if a `Step` header
 * stands outside any JSON, otherwise the first JSON object that holds tasks is it. What was not understood is a
 * warning with its path. With errors there is no plan; `validatePlan` has the rules a plan must then keep
 * (docs/plans.md, "Reading").
 */
export function readPlan(textOrJson: unknown): ReadPlan {
  if (typeof textOrJson === "string") return readText(cleanText(textOrJson));
  const scan = scanJson(toJsonText(textOrJson));
  return readCandidates(scan, `It is not a JSON object, or nested deeper than ${MAX_DEPTH} levels.`);
}

function readText(text: string): ReadPlan {
  const scan = scanJson(text);
  if (hasStepHeader(outside(text, scan))) {
    const report = new Report();
    return finished(readPlanText(text, report), report);
  }
  const { brokenAt } = scan;
  return readCandidates(
    scan,
    brokenAt < 0 ? "There is none in the text." : `It breaks ${positionText(text, brokenAt)}.`,
  );
}

function readCandidates({ found }: JsonScan, noJson: string): ReadPlan {
  const spans = found.map((span) => ({ ...span, value: cleanJson(span.value) }));
  const objects = spans.filter(({ value }) => isJsonObject(value));
  const lists = spans.filter(({ value }) => Array.isArray(value));
  let fallback: ReadPlan | undefined;
  for (const candidate of [...objects, ...lists]) {
    const report = new Report();
    const plan = readCandidate(candidate, report);
    if (!plan) continue;
    if (plan.tasks.length > 0 || report.errors.length > 0) return finished(plan, report);
    fallback ??= finished(plan, report);
  }
  if (fallback) return fallback;
  const problem = objects.some(({ salvaged }) => !salvaged)
    ? 'The JSON object has no list of tasks under "tasks".'
    : noJson;
  const report = new Report();
  report.fail(
    "invalid_plan_format",
    `No plan found. Write one JSON object with "tasks", or "Step 1:" text. ${problem}`,
  );
  return finished(undefined, report);
}

/** What stands inside something larger that breaks may be only a part of the plan. */
function readCandidate({ value, salvaged }: JsonSpan, report: Report): Plan | undefined {
  const plan = isJsonObject(value) ? readPlanObject(value, report) : readTaskList(value as Json[], report);
  if (plan && salvaged) {
    report.warn(
      "ignored_text",
      "text",
      "The JSON around the plan is broken, perhaps cut off: everything outside the plan is ignored.",
    );
  }
  return plan;
}

function finished(plan: Plan | undefined, { warnings, errors }: Report): ReadPlan {
  return plan && errors.length === 0 ? { plan, warnings, errors } : { warnings, errors };
}

/** JSON text of any value; empty for one that JSON cannot say (functions, cycles). */
function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}

function outside(text: string, { found }: JsonScan): string {
  let from = 0;
  const parts: string[] = [];
  for (const { start, end } of found) {
    parts.push(text.slice(from, start));
    from = end;
  }
  return [...parts, text.slice(from)].join(" ");
}

function positionText(text: string, offset: number): string {
  const line = text.slice(0, offset).split("\n").length;
  return `at line ${line}, column ${offset - text.lastIndexOf("\n", offset - 1)}`;
}
