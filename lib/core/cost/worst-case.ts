import { byteLength, type Json } from "../json";
import type { ModelRequest } from "../ports";
import { costMicroUsd, type Price } from "./price";

/** Most providers make a token of about four bytes of English; fewer is the careful side. */
const BYTES_PER_TOKEN = 3;

/** How many tokens a request may have, by its length: an estimate on the careful side, since only its model knows. */
export function estimatedInputTokens({ system, messages, tools, output }: ModelRequest): number {
  const rest = [messages, tools ?? null, output ?? null] as unknown as Json;
  return Math.ceil((byteLength(system) + byteLength(JSON.stringify(rest))) / BYTES_PER_TOKEN);
}

/**
 * What one request may take at most: its estimated input and all the output that it may have, at the model's price;
 * without a price the cost is unknown (docs/engine.md, "Budgets").
 */
export function worstCase(
  request: ModelRequest,
  outputTokens: number,
  price: Price | undefined,
): { tokens: number; costMicroUsd?: number } {
  const inputTokens = estimatedInputTokens(request);
  const cost = costMicroUsd({ inputTokens, outputTokens }, price);
  const written = costMicroUsd({ inputTokens, outputTokens, cacheWriteTokens: inputTokens }, price);
  return {
    tokens: inputTokens + outputTokens,
    ...(cost !== undefined && { costMicroUsd: Math.max(cost, written ?? 0) }),
  };
}
