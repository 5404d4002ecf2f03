import { isJsonObject, type JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import type { RoleName } from "@/lib/core/prompt-blocks";
import { baseTaskId, shorten } from "./text";
import type { Call, PastCall, Reply, Turn } from "./turn";

/** What a scenario says in each role. Where it has nothing to say, the template answers. */
export type ScenarioScript = Partial<Record<RoleName, (turn: Turn) => Reply | undefined>>;

/** How an agent of a scenario does one task: rounds of tool calls, then a result made of their outputs. */
export type Script = {
  /** Said together with the first calls. */
  opening: string;
  /** Later rounds may use the outputs of the earlier ones. */
  rounds(outputs: JsonObject[]): Call[][];
  /** The result, from all outputs in the order of the calls. */
  result(outputs: JsonObject[]): string;
};

/** The scripts of a story by task id without its version suffix, each made of the request that it answers. */
export type Scripts = Record<string, (turn: Turn) => Script>;

/** An agent that does the tasks it has scripts for, and leaves the others to the template. */
export function agentBy(scripts: Scripts): (turn: Turn) => Reply | undefined {
  return (turn) => {
    const stem = baseTaskId(taskIdOf(turn));
    const script = getOwn(scripts, stem)?.(turn);
    return script && playScript(turn, script);
  };
}

export function taskIdOf(turn: Turn): string {
  const task = turn.json("task");
  return isJsonObject(task) ? String(task.id) : "";
}

/** The next answer of an agent that follows a script; undefined when it was not given the tools for it. */
function playScript(turn: Turn, script: Script): Reply | undefined {
  const outcomes = turn.rounds.flat();
  const failed = outcomes.find((outcome) => outcome.failed);
  if (failed) return { text: failureOf(failed) };
  const outputs = outcomes.map(({ output }) => (isJsonObject(output) ? output : {}));
  const calls = script.rounds(outputs)[turn.rounds.length];
  if (calls === undefined) return { text: script.result(outputs) };
  const offered = new Set(turn.tools.map((tool) => tool.name));
  if (!calls.every((call) => offered.has(call.tool))) return;
  return { text: turn.rounds.length === 0 ? script.opening : "", calls };
}

/** An honest result for a task whose tool did not do its work. */
export function failureOf({ tool, output }: PastCall): string {
  const reason = typeof output === "string" ? output : JSON.stringify(output);
  return `Not done: ${tool} did not succeed. ${shorten(reason, 400)}`;
}
