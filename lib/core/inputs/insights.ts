import { z } from "zod";
import { countDays, dayOfMs } from "../cost/days";
import { readFacet } from "../insights/facets";
import type { Zone } from "../zones";
import { dayRange, inOrder } from "./bounds";
import { MAX_RUN_TAG_CHARS } from "./limits";

/** The longest range of a report. */
const MAX_INSIGHT_DAYS = 800;
const DEFAULT_DAYS = 56;

/** Runs whose models were simulated are demo runs; they are apart from the real ones. */
export const RUN_KINDS = ["real", "demo"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** What its figures over time are grouped by: the week in which a run ended, or the reviewer's prompt version. */
const INSIGHT_GROUPS = ["week", "prompt"] as const;

/** Which ended runs a report or an export is about, by the days in which they ended (of the reader, both included). */
const endedRuns = {
  ...dayRange,
  tag: z.string().trim().max(MAX_RUN_TAG_CHARS).optional(),
  runs: z.enum(RUN_KINDS).default("real"),
};

/** A part of a report as the address of a list names it, such as `decision:REPLAN`. */
export const facetText = z
  .string()
  .max(300)
  .transform((text, ctx) => {
    const facet = readFacet(text);
    if (facet) return facet;
    ctx.addIssue({ code: "custom", message: "This is no part of a report." });
    return z.NEVER;
  });

export const insightsInput = z
  .strictObject({ ...endedRuns, by: z.enum(INSIGHT_GROUPS).default("week") })
  .refine(...inOrder)
  .refine(
    ({ from, to }) => from === undefined || to === undefined || countDays({ from, to }) <= MAX_INSIGHT_DAYS,
    { path: ["from"], message: `Choose at most ${MAX_INSIGHT_DAYS} days.` },
  );

/** Days as `2026-11-24`, both included. */
export type DayRange = { from: string; to: string };

const DAY_MS = 86_400_000;

/** The days of a report: as given, else the last eight weeks, from a Monday on. */
export function insightDays({ from, to }: Partial<DayRange>, nowMs: number, zone: Zone): DayRange {
  const today = dayOfMs(nowMs, zone);
  const last = to ?? (from !== undefined && from > today ? from : today);
  if (from !== undefined) return { from, to: last };
  const first = Date.parse(last) - (DEFAULT_DAYS - 1) * DAY_MS;
  const sinceMonday = (new Date(first).getUTCDay() + 6) % 7;
  return { from: dayOfMs(first - sinceMonday * DAY_MS), to: last };
}
