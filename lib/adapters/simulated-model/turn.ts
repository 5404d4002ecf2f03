import type { LanguageModelV4Message } from "@ai-sdk/provider";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { type BlockName, type RoleName, readJsonBlock } from "@/lib/core/prompt-blocks";
import { readAction } from "@/lib/core/trajectory";

const FACT_NAME = /^step (\d+)(?:\.\d+)?: (\S+) (.*)$/s;
type SummarizedCall = { step: number; position: number; of: number; tool: string; args: Json };

/** Agents that are asked to act in JSON (docs/agents.md, "Actions in JSON"): the same stories, told in that form. */

/** Does the system text ask for actions in JSON? */
export const wantsJsonActions = (system: string): boolean => system.includes('"next_node"');

/** The result of one call of a set. */
const observationIn = (branch: Json): Json =>
  isJsonObject(branch) && "observation" in branch ? (branch.observation ?? null) : branch;

export type OfferedTool = { name: string; description: string; inputSchema: JsonObject };
export type Call = { tool: string; args: JsonObject };
/** An earlier call of this conversation, with its result. */
export type PastCall = { tool: string; args: Json; output: Json; failed: boolean };

/** What one answer consists of: text, and the tool calls that it asks for. */
export type Reply = { text: string; calls?: Call[] };

/** One request, as scenarios see it. It holds all they ever know: nothing is kept between requests. */
export type Turn = {
  role: RoleName | undefined;
  mission: string;
  /** The body of a data block of the prompt; empty when the prompt has none of that name. */
  block(name: BlockName): string;
  json(name: BlockName): Json | undefined;
  /** Calls are to be written as JSON. */
  actsInJson: boolean;
  tools: OfferedTool[];
  /** The earlier answers that called tools, each with its calls' outcomes in the order of the calls; those that a summary tells of first. */
  rounds: PastCall[][];
  /** What critics said of earlier answers in this conversation. */
  critiques: string[];
  /** The first user message as it stands, for prompts that have no blocks. */
  text: string;
};

/** The tools that the first message lists. */
export function listedTools(text: string): OfferedTool[] {
  const listed = readJsonBlock(text, "tools");
  if (!Array.isArray(listed)) return [];
  return listed.filter(isJsonObject).map(({ name, description, inputSchema = {} }) => ({
    name: String(name),
    description: String(description),
    inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
  }));
}

/** The rounds of calls so far: each action with the observation that came next. */
export function jsonActionRounds(prompt: readonly LanguageModelV4Message[]): PastCall[][] {
  return prompt.flatMap((message, index): PastCall[][] => {
    const read = message.role === "assistant" ? readAction(allTextOf(message), index) : undefined;
    const next = prompt[index + 1];
    const seen = next?.role === "user" ? readJsonBlock(allTextOf(next), "observation") : undefined;
    if (!read?.ok || seen === undefined || read.action.toolCalls.length === 0) return [];
    const { toolCalls } = read.action;
    const observations =
      isJsonObject(seen) && Array.isArray(seen.branches) ? seen.branches.map(observationIn) : [seen];
    return [
      toolCalls.map(({ tool, args = null }, n) => ({
        tool,
        args,
        ...observedResult(observations[n] ?? null),
      })),
    ];
  });
}

/** An answer as the action that says the same. */
export function asJsonAction({ text, calls = [] }: Reply): Reply {
  const plan = calls.map(({ tool, args }) => ({ node: tool, args }));
  const [only] = plan;
  const action = !only
    ? { thought: "", next_node: null, args: { answer: text } }
    : plan.length === 1
      ? { thought: text, next_node: only.node, args: only.args }
      : { thought: text, next_node: null, args: null, plan };
  return { text: JSON.stringify(action) };
}

function observedResult(seen: Json): Pick<PastCall, "output" | "failed"> {
  const failed = isJsonObject(seen) && "error" in seen;
  return { output: failed ? (seen.error ?? null) : seen, failed };
}

function allTextOf({ content }: LanguageModelV4Message): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}

/** How a summary names the result of a call: `step 3: look {"at":1}`, with the call's place where there were several. */
export function factName({ step, position, of, tool, args }: SummarizedCall): string {
  return `step ${of === 1 ? step : `${step}.${position}`}: ${tool} ${JSON.stringify(args)}`;
}

/** The rounds of calls that a summary in the conversation tells of, for an agent whose first steps it replaces. */
export function summarizedRounds(prompt: readonly LanguageModelV4Message[]): PastCall[][] {
  const texts = prompt.flatMap((message) =>
    message.role === "user" ? message.content.flatMap((part) => (part.type === "text" ? part.text : [])) : [],
  );
  // The first message is the task's own; a task may talk of summaries too.
  const summary = texts
    .slice(1)
    .map((text) => readJsonBlock(text, "summary"))
    .find(isJsonObject);
  const facts = summary && isJsonObject(summary.facts) ? Object.entries(summary.facts) : [];
  const rounds = new Map<number, PastCall[]>();
  for (const [name, value] of facts) {
    const [, step, tool = "", args = ""] = FACT_NAME.exec(name) ?? [];
    if (step === undefined) continue;
    const outcome = { tool, args: jsonOrText(args), ...summarizedResult(jsonOrText(value)) };
    rounds.set(Number(step), [...(rounds.get(Number(step)) ?? []), outcome]);
  }
  return [...rounds].sort(([a], [b]) => a - b).map(([, outcomes]) => outcomes);
}

function summarizedResult(value: Json): Pick<PastCall, "output" | "failed"> {
  if (isJsonObject(value) && Object.keys(value).join() === "failed")
    return { output: value.failed ?? null, failed: true };
  return { output: value, failed: false };
}

/** Texts that hold JSON are read; strict schemas know no other way to give data. */
function jsonOrText(value: Json): Json {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}
