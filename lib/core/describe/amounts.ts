/** `18 m 04 s`: the two largest units; `< 1 s` for anything shorter. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return "< 1 s";
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${pad(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${pad(minutes % 60)} m` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** `840 ms`, `12.4 s`, `3 min 5 s`, `2 h`: every unit, without those that are zero. */
export function formatExactDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1).replace(/\.0$/, "")} s`;
  const seconds = Math.round(ms / 1_000);
  const parts = [
    [Math.floor(seconds / 3_600), "h"],
    [Math.floor((seconds % 3_600) / 60), "min"],
    [seconds % 60, "s"],
  ] as const;
  return parts.flatMap(([n, unit]) => (n > 0 ? `${n} ${unit}` : [])).join(" ");
}

/** A whole number with its digits in threes: `1,482`. */
export const formatCount = (n: number): string => String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",");

/** A number of things, each by its name: `1 replan`, `1,482 replans`. */
export const formatCounted = (n: number, one: string, many: string): string =>
  `${formatCount(n)} ${n === 1 ? one : many}`;

/** How long ago, in the largest unit alone: `45 s ago`, `3 min ago`, `2 h ago`, `5 d ago`. A list of them stays calm. */
export function formatTimeAgo(at: number, now: number): string {
  const seconds = Math.floor((now - at) / 1_000);
  if (seconds < 5) return "just now";
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} d ago`;
}

/** Dollars and cents, under one dollar with hundredths of a cent where there are any; null is unknown, which is not zero. */
export function formatUsd(usd: number | null): string {
  if (usd === null) return "unknown";
  if (usd < 0) return `−${formatUsd(-usd)}`;
  return usd < 1 ? `$${usd.toFixed(4).replace(/00$/, "")}` : `$${usd.toFixed(2)}`;
}

const pad = (n: number): string => String(n).padStart(2, "0");

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `2026-11-09` as `9 Nov`; what is no day stays. */
export function formatDay(day: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return day;
  const [, month, dayOfMonth] = day.split("-").map(Number);
  return `${dayOfMonth} ${MONTHS[Number(month) - 1]}`;
}

/** `28 Sep – 24 Nov 2026`: the days of a report, both inclusive, with a year where it is another one. */
export function formatDays(from: string, to: string): string {
  const [firstYear, lastYear] = [from, to].map((day) => day.slice(0, 4));
  if (from === to) return `${formatDay(to)} ${lastYear}`;
  const first = firstYear === lastYear ? formatDay(from) : `${formatDay(from)} ${firstYear}`;
  return `${first} – ${formatDay(to)} ${lastYear}`;
}

/** A list of which the first are named, and how many more there are. */
export const withMore = (named: string, more = 0): string => (more > 0 ? `${named} and ${more} more` : named);
