import { type CatchRate, catchRateOf } from "../drills/catch-rate";
import type { DayRange, RunKind } from "../inputs/insights";
import { DECISIONS, type Decision } from "../plan/words";
import type { ForecastCounts, InsightCounts } from "./counts";
import { type Agreement, REPLAN_COUNTS, type ReplanCount, WAIT_BINS, type WaitBin } from "./facets";
import { MIN_GROUP, rate, sumOf, wilson } from "./formulas";

export type InsightScope = DayRange & { tag: string | null; runs: RunKind; by: "week" | "prompt" };

/** How runs ended. */
export type Endings = {
  ended: number;
  completed: number;
  failed: number;
  aborted: number;
  cancelled: number;
};

/** Runs with a lesson beside those without it: an association, since they differ in more than that. */
type LessonAssociation = {
  lessonId: string;
  text: string;
  with: LessonGroup;
  without: LessonGroup;
};
type LessonGroup = { runs: number; completedRate: number; interval: [low: number, high: number] };

/** What many runs say (docs/insights.md). A rate is a share from 0 to 1, null over fewer than five. */
export type InsightsReport = {
  scope: InsightScope;
  runs: Endings & { leftOut: number };
  decisions: {
    n: number;
    byDecision: Record<Decision, number>;
    groups: { group: string | null; counts: Record<Decision, number> }[];
    tasksBetween: number | null;
    stepsBetween: number | null;
  };
  agreement: {
    counts: Record<Agreement, number>;
    rate: number | null;
    groups: { group: string | null; agreed: number; overruled: number; rate: number | null }[];
  };
  replansByTag: {
    replanned: number;
    rate: number | null;
    tags: { tag: string; runs: number; replanned: number; rate: number | null }[];
  };
  success: { after: number | null; without: number | null; groups: Record<ReplanCount, Endings> };
  retries: {
    n: number;
    fixed: number;
    rate: number | null;
    codes: { code: string; retries: number; fixed: number; rate: number | null }[];
  };
  checks: {
    checked: number;
    caught: number;
    fixed: number;
    layers: { layer: string; checked: number; caught: number; fixed: number }[];
  };
  lessons: { shown: LessonAssociation[]; tooFew: number };
  forecasts: ForecastCounts;
  drills: CatchRate;
  waits: {
    gates: number;
    medianMs: number | null;
    p90Ms: number | null;
    notByPeople: number;
    bins: { bin: WaitBin; gates: number }[];
  };
};

/** The report over what was counted: every formula stands here, or in `formulas.ts`. `groups` are all weeks of the range. */
export function insightsOf(
  counts: InsightCounts,
  scope: InsightScope,
  weeks: readonly string[],
): InsightsReport {
  return {
    scope,
    runs: { ...endingsOf(counts.runs), leftOut: counts.leftOut },
    decisions: decisionsOf(counts, groupsOf(counts, scope, weeks)),
    agreement: agreementOf(counts, groupsOf(counts, scope, weeks)),
    ...replansOf(counts),
    retries: retriesOf(counts),
    checks: {
      checked: sumOf(counts.checks, ({ checked }) => checked),
      caught: sumOf(counts.checks, ({ caught }) => caught),
      fixed: sumOf(counts.checks, ({ fixed }) => fixed),
      layers: [...counts.checks],
    },
    lessons: lessonsOf(counts),
    forecasts: counts.forecasts,
    drills: catchRateOf(counts.drills),
    waits: waitsOf(counts),
  };
}

/** Every week has a group, also one without a decision; prompt versions only those that were used. */
function groupsOf({ decisions }: InsightCounts, { by }: InsightScope, weeks: readonly string[]) {
  const used = new Set(decisions.map(({ group }) => group));
  return by === "week" ? weeks : [...used].sort((a, b) => ((a ?? "") < (b ?? "") ? -1 : 1));
}

function endingsOf(runs: InsightCounts["runs"]): Endings {
  const of = (wanted: string) => sumOf(runs, ({ status, runs: count }) => (status === wanted ? count : 0));
  return {
    ended: sumOf(runs, ({ runs: count }) => count),
    completed: of("completed"),
    failed: of("failed"),
    aborted: of("aborted"),
    cancelled: of("cancelled"),
  };
}

function decisionsOf({ decisions, spans }: InsightCounts, groups: readonly (string | null)[]) {
  const byDecision = (rows: InsightCounts["decisions"]) =>
    Object.fromEntries(
      DECISIONS.map((one) => [one, sumOf(rows, ({ decision, count }) => (decision === one ? count : 0))]),
    ) as Record<Decision, number>;
  return {
    n: sumOf(decisions, ({ count }) => count),
    byDecision: byDecision(decisions),
    groups: groups.map((group) => ({
      group,
      counts: byDecision(decisions.filter((row) => row.group === group)),
    })),
    tasksBetween: spans.reviews === 0 ? null : spans.tasks / spans.reviews,
    stepsBetween: spans.reviews === 0 ? null : spans.steps / spans.reviews,
  };
}

function agreementOf({ decisions }: InsightCounts, groups: readonly (string | null)[]) {
  const of = (rows: InsightCounts["decisions"], wanted: Agreement) =>
    sumOf(rows, ({ agreement, count }) => (agreement === wanted ? count : 0));
  const people = (rows: InsightCounts["decisions"]) => {
    const [agreed, overruled] = [of(rows, "agreed"), of(rows, "overruled")];
    return { agreed, overruled, rate: rate(agreed, agreed + overruled) };
  };
  const { agreed, overruled, rate: ofAll } = people(decisions);
  const [byTime, atOnce, other] = (["by_time", "at_once", "other"] as const).map((one) => of(decisions, one));
  return {
    counts: { agreed, overruled, by_time: byTime ?? 0, at_once: atOnce ?? 0, other: other ?? 0 },
    rate: ofAll,
    groups: groups.map((group) => ({ group, ...people(decisions.filter((row) => row.group === group)) })),
  };
}

function replansOf({ runs, tags }: InsightCounts) {
  const groups = Object.fromEntries(
    REPLAN_COUNTS.map((one) => [one, endingsOf(runs.filter(({ replans }) => replans === one))]),
  ) as Record<ReplanCount, Endings>;
  const after = endingsOf(runs.filter(({ replans }) => replans !== "none"));
  const { none } = groups;
  return {
    replansByTag: {
      replanned: after.ended,
      rate: rate(after.ended, after.ended + none.ended),
      tags: tags.map((one) => ({ ...one, rate: rate(one.replanned, one.runs) })),
    },
    success: {
      after: rate(after.completed, after.ended),
      without: rate(none.completed, none.ended),
      groups,
    },
  };
}

function retriesOf({ retries }: InsightCounts) {
  const n = sumOf(retries, (one) => one.retries);
  const fixed = sumOf(retries, (one) => one.fixed);
  const codes = retries.map((one) => ({ ...one, rate: rate(one.fixed, one.retries) }));
  return { n, fixed, rate: rate(fixed, n), codes };
}

function lessonsOf({ lessons, runs }: InsightCounts) {
  const all = endingsOf(runs);
  const groups = lessons.map(({ lessonId, text, runs: count, completed }) => ({
    lessonId,
    text,
    with: groupOf(completed, count),
    without: groupOf(all.completed - completed, all.ended - count),
  }));
  const isLarge = (one: LessonAssociation) => Math.min(one.with.runs, one.without.runs) >= MIN_GROUP;
  return { shown: groups.filter(isLarge), tooFew: groups.filter((one) => !isLarge(one)).length };
}

const groupOf = (completed: number, runs: number): LessonGroup => ({
  runs,
  completedRate: runs === 0 ? 0 : completed / runs,
  interval: wilson(completed, runs),
});

function waitsOf({ waits, waitSpread }: InsightCounts) {
  const of = (wanted: WaitBin) => sumOf(waits, ({ bin, gates }) => (bin === wanted ? gates : 0));
  return {
    ...waitSpread,
    gates: sumOf(waits, ({ gates }) => gates),
    bins: WAIT_BINS.map(({ bin }) => ({ bin, gates: of(bin) })),
  };
}
