import { STATUS_OF_FINISH } from "../../run/status";
import type { SimilarMission } from "../../similar-missions";
import { formatCounted, formatUsd } from "../amounts";

/** How a finished mission ended, and what it took: "failed (no_path) · 2 replans · $0.12 · demo". */
export function formatSimilarMission(mission: SimilarMission): string {
  const { finishReason, replans, iterations, costMicroUsd, demo } = mission;
  return [
    `${STATUS_OF_FINISH[finishReason]} (${finishReason})`,
    formatCounted(replans, "replan", "replans"),
    iterations > 0 && formatCounted(iterations, "iteration", "iterations"),
    costMicroUsd === null ? "cost unknown" : formatUsd(costMicroUsd / 1e6),
    demo && "demo",
  ]
    .filter(Boolean)
    .join(" · ");
}
