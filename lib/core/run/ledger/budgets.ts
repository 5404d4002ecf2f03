import { getOwn } from "../../own";
import type { RunState } from "../state";
import {
  type Amounts,
  BUDGETS,
  type Budget,
  DEFAULT_MAX_WISHES,
  METER_NAMES,
  METERS,
  type Meter,
  REPLAN_BUDGETS,
} from "../state/ledger";

/** Part of a limit from which on people are warned. */
export const WARN_AT = 0.8;

/**
 * One budget of a run: what is used, what calls under way may take as well, and how many calls are counted without
 * knowing what they took. Amounts are tokens, micro-dollars, tool calls, milliseconds or times; without `limit` there
 * is none. `setting` is what raises it (docs/engine.md, "Budgets").
 */
export type LedgerLine = {
  counter: Budget;
  used: number;
  reserved: number;
  unknown: number;
  limit?: number;
  setting: string;
  /** The thread of a task, for the replans because of it. */
  lineage?: string;
};

/** The limit in force, raised ones included; undefined where there is none. */
export function limitOf(
  { raised, settings }: Readonly<RunState>,
  counter: Budget,
  lineage = "",
): number | undefined {
  if (counter === "maxReplansPerTask")
    return getOwn(raised.replansByLineage, lineage) ?? settings.maxReplansPerTask;
  if (counter === "maxWishes") return raised.maxWishes ?? settings.maxWishes ?? DEFAULT_MAX_WISHES;
  return (counter === "maxIterations" ? undefined : raised[counter]) ?? settings[counter];
}

/** How long the run was neither waiting nor paused, in milliseconds. */
export function activeMs({ ledger }: Readonly<RunState>, now: number): number {
  const { activeMs: before, activeSince } = ledger;
  return activeSince === undefined ? before : before + Math.max(0, now - activeSince);
}

/** The moment at which the run's clock shows this time; undefined while it stands still. */
export function timeAtActiveMs({ ledger }: Readonly<RunState>, activeMsThen: number): number | undefined {
  const { activeMs: before, activeSince } = ledger;
  return activeSince === undefined ? undefined : activeSince + activeMsThen - before;
}

/** Every budget of the run at this moment (milliseconds, the database's clock), limited or not. */
export function ledgerOf(state: Readonly<RunState>, now: number): LedgerLine[] {
  return BUDGETS.flatMap((counter) => {
    if (counter !== "maxReplansPerTask") return ledgerLine(state, counter, now);
    return Object.keys(state.counters.replansByLineage).map((lineage) =>
      ledgerLine(state, counter, now, lineage),
    );
  });
}

/** One budget of the run; replans because of a task by its lineage. */
export function ledgerLine(
  state: Readonly<RunState>,
  counter: Budget,
  now: number,
  lineage?: string,
): LedgerLine {
  const meter = METER_OF_BUDGET[counter];
  const limit = limitOf(state, counter, lineage);
  return {
    counter,
    used: usedOf(state, counter, now, lineage),
    reserved: meter ? state.ledger.reserved[meter] : 0,
    unknown: meter ? state.ledger.unknown[meter] : 0,
    setting: settingPath(counter),
    ...(limit !== undefined && { limit }),
    ...(lineage !== undefined && { lineage }),
  };
}

const METER_OF_BUDGET: { [counter in Budget]?: Meter } = Object.fromEntries(
  METER_NAMES.map((meter) => [METERS[meter], meter]),
);

/** How much of a budget is used. */
export function usedOf(state: Readonly<RunState>, counter: Budget, now: number, lineage = ""): number {
  const { replans, wishes, draftRounds = 0, replansByLineage, iterations } = state.counters;
  const meter = METER_OF_BUDGET[counter];
  if (meter) return state.ledger.used[meter];
  switch (counter) {
    case "maxDurationMs":
      return activeMs(state, now);
    case "maxReplansPerTask":
      return getOwn(replansByLineage, lineage) ?? 0;
    case "maxIterations":
      return iterations;
    case "maxWishes":
      return wishes + draftRounds;
    default:
      return replans - wishes;
  }
}

/** How a setting is written where somebody is asked to raise it. */
export const settingPath = (counter: Budget): string => `settings.${counter}`;

/** The name under which a warning about a budget is remembered. */
export const warningKey = (counter: string, lineage: string | undefined): string =>
  lineage === undefined ? counter : `${counter} ${lineage}`;

/** True from four fifths of a limit on. */
export const isNearLimit = ({ used, limit }: Pick<LedgerLine, "used" | "limit">): boolean =>
  limit !== undefined && limit > 0 && used >= WARN_AT * limit;

type Fit = { fits: true } | { fits: false; meter: Meter; never: boolean };

/**
 * Whether a call that may take this much fits beside what is used and reserved. `never`: not even when every call
 * under way took nothing.
 */
export function fitOf(state: Readonly<RunState>, asked: Amounts): Fit {
  const { used, reserved } = state.ledger;
  const over = METER_NAMES.map((meter) => {
    const limit = limitOf(state, METERS[meter]);
    const room = limit === undefined ? Number.POSITIVE_INFINITY : limit - used[meter] - (asked[meter] ?? 0);
    return { fits: false as const, meter, room, never: room < 0 };
  }).filter(({ meter, room }) => (asked[meter] ?? 0) > 0 && room < reserved[meter]);
  const worst = over.find(({ never }) => never) ?? over[0];
  return worst ? { fits: false, meter: worst.meter, never: worst.never } : { fits: true };
}

/** What to raise a limit to, unless somebody says otherwise: one replan more, else the double, or what is asked for. */
export function suggestedLimit({
  counter,
  limit,
  used,
  asked = 0,
}: {
  counter: string;
  limit: number;
  used: number;
  asked?: number;
}): number {
  if (REPLAN_BUDGETS.has(counter)) return Math.max(limit, used) + 1;
  const wanted = Math.max(2 * limit, used + asked, 1);
  return Math.ceil(wanted > used ? wanted : used + limit);
}

/** What a gate suggests, or what it would now: a clock may have run on past it. NaN for a budget nobody knows. */
export function currentSuggestion(
  state: Readonly<RunState>,
  { counter, lineage, suggested, asked }: { [fact: string]: string | number | undefined },
  now: number,
): number {
  const budget = BUDGETS.find((one) => one === counter);
  if (!budget) return Number.NaN;
  const { used, limit = 0 } = ledgerLine(
    state,
    budget,
    now,
    lineage === undefined ? undefined : String(lineage),
  );
  const asWas = Number(suggested ?? 0);
  return asWas > Math.max(used, limit)
    ? asWas
    : suggestedLimit({ counter: budget, used, limit, asked: Number(asked ?? 0) });
}
