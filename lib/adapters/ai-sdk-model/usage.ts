import type { LanguageModelUsage, ProviderMetadata } from "ai";
import type { ModelResponse, Usage } from "@/lib/core/ports";

const MICRO_USD = 1_000_000;

/** Token counts; what the provider did not report stays absent. */
export function toUsage(usage: LanguageModelUsage): Usage {
  const { inputTokens, outputTokens } = usage;
  return defined({
    inputTokens,
    outputTokens,
    cachedInputTokens: reportedCount(
      usage,
      usage.inputTokenDetails.cacheReadTokens,
      /"cache[^"]*token[^"]*"/i,
    ),
    reasoningTokens: reportedCount(
      usage,
      usage.outputTokenDetails.reasoningTokens,
      /"(reasoning|thinking|thoughts)_?token[^"]*"/i,
    ),
  });
}

/**
 * What the provider says the call cost, in micro-dollars. In US dollars OpenRouter sends it as `usage.cost`, the AI
 * Gateway as the text `cost` of its metadata.
 */
export function toReportedCost(
  usage: LanguageModelUsage,
  metadata?: ProviderMetadata,
): Pick<ModelResponse, "reportedCostMicroUsd"> {
  const reportedCost = usage.raw?.cost ?? metadata?.gateway?.cost;
  const cost =
    typeof reportedCost === "string" && reportedCost.trim() !== "" ? Number(reportedCost) : reportedCost;
  if (typeof cost !== "number" || !Number.isFinite(cost) || cost < 0) return {};
  return { reportedCostMicroUsd: Math.round(cost * MICRO_USD) };
}

/** The SDK writes 0 for a detail that a provider leaves out; only the raw usage tells the two apart. */
function reportedCount(
  usage: LanguageModelUsage,
  count: number | undefined,
  key: RegExp,
): number | undefined {
  if (count !== 0 || usage.raw === undefined) return count;
  return key.test(JSON.stringify(usage.raw)) ? count : undefined;
}

function defined(usage: Usage): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== undefined));
}
