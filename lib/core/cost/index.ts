export { callCostMicroUsd, costMicroUsd, type Price } from "./price";
export { estimatedInputTokens, worstCase } from "./worst-case";
