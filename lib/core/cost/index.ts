export { callCostMicroUsd, costMicroUsd, type Price } from "./price";
export { knownUsage, tokenCount } from "./token-count";
export { estimatedInputTokens, tokensOfBytes, worstCase } from "./worst-case";
