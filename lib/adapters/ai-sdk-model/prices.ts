import type { ModelInfo } from "@/lib/core/ports";

/** When the prices below were read from the providers' pages. Settings override them. */
export const PRICES_AS_OF = "2026-10-27";

type Price = NonNullable<ModelInfo["price"]>;

// US dollars per million tokens: input, cached input, output. List prices of the standard tier; where a provider
// charges more for very long prompts (over 272k tokens at OpenAI, 100k for Haiku 5.5) it is the price below that.
const OPENAI: Record<string, [number, number, number]> = {
  "gpt-6.1-sol": [2, 0.1, 10],
  "gpt-6.1-terra": [1, 0.05, 5],
  "gpt-6-sol": [2, 0.2, 10],
  "gpt-6-luna": [0.1, 0.01, 0.5],
  "gpt-5.6-sol": [4, 0.4, 20],
  "gpt-5.6-terra": [2, 0.2, 12],
  "gpt-5.6-luna": [0.2, 0.02, 1.2],
  "gpt-5.5": [5, 0.5, 30],
  "gpt-5.4": [2.5, 0.25, 15],
  "gpt-5.4-mini": [0.75, 0.075, 4.5],
  "gpt-5.4-nano": [0.2, 0.02, 1.25],
  "gpt-5.2": [1.75, 0.175, 14],
  "gpt-5.1": [1.25, 0.125, 10],
  "gpt-5": [1.25, 0.125, 10],
  "gpt-5-mini": [0.25, 0.025, 2],
  "gpt-5-nano": [0.05, 0.005, 0.4],
  "gpt-4.1": [2, 0.5, 8],
  "gpt-4.1-mini": [0.4, 0.1, 1.6],
  "gpt-4.1-nano": [0.1, 0.025, 0.4],
  "gpt-4o": [2.5, 1.25, 10],
  "gpt-4o-mini": [0.15, 0.075, 0.6],
};

const ANTHROPIC: Record<string, [number, number, number]> = {
  "claude-fable-5-1": [10, 0.25, 50],
  "claude-fable-5": [10, 1, 50],
  "claude-opus-5-5": [4, 0.2, 20],
  "claude-opus-5": [5, 0.5, 25],
  "claude-opus-4-8": [5, 0.5, 25],
  "claude-opus-4-7": [5, 0.5, 25],
  "claude-opus-4-6": [5, 0.5, 25],
  "claude-opus-4-5": [5, 0.5, 25],
  "claude-opus-4-1": [15, 1.5, 75],
  "claude-sonnet-5-5": [2, 0.1, 10],
  "claude-sonnet-5": [2, 0.2, 10],
  "claude-sonnet-4-6": [3, 0.3, 15],
  "claude-sonnet-4-5": [3, 0.3, 15],
  "claude-haiku-5-5": [0.1, 0.01, 0.5],
  "claude-haiku-4-5": [1, 0.1, 5],
};

const TABLES = { openai: OPENAI, anthropic: ANTHROPIC };
const DATED = /-(\d{8}|\d{4}-\d{2}-\d{2})$/;

/** The list price of a model by its own name (a dated name has its family's price); undefined = unknown. */
export function listPrice(kind: string, modelName: string): Price | undefined {
  if (kind !== "openai" && kind !== "anthropic") return undefined;
  const table = TABLES[kind];
  const family = modelName.replace(DATED, "");
  const row = Object.hasOwn(table, family) ? table[family] : undefined;
  if (!row) return undefined;
  const [input, cached, output] = row;
  return {
    inputMicroUsd: toMicro(input),
    cachedInputMicroUsd: toMicro(cached),
    outputMicroUsd: toMicro(output),
  };
}

function toMicro(usd: number): number {
  return Math.round(usd * 1_000_000);
}
