import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import type { AnswerReply, ErrorReply, Reply, WireToolCall } from "../wire/openai-server";

/** What a role wants to say: a call of tools, data, or a text. */
export type Said = { calls: { tool: string; args: JsonObject }[] } | { data: JsonObject } | { text: string };

/** A request as a model sees it, as far as its manner depends on it. */
type Seen = {
  role: string;
  /** How many turns the model has had in this conversation. */
  turns: number;
  hasTools: boolean;
  hasForm: boolean;
};

/** How models of one kind write what they want to say. */
export type Style = (said: Said, seen: Seen) => Reply;

const usage = { inputTokens: 200, outputTokens: 50 };
const written = (text: string): AnswerReply => ({ kind: "answer", text, usage });
const called = (text: string, toolCalls: WireToolCall[]): AnswerReply => ({
  ...written(text),
  toolCalls: toolCalls.map((call, index) => ({ ...call, id: `call_${index}` })),
});
const refused = (message: string): ErrorReply => ({ kind: "error", status: 400, error: { message } });

/**
 * Prose before and after a fence, but for a decision, and until it is asked to leave that out of a plan; calls by the provider's
 * own means, with a word beside them.
 */
const frontier: Style = (said, { role, turns }) => {
  if ("calls" in said) return called("I'll look at that.", said.calls);
  if ("text" in said) return written(said.text);
  const json = JSON.stringify(said.data, null, 2);
  const fenced = `Here is the answer:\n\n\`\`\`json\n${json}\n\`\`\``;
  const isCorrected = turns > 0 && (role === "planner" || role === "replanner");
  return written(
    role === "reviewer" || isCorrected ? fenced : `${fenced}\n\nEvery figure in it comes from the material.`,
  );
};

/**
 * Thinks aloud in tags, leaves commas behind, writes numbers and truth as texts and fields by other names, and calls its
 * first tool in the text of an answer.
 */
const midSize: Style = (said, { role, turns }) => {
  const thought = `<think>\nThe user wants me to act as ${role}. {"draft": true} Fine.\n</think>\n`;
  if ("text" in said) return written(`${thought}${said.text}`);
  if ("data" in said) return written(`${thought}${withTrailingCommas(inOtherWords(said.data))}`);
  const [first] = said.calls;
  if (turns > 0 || !first) return called(thought, said.calls);
  const call = JSON.stringify({ name: first.tool, arguments: first.args });
  return written(`${thought}<tool_call>\n${call}\n</tool_call>`);
};

/** Takes neither tools nor schemas: it writes actions as JSON under names of its own, and decisions as text. */
const weak: Style = (said, { role, hasTools, hasForm }) => {
  if (hasTools) return refused("This model does not support tools.");
  if (hasForm) return refused("response_format is not supported by this model");
  if (role === "reviewer" && "data" in said) return written(asSections(said.data));
  if (role !== "agent")
    return written("text" in said ? said.text : JSON.stringify("data" in said ? said.data : {}));
  if (!("calls" in said)) {
    const answer: Json = "data" in said ? said.data : said.text;
    return written(
      JSON.stringify({ thought: "I am done", action: "final_answer", action_input: { answer } }),
    );
  }
  const [first, ...others] = said.calls.map(({ tool, args }) => ({ node: tool, args }));
  if (others.length > 0 && first)
    return written(JSON.stringify({ thought: "Both", next_node: null, plan: [first, ...others] }));
  return written(
    JSON.stringify({ thought: "I look", action: first?.node ?? "", action_input: first?.args ?? {} }),
  );
};

export const STYLES = { frontier, "mid-size": midSize, weak } as const satisfies Record<string, Style>;
export type Kind = keyof typeof STYLES;
export const KINDS = Object.keys(STYLES) as Kind[];

const OTHER_NAMES: Record<string, string> = {
  dependsOn: "depends_on",
  outputSchema: "output_schema",
  finalAnswer: "final_answer",
  qualityScore: "quality_score",
  needReplan: "need_replan",
};
const OTHER_WORDS: Record<string, string> = { human_review: "human_approval", CONTINUE: "Continue" };
/** What stands under these is a schema, whose words are not the model's to choose. */
const KEPT: ReadonlySet<string> = new Set(["outputSchema", "form"]);

function inOtherWords(value: Json): Json {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return OTHER_WORDS[value] ?? value;
  if (Array.isArray(value)) return value.map(inOtherWords);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    OTHER_NAMES[key] ?? key,
    KEPT.has(key) ? item : inOtherWords(item),
  ]);
  return Object.fromEntries(entries) as JsonObject;
}

function withTrailingCommas(value: Json): string {
  if (Array.isArray(value) && value.length > 0)
    return `[${value.map((one) => `${withTrailingCommas(one)},`).join(" ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${withTrailingCommas(item)},`,
  );
  return `{${members.join("\n")}}`;
}

function asSections({ decision, reasoning, updatedPlan }: JsonObject): string {
  const plan = isJsonObject(updatedPlan) ? `\nUPDATED_PLAN:\n${JSON.stringify(updatedPlan)}` : "";
  return `DECISION: ${String(decision)}\nREASONING: ${String(reasoning)}${plan}`;
}
