import type { LanguageModelV4Message } from "@ai-sdk/provider";
import { isJsonObject, type Json } from "@/lib/core/json";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import { readAction } from "@/lib/core/trajectory";
import type { OfferedTool, PastCall, Reply } from "./turn";

/** Agents that are asked to act in JSON (docs/agents.md, "Actions in JSON"): the same stories, told in that form. */

/** Does the system text ask for actions in JSON? */
export const wantsJsonActions = (system: string): boolean => system.includes('"next_node"');

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

/** What came of one call of a set. */
const observationIn = (branch: Json): Json =>
  isJsonObject(branch) && "observation" in branch ? (branch.observation ?? null) : branch;

function observedResult(seen: Json): Pick<PastCall, "output" | "failed"> {
  const failed = isJsonObject(seen) && "error" in seen;
  return { output: failed ? (seen.error ?? null) : seen, failed };
}

function allTextOf({ content }: LanguageModelV4Message): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}
