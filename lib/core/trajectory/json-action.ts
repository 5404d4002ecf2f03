import { scanJson } from "../answers/scan-json";
import { withoutAsides } from "../answers/thinking";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../json";
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
/** Keys under which an answer stands alone in its arguments. */
const ANSWER_KEYS: ReadonlySet<string> = new Set(["answer", "raw_answer", "final_answer", "result"]);

/** Reads the one action in a text; ids of its calls are made from the number of the step. */
export function readAction(text: string, step: number): ReadAction {
  // What a model thought aloud may hold drafts of its action.
  const { found, brokenAt } = scanJson(withoutAsides(text));
  const actions = new Map(
    found
      .filter(({ value, salvaged }) => !salvaged && isAction(value))
      .map(({ value }) => [canonicalJson(value), value as JsonObject]),
  );
  const [only, another] = actions.values();
  if (another) return unreadable(`Your answer holds ${actions.size} actions: give one.`);
  if (only) return actionOfJson(only, step);
  return unreadable(
    brokenAt < 0
      ? "Your answer holds no action."
      : `The JSON of your answer cannot be read from character ${brokenAt} on.`,
  );
}

/** The action that a JSON object says. */
export function actionOfJson(object: JsonObject, step: number): ReadAction {
  const { thought = "", next_node: node = null, args = null, plan = null, join = null } = byName(object);
  const said = typeof thought === "string" ? thought : JSON.stringify(thought);
  const calls = plan === null ? [] : callsIn(plan, step);
  const one = typeof node === "string" && !/^(?:null)?$/.test(node.trim()) ? node : undefined;
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

function isAction(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const names = byName(value);
  return "next_node" in names || "plan" in names || ("thought" in names && "args" in names);
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
  const { node, next_node: nextNode, tool, args = null, inject = null } = byName(item);
  const name = [node, nextNode, tool].find((one) => typeof one === "string" && one !== "");
  if (typeof name !== "string") return;
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
