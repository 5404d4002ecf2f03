import type { ModelInfo, Usage } from "../ports";

/** Micro-dollars for a million tokens. */
export type Price = NonNullable<ModelInfo["price"]>;

const MILLION = 1_000_000;

/**
 * What a call cost in micro-dollars, rounded up; undefined when the price or a token count is unknown, never a
 * guessed zero. Input counts include cached ones, output counts include reasoning (docs/agents.md, "Cost").
 */
export function costMicroUsd(usage: Usage, price: Price | undefined): number | undefined {
  const { inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteTokens = 0 } = usage;
  if (price === undefined || inputTokens === undefined || outputTokens === undefined) return undefined;
  const cached = Math.min(cachedInputTokens, inputTokens);
  const written = Math.min(cacheWriteTokens, inputTokens - cached);
  const rates = price.longer?.findLast(({ aboveTokens }) => inputTokens > aboveTokens) ?? price;
  const {
    inputMicroUsd,
    outputMicroUsd,
    cachedInputMicroUsd = inputMicroUsd,
    cacheWriteMicroUsd = inputMicroUsd,
  } = rates;
  const total =
    (inputTokens - cached - written) * inputMicroUsd +
    cached * cachedInputMicroUsd +
    written * cacheWriteMicroUsd +
    outputTokens * outputMicroUsd;
  return Math.ceil(total / MILLION);
}

/** The cost a provider reported wins over the price table. */
export function callCostMicroUsd(
  call: { usage: Usage; reportedCostMicroUsd?: number },
  price: Price | undefined,
): number | undefined {
  return call.reportedCostMicroUsd ?? costMicroUsd(call.usage, price);
}
