import type { Json } from "../json";
import { getOwn } from "../own";
import type { Plan } from "../plan/schema";
import { type ParamProblem, readParamValue, type TemplateParam } from "./params";
import { mapPlanTexts, PLACEHOLDER } from "./texts";

type TemplateValues = Readonly<Record<string, Json>>;
type FilledTemplate = { ok: true; plan: Plan } | { ok: false; problems: ParamProblem[] };

/** Two braces that a value would come to stand in. */
const UNCLOSED = /\{(?=\{[^{}]*$)/;
const ALONE = new RegExp(`^${PLACEHOLDER.source}$`);

/**
 * The plan that a template makes of these values, or all that is wrong with them. Values are data: no part of one is
 * ever read as a placeholder, by this function or by the run (docs/templates.md, "Values").
 */
export function fillTemplate(
  { body, params }: { body: Plan; params: readonly TemplateParam[] },
  given: TemplateValues,
): FilledTemplate {
  const problems: ParamProblem[] = [];
  const values = new Map<string, string | number>();
  const known = new Set(params.map(({ name }) => name));
  for (const name of Object.keys(given))
    if (!known.has(name))
      problems.push({ code: "unknown", param: name, message: `The template has no parameter ${name}.` });
  for (const param of params) {
    const read = valueFor(param, given);
    if (read.ok) values.set(param.name, read.value);
    else problems.push({ code: read.code, param: param.name, message: read.message });
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, plan: mapPlanTexts(body, (text, isValue) => fillText(text, values, isValue)) };
}

function valueFor(param: TemplateParam, given: TemplateValues): ReturnType<typeof readParamValue> {
  const { name, required } = param;
  const value = getOwn(given, name);
  const isEmpty = value === undefined || value === null || value === "";
  if (!isEmpty) return readParamValue(param, value);
  if (param.default !== undefined) return readParamValue(param, param.default);
  return required ? { ok: false, code: "missing", message: `Enter ${name}.` } : { ok: true, value: "" };
}

function fillText(
  text: string,
  values: ReadonlyMap<string, string | number>,
  isValue: boolean,
): string | number {
  const alone = isValue ? values.get(ALONE.exec(text)?.[1] ?? "") : undefined;
  if (typeof alone === "number") return alone;
  const filled: string[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const value = values.get(match[1] ?? "");
    if (value === undefined) continue;
    const before = text.slice(end, match.index).replace(UNCLOSED, "{\\");
    filled.push(before, `${value}`.replace(/\{(?=\{)/g, "{\\"));
    end = match.index + match[0].length;
  }
  return joined([...filled, text.slice(end)]);
}

/** Texts and values in turn: where one ends with a brace and the next begins with one, none may come to be two. */
function joined(parts: readonly string[]): string {
  return parts.reduce(
    (before, part) => `${before}${before.endsWith("{") && part.startsWith("{") ? "\\" : ""}${part}`,
    "",
  );
}
