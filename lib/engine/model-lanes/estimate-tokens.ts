import type { ModelRequest, Usage } from "@/lib/core/ports";

/** English prose and JSON have about four characters to a token; what a provider counts corrects the guess. */
const CHARS_PER_TOKEN = 4;
/** What an answer is taken for that has no limit of its own. */
const ANSWER_TOKENS = 1_000;

/** A guess of what a request will be counted as, before it is sent. */
export function estimateTokens({ system, messages, tools, output, maxOutputTokens }: ModelRequest): number {
  const asked = JSON.stringify([system, messages, tools ?? [], output ?? null]);
  return (
    Math.ceil(asked.length / CHARS_PER_TOKEN) + Math.min(maxOutputTokens ?? ANSWER_TOKENS, ANSWER_TOKENS)
  );
}

/** What the provider counted; undefined when it does not say. */
export function countedTokens({ inputTokens, outputTokens }: Usage): number | undefined {
  if (inputTokens === undefined && outputTokens === undefined) return;
  return (inputTokens ?? 0) + (outputTokens ?? 0);
}
