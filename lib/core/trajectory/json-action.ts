import { doubledName, scanJson } from "../answers/scan-json";
import { withoutAsides } from "../answers/thinking";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../json";
import { getOwn } from "../own";
import { snakeCase } from "../plan/read/fields";
import type { ModelToolCall } from "../ports";

/** The turn of a model without tool calls of its own, which writes its action as JSON (docs/agents.md, "Actions in JSON"). */

export type JsonAction = {
  thought: string;
  toolCalls: ModelToolCall[];
  join?: ModelToolCall;
  /** Present when the action calls nothing. */
  answer?: Json;
};
export type ReadAction = { ok: true; action: JsonAction } | { ok: false; problem: string };

const ACTION_FORM = '{"thought": …, "next_node": …, "args": …, "plan": …, "join": …}';
/** Other words for what an action calls, and for its arguments, in the order in which they count. */
const NODE_KEYS = ["next_node", "node", "action", "tool", "tool_name"];
const ARGUMENT_KEYS = ["args", "action_input", "tool_input", "tool_args", "arguments", "parameters", "input"];
/** Calls of nothing, where no tool has the name: the answer stands in the arguments. */
const FINISHING = /^(?:final[ _-]?(?:answer|result)|answer|finish|done|none|end|null)?$/i;
/** Keys under which an answer stands alone in its arguments. */
const ANSWER_KEYS: ReadonlySet<string> = new Set(["answer", "raw_answer", "final_answer", "result"]);

/** Reads the one action in a text; ids of its calls are made from the number of the step, `tools` are those on offer. */
export function readAction(text: string, step: number, tools: readonly string[] = []): ReadAction {
  // What a model thought aloud may hold drafts of its action.
  const { found, brokenAt } = scanJson(withoutAsides(text));
  const actions = new Map(
    found
      .filter(({ value, salvaged }) => !salvaged && isJsonObject(value) && isJsonAction(value))
      .map(({ value }) => [canonicalJson(value), value as JsonObject]),
  );
  const [only, another] = actions.values();
  const doubled = doubledName(found);
  if (doubled !== undefined) return unreadable(doubled);
  if (another) return unreadable(`Your answer holds ${actions.size} actions: give one.`);
  if (only) return actionOfJson(only, step, tools);
  return unreadable(
    brokenAt < 0
      ? "Your answer holds no action."
      : `The JSON of your answer cannot be read from character ${brokenAt} on.`,
  );
}

/** The action that a JSON object says. */
export function actionOfJson(object: JsonObject, step: number, tools: readonly string[] = []): ReadAction {
  const names = byName(object);
  const { thought = "", plan = null, join = null } = names;
  const node = firstOf(names, NODE_KEYS);
  const args = firstOf(names, ARGUMENT_KEYS);
  const said = typeof thought === "string" ? thought : JSON.stringify(thought);
  const calls = plan === null ? [] : callsIn(plan, step);
  const called = typeof node === "string" && (tools.includes(node) || !FINISHING.test(node.trim()));
  const one = called ? node : undefined;
  if (!calls) return unreadable('"plan" has to be a list of {"node": a tool, "args": its arguments}.');
  if (one !== undefined && calls.length > 0)
    return unreadable('Give either "next_node" or "plan", and the other as null.');
  if (join !== null && calls.length === 0) return unreadable('"join" needs a "plan" whose results it takes.');
  const joined = join === null ? undefined : callIn(join, `call_${step}_join`);
  if (join !== null && !joined)
    return unreadable('"join" has to be {"node": a tool, "args": its arguments}.');
  if (one !== undefined) calls.push(callOf(one, args, `call_${step}_1`));
  const action = { thought: said, toolCalls: calls, ...(joined && { join: joined }) };
  return { ok: true, action: calls.length > 0 ? action : { ...action, answer: answerIn(args) ?? said } };
}

const unreadable = (problem: string): ReadAction => ({
  ok: false,
  problem: `${problem} Answer with one JSON object: ${ACTION_FORM}.`,
});

/** Whether an object is meant as an action. */
export function isJsonAction(value: JsonObject): boolean {
  const names = byName(value);
  if ("next_node" in names || "plan" in names || ("thought" in names && "args" in names)) return true;
  return (
    typeof firstOf(names, NODE_KEYS) === "string" && ARGUMENT_KEYS.some((key) => Object.hasOwn(names, key))
  );
}

/** The first of these fields that is there. */
function firstOf(names: JsonObject, keys: readonly string[]): Json {
  const key = keys.find((one) => Object.hasOwn(names, one));
  return key === undefined ? null : (getOwn(names, key) ?? null);
}

const byName = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [snakeCase(key), value]));

function callsIn(plan: Json, step: number): ModelToolCall[] | undefined {
  if (!Array.isArray(plan)) return;
  const calls = plan.flatMap((item, index) => callIn(item, `call_${step}_${index + 1}`) ?? []);
  return calls.length === plan.length ? calls : undefined;
}

function callIn(item: Json, callId: string): ModelToolCall | undefined {
  if (!isJsonObject(item)) return;
  const names = byName(item);
  const { inject = null } = names;
  const name = firstOf(names, NODE_KEYS);
  const args = firstOf(names, ARGUMENT_KEYS);
  if (typeof name !== "string" || name === "") return;
  return callOf(
    name,
    isJsonObject(inject) ? { ...asObject(args), ...asObject(inject.mapping ?? inject) } : args,
    callId,
  );
}

const asObject = (value: Json): JsonObject => (isJsonObject(value) ? value : {});

function callOf(tool: string, given: Json, callId: string): ModelToolCall {
  const args = given ?? {};
  return { callId, tool, args, rawArgs: JSON.stringify(args) };
}

/** The answer in the arguments of an action that calls nothing; undefined when there is none. */
function answerIn(args: Json): Json | undefined {
  if (!isJsonObject(args)) return args ?? undefined;
  const [entry, ...others] = Object.entries(args);
  if (!entry) return;
  return others.length === 0 && ANSWER_KEYS.has(snakeCase(entry[0])) ? entry[1] : args;
}
