export { callCostMicroUsd, costMicroUsd, type Price } from "./price";
export { type CallFigures, type Totals, totals } from "./totals";
export { estimatedInputTokens, worstCase } from "./worst-case";
