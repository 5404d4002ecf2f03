import { wholeValue } from "../answers/read-answer";
import { isJsonObject, type Json, type JsonObject } from "../json";
import { snakeCase } from "../plan/read/fields";

/** Texts that are nothing but a call, by their form alone: of whichever tool (docs/agents.md, "Calls written as text"). */

const NAME = /^[A-Za-z_][\w.:-]{0,99}$/;
const NAMES = new Set(["name", "tool", "tool_name", "function", "function_name", "action"]);
const ARGUMENTS = new Set([
  "arguments",
  "args",
  "parameters",
  "params",
  "tool_input",
  "action_input",
  "tool_args",
]);
/** Names that may stand beside them. */
const BESIDE = new Set(["id", "type", "call_id", "thought", "reasoning"]);
/** An action with its input, and nothing behind it. */
const REACT =
  /^[^\S\n]*(?:Action|Tool|Function|Aktion|Acción|Azione)[^\S\n]*\d{0,2}:[^\S\n]*([A-Za-z_][\w.-]{0,99})[^\S\n]*\n[^\S\n]*(?:(?:Action|Tool|Function) )?(?:Input|Arguments|Args|Parameters)[^\S\n]*\d{0,2}:[^\S\n]*(\{[\s\S]*\}|[^\n]*)\s*(?![\s\S])/im;
/** Signs, a word that calls, a name; below it keys with values alone, and perhaps an end. */
const FRAMED =
  /^(?![-*•+>#]+\s)[^\p{L}\p{N}\s"'`]{1,4}\s?(?:\w{1,20}[\s_-]){0,2}?(?:call|tool|invoke|function|action|use|run|exec(?:ute)?)[^\p{L}\p{N}\n]{1,5}([A-Za-z_][\w.-]{0,99})[^\p{L}\p{N}\n]{0,5}\n((?:\s*[\w.-]{1,60}\s*[:=]{1,2}\s*\S[^\n]*\n?)+)(?:[^\p{L}\p{N}\s"'`]{1,4}[^\n]{0,40})?$/iu;
/** One sentence in front of a call. */
const LEAD = /^[^\n{[<@]{1,200}[.:!…]\s*\n+/u;

/** The name of what a whole text calls, or of what it ends with. */
export function foreignCall(answer: string): string | undefined {
  const text = answer.trim();
  const bare = text.replace(LEAD, "");
  return (
    [text, bare]
      .map((one) => calledIn(wholeValue(one)) ?? FRAMED.exec(one)?.[1])
      .find((name) => name !== undefined) ?? REACT.exec(text.replaceAll("**", ""))?.[1]
  );
}

/** The name in an object that has a name, an object of arguments, and nothing else of its own; or in the first of a list of such. */
function calledIn(value: Json | undefined): string | undefined {
  if (Array.isArray(value)) {
    const names = value.map(calledIn);
    return names.every((name) => name !== undefined) ? names[0] : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const fields = Object.entries(value).map(([key, one]) => [snakeCase(key), one] as const);
  const [[key, only] = ["", null], another] = fields;
  if (!another)
    return key === "tool_calls" || key === "function_call" || key === "tool_call" || key === "function"
      ? calledIn(only)
      : undefined;
  const own = fields.filter(([name]) => !BESIDE.has(name));
  const [[, inner] = ["", null], more] = own;
  if (own.length === 1 && !more && own[0]?.[0] === "function") return calledIn(inner);
  const name = own.find(([one]) => NAMES.has(one))?.[1];
  const given = own.find(([one]) => ARGUMENTS.has(one))?.[1];
  const isGiven = isJsonObject(given)
    ? isValues(given)
    : typeof given === "string" && /^\s*\{\s*"/.test(given);
  return own.length === 2 && typeof name === "string" && NAME.test(name) && isGiven ? name : undefined;
}

/** Values, and not the types of some: those define a tool. */
const isValues = (given: JsonObject): boolean =>
  Object.keys(given).length > 0 &&
  !Object.hasOwn(given, "properties") &&
  !Object.values(given).every((value) => isJsonObject(value) && Object.hasOwn(value, "type"));
