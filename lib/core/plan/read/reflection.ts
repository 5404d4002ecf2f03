import { isJsonObject, type Json, type JsonObject } from "../../json";
import { CRITERIA, MAX_REVISIONS_LIMIT, type ReflectionSettings, reflectionSettings } from "../../reflection";
import type { Agent } from "../schema";
import { asFlag, asInteger, Fields, withoutUndefined } from "./fields";
import { Report } from "./report";

/**
 * Answer reflection as people and models write it of an agent: true or false, or an object, which switches it on unless
 * it says otherwise. What is not understood is reported; undefined where nothing is said at all.
 */
export function readReflection(value: Json, path: string, report: Report): JsonObject | undefined {
  const flag = asFlag(value) ?? SWITCH.get(String(value).trim().toLowerCase());
  if (flag !== undefined) return { enabled: flag };
  if (isJsonObject(value)) return reflectionOf(new Fields(value, path, report));
  report.notUnderstood(path, value, "an object that says how answers are critiqued");
  return;
}

const SWITCH = new Map([
  ["on", true],
  ["off", false],
]);

function reflectionOf(fields: Fields): JsonObject {
  const given = {
    criteria: criteriaOf(fields),
    threshold: fields.read(["threshold", "quality_threshold"], "a number from 0 to 1", asFraction),
    maxRevisions: fields.read(
      ["max_revisions"],
      `a whole number from 1 to ${MAX_REVISIONS_LIMIT}`,
      asRevisionCount,
    ),
    model: fields.text(["model", "reflection_llm"]),
  };
  const enabled = fields.flag(["enabled", "on"]) ?? Object.keys(fields.object).length > 0;
  fields.finish();
  return withoutUndefined({ enabled, ...given }) as JsonObject;
}

function criteriaOf(fields: Fields): JsonObject | undefined {
  const found = fields.find(["criteria"]);
  if (!found) return;
  if (!isJsonObject(found.value)) {
    fields.report.notUnderstood(found.path, found.value, `an object with ${CRITERIA.join(", ")}`);
    return;
  }
  const inner = new Fields(found.value, found.path, fields.report);
  const texts = CRITERIA.map((name) => [name, inner.text([name])] as const);
  inner.finish();
  return Object.fromEntries(
    texts.filter(([, text]) => text !== undefined && text.trim() !== ""),
  ) as JsonObject;
}

function asFraction(value: Json): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && number >= 0 && number <= 1 ? number : undefined;
}

function asRevisionCount(value: Json): number | undefined {
  const number = asInteger(value, 1);
  return number !== undefined && number <= MAX_REVISIONS_LIMIT ? number : undefined;
}

/**
 * How an agent's answers are critiqued; undefined where nobody does. Plans are kept as they were written, so that what
 * stands there is read here once more; what is not understood counts for nothing.
 */
export function reflectionOfAgent({ reflection }: Pick<Agent, "reflection">): ReflectionSettings | undefined {
  if (reflection === undefined) return;
  const read = reflectionSettings.safeParse(readReflection(reflection, "reflection", new Report()));
  return read.success && read.data.enabled ? read.data : undefined;
}
