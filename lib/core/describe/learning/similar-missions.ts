import { STATUS_OF_FINISH } from "../../run/status";
import type { SimilarMission } from "../../similar-missions";
import { formatUsd } from "../amounts";

/** How a finished mission ended, and what it took: "failed (no_path) · 2 replans · $0.12 · demo". */
export function formatSimilarMission(mission: SimilarMission): string {
  const { finishReason, replans, iterations, costMicroUsd, demo } = mission;
  return [
    `${STATUS_OF_FINISH[finishReason]} (${finishReason})`,
    replans === 1 ? "1 replan" : `${replans} replans`,
    iterations > 0 && (iterations === 1 ? "1 iteration" : `${iterations} iterations`),
    costMicroUsd === null ? "cost unknown" : formatUsd(costMicroUsd / 1e6),
    demo && "demo",
  ]
    .filter(Boolean)
    .join(" · ");
}
