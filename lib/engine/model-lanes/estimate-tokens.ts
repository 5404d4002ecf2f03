import { estimatedInputTokens } from "@/lib/core/cost";
import type { ModelRequest, Usage } from "@/lib/core/ports";

/** What an answer is taken for before it is there. */
const ANSWER_TOKENS = 1_000;

/** A guess of what a request will be counted as; what the provider counted corrects it. */
export function estimateTokens(request: ModelRequest): number {
  return estimatedInputTokens(request) + Math.min(request.maxOutputTokens ?? ANSWER_TOKENS, ANSWER_TOKENS);
}

/** What the provider counted; undefined when it does not say. */
export function countedTokens({ inputTokens, outputTokens }: Usage): number | undefined {
  if (inputTokens === undefined && outputTokens === undefined) return;
  return (inputTokens ?? 0) + (outputTokens ?? 0);
}
