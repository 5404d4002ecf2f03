import { UTC, type Zone } from "../zones";

export const COST_STEPS = ["day", "week"] as const;
type CostStep = (typeof COST_STEPS)[number];

export const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
/** Up to so many days a report goes by days unless it is asked for another step. */
const MOST_DAYS_BY_DAY = 45;
/** The longest range of a report. */
export const MAX_COST_DAYS = 800;

/** `from` and `to` are the first and the last day, `2026-11-24`. */
export type CostDays = { from: string; to: string; by: CostStep };

/** The day of a moment in a zone. */
export const dayOfMs = (ms: number, zone = UTC): string =>
  new Date(ms + zone.offsetMs(ms)).toISOString().slice(0, 10);
const msOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Days by a name that stays true, as how many days before today the first and the last of them are. */
const PERIODS = { today: [0, 0], yesterday: [1, 1], "7d": [6, 0] } as const;
export type DayPeriod = keyof typeof PERIODS;
export const DAY_PERIODS = Object.keys(PERIODS) as DayPeriod[];

/** The days (both included) of a period at this moment in a zone. */
export function daysOfPeriod(period: DayPeriod, nowMs: number, zone: Zone): Pick<CostDays, "from" | "to"> {
  const [from, to] = PERIODS[period];
  const today = msOfDay(dayOfMs(nowMs, zone));
  return { from: dayOfMs(today - from * DAY_MS), to: dayOfMs(today - to * DAY_MS) };
}

/** The days that are asked for: well within what clocks and the store carry, with the days that reports add to them. */
export const [FIRST_DAY, LAST_DAY] = ["1970-01-01", "2999-12-31"] as const;

/** True for a day of the calendar from `FIRST_DAY` to `LAST_DAY`, as `2026-11-24`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < FIRST_DAY || text > LAST_DAY) return false;
  return !Number.isNaN(msOfDay(text)) && dayOfMs(msOfDay(text)) === text;
}

/** The days of a report: as given, else the last thirty. */
export function costDays(given: Partial<CostDays>, nowMs: number): CostDays {
  const to = given.to ?? (given.from === undefined ? dayOfMs(nowMs) : later(dayOfMs(nowMs), given.from));
  const from = given.from ?? dayOfMs(msOfDay(to) - (DEFAULT_DAYS - 1) * DAY_MS);
  return { from, to, by: given.by ?? (countDays({ from, to }) > MOST_DAYS_BY_DAY ? "week" : "day") };
}

const later = (a: string, b: string): string => (a > b ? a : b);

/** How many days there are, both ends included; below one where the last comes before the first. */
export const countDays = ({ from, to }: Pick<CostDays, "from" | "to">): number =>
  Math.round((msOfDay(to) - msOfDay(from)) / DAY_MS) + 1;

/** The same as moments, the end excluded: days of UTC, or of the zone of the one who asks. */
export const daysInMs = (
  { from, to }: Pick<CostDays, "from" | "to">,
  zone = UTC,
): { fromMs: number; beforeMs: number } => ({
  fromMs: startOfDay(from, zone),
  beforeMs: startOfDay(dayOfMs(msOfDay(to) + DAY_MS), zone),
});

/** The first moment of a day, whether clocks are changed on it or not; a day that a zone left out begins where the next does. */
function startOfDay(day: string, zone: Zone): number {
  const utcMs = msOfDay(day);
  const starts = [utcMs - DAY_MS, utcMs + DAY_MS]
    .map((ms) => utcMs - zone.offsetMs(ms))
    .toSorted((a, b) => a - b);
  const isStart = (ms: number) => dayOfMs(ms, zone) === day && dayOfMs(ms - 1, zone) !== day;
  return starts.find(isStart) ?? starts.at(-1) ?? utcMs;
}

/** The first day of every step of the range, also of those without a call. Weeks begin on Monday. */
export function stepsOf({ from, to, by }: CostDays): string[] {
  const stepMs = by === "week" ? 7 * DAY_MS : DAY_MS;
  const first = by === "week" ? mondayOf(msOfDay(from)) : msOfDay(from);
  const count = Math.floor((msOfDay(to) - first) / stepMs) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, n) => dayOfMs(first + n * stepMs));
}

/** 1 January 1970 was a Thursday. */
const mondayOf = (ms: number): number => ms - ((ms / DAY_MS + 3) % 7) * DAY_MS;
