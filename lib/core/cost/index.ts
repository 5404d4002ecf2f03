export { callCostMicroUsd, costMicroUsd } from "./price";
export { knownUsage } from "./token-count";
export { estimatedInputTokens, tokensOfBytes, worstCase } from "./worst-case";
