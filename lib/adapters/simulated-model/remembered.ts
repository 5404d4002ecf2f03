import type { LanguageModelV4Message } from "@ai-sdk/provider";
import { isJsonObject, type Json } from "@/lib/core/json";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import type { PastCall } from "./turn";

const FACT_NAME = /^step (\d+)(?:\.\d+)?: (\S+) (.*)$/s;

type SummarisedCall = { step: number; position: number; of: number; tool: string; args: Json };

/** How a summary calls what came of a call: `step 3: look {"at":1}`, with the call's place where there were several. */
export function factName({ step, position, of, tool, args }: SummarisedCall): string {
  return `step ${of === 1 ? step : `${step}.${position}`}: ${tool} ${JSON.stringify(args)}`;
}

/** The rounds of calls that a summary in the conversation tells of, for an agent whose first steps it replaces. */
export function summarisedRounds(prompt: readonly LanguageModelV4Message[]): PastCall[][] {
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
    const outcome = { tool, args: jsonOrText(args), ...summarisedResult(jsonOrText(value)) };
    rounds.set(Number(step), [...(rounds.get(Number(step)) ?? []), outcome]);
  }
  return [...rounds].sort(([a], [b]) => a - b).map(([, outcomes]) => outcomes);
}

function summarisedResult(value: Json): Pick<PastCall, "output" | "failed"> {
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
