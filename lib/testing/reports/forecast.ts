import type { Estimate, Forecast } from "@/lib/core/forecast/types";

/** Half as much at least, twice as much at most. */
export const estimate = (expected: number, some: Partial<Estimate> = {}): Estimate => ({
  low: expected / 2,
  expected,
  high: expected * 2,
  unknown: 0,
  unpriced: 0,
  tasks: 8,
  unknownRoles: 0,
  ...some,
});

/** Of a run of which a part is not known. */
export const forecast: Forecast = {
  money: estimate(40_000, { unknown: 3 }),
  time: estimate(120_000),
  writes: estimate(2),
  toolMicroUsd: 10_000,
  demo: false,
  runs: 12,
};
