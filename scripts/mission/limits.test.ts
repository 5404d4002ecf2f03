import { expect, it } from "vitest";
import { readMissionArguments } from "./arguments";

const limitsOf = (...options: string[]) => {
  const read = readMissionArguments(["Deploy it", ...options]);
  return read.ok ? read.value.limits : read.message;
};

it.each<[string[], object]>([
  [[], {}],
  [["--max-cost", "0.25"], { maxCostMicroUsd: 250_000 }],
  [["--max-tokens", "50000", "--max-hops", "0"], { maxTokens: 50_000, maxHops: 0 }],
  [["--max-iterations", "0"], { maxIterations: 0 }],
  [["--max-wishes", "3"], { maxWishes: 3 }],
  [["--model-timeout", "90", "--task-timeout=0.5"], { modelTimeoutMs: 90_000, taskTimeoutMs: 500 }],
  [["--max-minutes", "1.5", "--max-replans=2"], { maxDurationMs: 90_000, maxTotalReplans: 2 }],
])("%j limits the run", (options, limits) => {
  expect(limitsOf(...options)).toEqual(limits);
});

it.each<[string[], string]>([
  [["--max-cost", "0"], "--max-cost is dollars above 0"],
  [["--max-cost", "$3"], "--max-cost is dollars above 0"],
  [["--max-tokens", "1.5"], "--max-tokens is a whole number from 1"],
  [["--max-hops=-1"], "--max-hops is a whole number from 0"],
  [["--max-minutes", "1e9"], "--max-minutes is minutes above 0"],
  [["--max-replans", " "], "--max-replans is a whole number from 0"],
  [["--max-tokens", "99999999999999999999"], "--max-tokens"],
])("%j is refused, before anything starts", (options, message) => {
  expect(limitsOf(...options)).toContain(message);
});
