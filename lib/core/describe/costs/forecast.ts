import type { Estimate, Forecast } from "../../forecast/types";
import { formatDuration, formatUsd } from "../amounts";

/** "about $0.05 to finish", "at least $0.03 to finish", "unknown": what the rest of a run costs, in few words. */
export function formatRestOfMoney(forecast: Pick<Forecast, "money"> | null): string {
  const amount = formatAmount(forecast);
  return amount === undefined ? "cost to finish unknown" : `${amount} to finish`;
}

/** "about $0.05 instead of about $0.03 to finish": what a proposed plan costs beside the one that it would replace. */
export function formatInsteadOf(proposed: Forecast | null, current: Forecast | null): string {
  const [wanted, known] = [formatAmount(proposed), formatAmount(current)];
  if (wanted === undefined && known === undefined) return "cost to finish unknown for both plans";
  if (wanted === undefined) return `cost to finish unknown instead of ${known}`;
  if (known === undefined) return `${wanted} to finish instead of an unknown cost`;
  return wanted === known ? `${wanted} to finish, as before` : `${wanted} instead of ${known} to finish`;
}

function formatAmount(forecast: Pick<Forecast, "money"> | null): string | undefined {
  if (!forecast || isUnknown(forecast.money)) return;
  return `${isPartly(forecast.money) ? "at least" : "about"} ${usd(forecast.money.expected)}`;
}

/** Whether nothing of it is known, or only that some of it takes nothing. */
export const isUnknown = (one: Estimate): boolean =>
  isPartly(one) && (one.unknown === one.tasks || one.high === 0);

const isPartly = ({ unknown, unknownRoles }: Estimate): boolean => unknown + unknownRoles > 0;

const usd = (microUsd: number): string => formatUsd(Math.round(microUsd) / 1_000_000);

const FORMATS = {
  money: usd,
  time: formatDuration,
  writes: (n: number): string => String(Math.round(n * 10) / 10),
};

/** The amount and its range apart: "at least $0.05", and "$0.03 to $0.09" where there is one. */
export function estimateWords(of: keyof typeof FORMATS, one: Estimate): { amount: string; range?: string } {
  if (isUnknown(one)) return { amount: "unknown" };
  const [low, expected, high] = [one.low, one.expected, one.high].map(FORMATS[of]);
  const amount = isPartly(one) ? `at least ${expected}` : `${expected}`;
  return low === high ? { amount } : { amount, range: `${low} to ${high}` };
}

/** "$0.05 ($0.03 to $0.09)" */
export const formatMoneyEstimate = (money: Estimate): string => estimate("money", money);
export const formatTimeEstimate = (time: Estimate): string => estimate("time", time);
export const formatWritesEstimate = (writes: Estimate): string => estimate("writes", writes);

function estimate(of: keyof typeof FORMATS, one: Estimate): string {
  const { amount, range } = estimateWords(of, one);
  return range === undefined ? amount : `${amount} (${range})`;
}

/** Which part of a forecast is unknown: "3 of 8 tasks have no history"; undefined where all is known. */
export function formatUnknownPart({ unknown, unpriced, tasks, unknownRoles }: Estimate): string | undefined {
  const without = unknown - unpriced;
  const parts = [
    ...(without > 0 ? [`${without} of ${tasks} tasks ${without === 1 ? "has" : "have"} no history`] : []),
    ...(unpriced > 0
      ? [`${unpriced} of ${tasks} tasks ${unpriced === 1 ? "uses" : "use"} a model without a known price`]
      : []),
    ...(unknownRoles > 0 ? ["planning and reviews have no history yet"] : []),
  ];
  return parts.length === 0 ? undefined : parts.join("; ");
}

/** What a forecast rests on. */
export function formatBasis({ runs, demo }: Pick<Forecast, "runs" | "demo">): string {
  const which = demo ? "simulated run" : "finished run";
  if (runs === 0) return `No ${which} to go by yet.`;
  return `By ${runs === 1 ? `1 ${which}` : `${runs} ${which}s`}. Time is without waiting for people.`;
}
