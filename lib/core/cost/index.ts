export { callCostMicroUsd, costMicroUsd, type Price } from "./price";
export { estimatedInputTokens, tokensOfBytes, worstCase } from "./worst-case";
