import type { Estimate, Forecast } from "../forecast/types";
import { formatDuration, formatUsd } from "./amounts";

/** "about $0.05 to finish", "at least $0.03 to finish", "unknown": what the rest of a run costs, in few words. */
export function formatRestOfMoney({ money }: Pick<Forecast, "money">): string {
  if (isUnknown(money)) return "cost to finish unknown";
  return `${isPartly(money) ? "at least" : "about"} ${usd(money.expected)} to finish`;
}

/** Whether nothing of it is known. */
export const isUnknown = ({ unknown, tasks, unknownRoles }: Estimate): boolean =>
  unknown === tasks && unknown + unknownRoles > 0;

const isPartly = ({ unknown, unknownRoles }: Estimate): boolean => unknown + unknownRoles > 0;

const usd = (microUsd: number): string => formatUsd(Math.round(microUsd) / 1_000_000);

/** "$0.05 ($0.03 to $0.09)" */
export const formatMoneyEstimate = (money: Estimate): string => estimate(money, usd);
export const formatTimeEstimate = (time: Estimate): string => estimate(time, formatDuration);
export const formatWritesEstimate = (writes: Estimate): string =>
  estimate(writes, (n) => String(Math.round(n * 10) / 10));

function estimate(one: Estimate, format: (n: number) => string): string {
  if (isUnknown(one)) return "unknown";
  const [low, expected, high] = [format(one.low), format(one.expected), format(one.high)];
  const range = low === high ? expected : `${expected} (${low} to ${high})`;
  return isPartly(one) ? `at least ${range}` : range;
}

/** Which part of a forecast is unknown: "3 of 8 tasks have no history"; undefined where all is known. */
export function formatUnknownPart({ unknown, unpriced, tasks, unknownRoles }: Estimate): string | undefined {
  const without = unknown - unpriced;
  const parts = [
    ...(without > 0 ? [`${without} of ${tasks} tasks ${without === 1 ? "has" : "have"} no history`] : []),
    ...(unpriced > 0
      ? [`${unpriced} of ${tasks} tasks ${unpriced === 1 ? "uses" : "use"} a model without a known price`]
      : []),
    ...(unknownRoles > 0 ? ["what comes around the tasks is not known"] : []),
  ];
  return parts.length === 0 ? undefined : parts.join("; ");
}

/** What a forecast rests on. */
export function formatBasis({ runs, demo }: Pick<Forecast, "runs" | "demo">): string {
  const which = demo ? "simulated run" : "finished run";
  return `By ${runs === 1 ? `1 ${which}` : `${runs} ${which}s`}. Time is without waiting for people.`;
}
