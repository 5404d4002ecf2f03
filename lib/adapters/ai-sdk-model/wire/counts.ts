import { tokenCount } from "@/lib/core/cost/token-count";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";

/** Stands for a count that is not known where the SDK wants a number: below zero in every sum that it may get into. */
const UNKNOWN_COUNT = Number.MIN_SAFE_INTEGER;

const IS_COUNT = /tokens?$|[tT]okenCount$/;
/** The gateway divides its counts by kind: what stands in these two are counts, whatever its name. */
const DIVIDED: ReadonlySet<string> = new Set(["inputTokens", "outputTokens"]);

/**
 * What a provider reports of tokens, as whole numbers: rounded up, also from text, and an unknown one where it is none or a
 * count of `required` is absent. Undefined for what is no report.
 */
export function readableCounts(usage: Json | undefined, required: readonly string[]): JsonObject | undefined {
  if (!isJsonObject(usage)) return undefined;
  const counts = countsIn(usage, false);
  const absent = required.filter((name) => getOwn(counts, name) === undefined);
  return { ...counts, ...Object.fromEntries(absent.map((name) => [name, UNKNOWN_COUNT])) };
}

function countsIn(usage: JsonObject, areAllCounts: boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(usage).flatMap(([key, value]): [string, Json][] => {
      if (value === null || value === undefined) return [];
      const isCount = areAllCounts || IS_COUNT.test(key);
      if (isJsonObject(value)) return [[key, isCount ? UNKNOWN_COUNT : countsIn(value, DIVIDED.has(key))]];
      if (Array.isArray(value) && !isCount && !key.endsWith("_details"))
        return [[key, value.map((one) => (isJsonObject(one) ? countsIn(one, false) : one))]];
      if (isCount) return [[key, tokenCount(value) ?? UNKNOWN_COUNT]];
      return key.endsWith("_details") ? [] : [[key, value]];
    }),
  );
}

/**
 * The counts of chat completions, where some providers count what is thought beside the answer's tokens instead of in them:
 * the total tells which.
 */
export function completionCounts(usage: Json | undefined): JsonObject | undefined {
  const counts = readableCounts(usage, ["prompt_tokens", "completion_tokens"]);
  if (!counts || !isJsonObject(usage)) return undefined;
  const beside = countedBeside(usage);
  if (beside === undefined) return counts;
  return {
    ...counts,
    completion_tokens: tokenCount(Number(usage.completion_tokens) + beside) ?? UNKNOWN_COUNT,
  };
}

/** Tokens of the answer that its own count leaves out, by the total; undefined where there are none. */
function countedBeside(usage: JsonObject): number | undefined {
  const [prompt, completion, total] = [usage.prompt_tokens, usage.completion_tokens, usage.total_tokens].map(
    (count) => (tokenCount(count) === undefined ? undefined : Number(count)),
  );
  const thought =
    detailOf(usage.completion_tokens_details, "reasoning_tokens") ?? tokenCount(usage.reasoning_tokens);
  // More than the whole answer has cannot be a part of it.
  if (thought !== undefined && completion !== undefined && thought > Math.ceil(completion)) return thought;
  if (prompt === undefined || completion === undefined || total === undefined) return undefined;
  const gap = total - prompt - completion;
  // A prompt may be counted without what was read from a cache, which the total then holds as well.
  const cached = detailOf(usage.prompt_tokens_details, "cached_tokens") ?? 0;
  if (thought !== undefined && thought > 0) return gap > 0 && gap >= thought - 1 ? thought : undefined;
  return gap >= 1 && Math.round(gap) !== cached ? gap : undefined;
}

const detailOf = (details: Json | undefined, name: string): number | undefined =>
  isJsonObject(details) ? tokenCount(getOwn(details, name)) : undefined;
