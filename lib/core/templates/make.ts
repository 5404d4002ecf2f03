import type { Plan } from "../plan/schema";
import { MAX_VALUE_CHARS, MIN_REPLACED_CHARS } from "./limits";
import type { ParamProblem, TemplateParam } from "./params";
import { mapPlanTexts, paramsOf } from "./texts";

/** A text of a plan that becomes a parameter: everywhere, and as its default where there is no other. */
type Replacement = { param: string; text: string };

type MadeTemplate =
  | { ok: true; body: Plan; params: TemplateParam[] }
  | { ok: false; problems: MakeProblem[] };
type MakeProblem = Omit<ParamProblem, "code"> & {
  code: "not_found" | "too_short" | "unused" | "taken";
};

const BRACES = /(\{\{[^{}]*\}\})/;

/**
 * A template of a plan: the given texts become parameters, and what it holds of placeholders are the others. A
 * parameter that nobody declared is a text without a default. All that is wrong is said at once.
 */
export function makeTemplate(
  plan: Plan,
  { params = [], replace = [] }: { params?: readonly TemplateParam[]; replace?: readonly Replacement[] },
): MadeTemplate {
  const problems: MakeProblem[] = [];
  // A text within another one must not be taken out of it.
  const longestFirst = [...replace].sort((a, b) => b.text.length - a.text.length);
  const body = longestFirst.reduce((before, { param, text }) => {
    if (text.trim().length < MIN_REPLACED_CHARS) {
      const message = `The text for ${param} has fewer than ${MIN_REPLACED_CHARS} characters.`;
      problems.push({ code: "too_short", param, message });
      return before;
    }
    const { plan: after, count } = withParam(before, text, param);
    if (count === 0)
      problems.push({
        code: "not_found",
        param,
        message: `The plan nowhere says “${text}”, the text for ${param}.`,
      });
    return after;
  }, plan);
  const used = paramsOf(body);
  for (const { name } of params)
    if (!used.includes(name) && !problems.some(({ param }) => param === name))
      problems.push({ code: "unused", param: name, message: `No text of the plan holds {{${name}}}.` });
  // A reader takes it for the result of the task.
  for (const { id } of plan.tasks)
    if (used.includes(id))
      problems.push({
        code: "taken",
        param: id,
        message: `Rename the parameter ${id}: a task has that name.`,
      });
  if (problems.length > 0) return { ok: false, problems };
  const first = new Map(replace.map(({ param, text }) => [param, text]));
  return { ok: true, body, params: used.map((name) => declared(name, params, first.get(name))) };
}

function declared(name: string, params: readonly TemplateParam[], text: string | undefined): TemplateParam {
  const param = params.find((one) => one.name === name) ?? { name, type: "text" as const, required: true };
  if (
    text === undefined ||
    text.length > MAX_VALUE_CHARS ||
    param.default !== undefined ||
    param.type !== "text"
  )
    return param;
  return { ...param, default: text };
}

/** The plan with a placeholder in place of each occurrence of a text, those in placeholders left alone. */
function withParam(plan: Plan, text: string, name: string): { plan: Plan; count: number } {
  let count = 0;
  const replaced = mapPlanTexts(plan, (whole) =>
    whole
      .split(BRACES)
      .map((part, index) => {
        if (index % 2 === 1) return part;
        const pieces = part.split(text);
        count += pieces.length - 1;
        return pieces.join(`{{${name}}}`);
      })
      .join(""),
  );
  return { plan: replaced, count };
}
