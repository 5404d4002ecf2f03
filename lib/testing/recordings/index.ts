import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { Json, JsonObject } from "@/lib/core/json";
import type { RoleName } from "@/lib/core/prompt-blocks";

/** Answers of models, labeled and recorded (README.md beside this file). */

export type LabeledPlan = {
  id: string;
  style: string;
  mission: string;
  answer: string;
  expect: {
    readable: boolean;
    /** How many entries there are, gates and reviews among them. */
    tasks: number | null;
    humanGates: string[];
    reviews: string[];
    dependsOn: Record<string, string[]>;
    /** Tasks that have a predicate. */
    verification: string[];
    agents: string[];
    /** How the input of some tasks begins. */
    inputs: Record<string, string>;
    /** Gates, reviews, and work that needs a person's approval first. */
    mustNotBecomeTask: string[];
    note: string;
  };
};

export type LabeledAnswer = {
  id: string;
  role: "reviewer" | "critique" | "verification" | "quality_gate" | "summarizer" | "agent";
  style: string;
  /** What the request held. */
  data: string;
  answer: string;
  expect: JsonObject & { value?: Json };
};

/** A message as OpenAI's chat completions have it. */
export type ChatMessage = {
  role: "system" | "user" | "assistant" | "tool";
  content: string | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
};

export type ChatTool = { function: { name: string; description: string; parameters: JsonObject } };

/** What the provider gave: a turn, or a refusal with its body. */
export type RecordedAnswer =
  | { content: string; tool_calls?: { name: string; args: Json }[]; finish_reason?: string }
  | { status: number; body: { error: { message: string; type?: string } } };

export type RecordedCall = {
  number: string;
  role: RoleName;
  /** The body of the request as it was sent. */
  request: { messages: ChatMessage[]; tools?: ChatTool[]; response_format?: Json };
  answer: RecordedAnswer;
};

/** Calls of a capable model, in the order in which they were made. */
export const recordedCalls = (): RecordedCall[] => readRecording(new URL("calls.jsonl.br", import.meta.url));

/** The calls in a file of recordings, compressed or not. */
export function readRecording(file: URL): RecordedCall[] {
  const bytes = readFileSync(file);
  return readLines<RecordedCall>(
    (file.pathname.endsWith(".br") ? brotliDecompressSync(bytes) : bytes).toString(),
  );
}

export const labeledPlans = (): LabeledPlan[] => linesOf<LabeledPlan>("plans.jsonl");
export const labeledAnswers = (): LabeledAnswer[] => linesOf<LabeledAnswer>("answers.jsonl");

const linesOf = <T>(file: string): T[] => readLines<T>(readFileSync(new URL(file, import.meta.url), "utf8"));

const readLines = <T>(text: string): T[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

/** What does not agree, as lines for people, with the share that does. */
export function shareOf(differences: readonly string[], count: number): string {
  const share = Math.round(((count - differences.length) / count) * 1_000) / 10;
  return [`${share} % of ${count} agree`, ...differences].join("\n");
}
