import { z } from "zod";
import type { Json } from "../json";
import {
  MAX_PARAM_CHARS,
  MAX_PARAM_OPTIONS,
  MAX_PARAMS,
  MAX_VALUE_CHARS,
  PARAM_NAME,
  PARAM_TYPES,
  type ParamType,
} from "./limits";

type Typed = { name: string; type: ParamType; options?: string[] | undefined };

/** What a template asks for (docs/templates.md, "Parameters"). */
export const templateParam = z
  .strictObject({
    name: z
      .string()
      .regex(
        PARAM_NAME,
        "A parameter's name begins with a letter and has letters, digits, - and _ (40 at most).",
      ),
    type: z.enum(PARAM_TYPES).default("text"),
    /** What a person who fills it in should know. */
    help: z.string().trim().max(MAX_PARAM_CHARS).optional(),
    /** What stands for it where it is left out. */
    default: z.union([z.string().max(MAX_VALUE_CHARS), z.number()]).optional(),
    /** Whether it has to be given where there is no default; otherwise it is empty. */
    required: z.boolean().default(true),
    /** What a choice is between. */
    options: z.array(z.string().min(1).max(MAX_PARAM_CHARS)).min(1).max(MAX_PARAM_OPTIONS).optional(),
  })
  .refine(({ type, options }) => (type === "choice") === (options !== undefined), {
    path: ["options"],
    error: "A choice has options, and nothing else has.",
  })
  .refine((param) => param.default === undefined || readParamValue(param, param.default).ok, {
    path: ["default"],
    error: "The default is no value of this parameter.",
  });
export type TemplateParam = z.output<typeof templateParam>;

export const templateParams = z
  .array(templateParam)
  .max(MAX_PARAMS, `A template has ${MAX_PARAMS} parameters at most.`)
  .refine((params) => new Set(params.map(({ name }) => name)).size === params.length, {
    error: "Two parameters have the same name.",
  });

type ParamProblemCode = "missing" | "wrong_type" | "not_an_option" | "too_long" | "unknown";
/** What is wrong with the value of which parameter. */
export type ParamProblem = { code: ParamProblemCode; param: string; message: string };

type Read = { ok: true; value: string | number } | { ok: false; code: ParamProblemCode; message: string };

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A given value as its parameter takes it: numbers may come as texts, as forms and command lines send them. */
export function readParamValue(param: Typed, given: Json): Read {
  const { name, type, options = [] } = param;
  const wrong = (code: ParamProblemCode, message: string): Read => ({ ok: false, code, message });
  if (type === "number") {
    const value = typeof given === "string" && NUMBER.test(given.trim()) ? Number(given) : given;
    if (typeof value !== "number" || !Number.isFinite(value))
      return wrong("wrong_type", `Enter a number for ${name}.`);
    return { ok: true, value };
  }
  if (typeof given !== "string" && typeof given !== "number")
    return wrong("wrong_type", `Enter a text for ${name}.`);
  const value = String(given);
  if (value.length > MAX_VALUE_CHARS)
    return wrong(
      "too_long",
      `Shorten ${name}: it has ${value.length} characters, and ${MAX_VALUE_CHARS} are the limit.`,
    );
  if (type === "choice" && !options.includes(value))
    return wrong("not_an_option", `Choose one of ${options.join(", ")} for ${name}.`);
  return { ok: true, value };
}
