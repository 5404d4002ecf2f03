import { expect, it } from "vitest";
import { formatSimilarMission } from "./similar-missions";

const mission = {
  runId: "run_1",
  mission: "Deploy",
  finishReason: "no_path" as const,
  replans: 2,
  iterations: 0,
  costMicroUsd: 120_000,
  demo: false,
};

it.each<[Partial<typeof mission> | object, string]>([
  [{}, "failed (no_path) · 2 replans · $0.12"],
  [
    { finishReason: "answer_complete", replans: 0, demo: true },
    "completed (answer_complete) · 0 replans · $0.12 · demo",
  ],
  [
    { replans: 1, iterations: 1, costMicroUsd: null },
    "failed (no_path) · 1 replan · 1 iteration · cost unknown",
  ],
  [{ iterations: 2 }, "failed (no_path) · 2 replans · 2 iterations · $0.12"],
])("%j", (facts, text) => {
  expect(formatSimilarMission({ ...mission, ...facts })).toBe(text);
});
