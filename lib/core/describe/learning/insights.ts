import type { CatchRate } from "../../drills/catch-rate";
import type { Agreement, Facet, ReplanCount, WaitBin } from "../../insights/facets";
import { MIN_GROUP } from "../../insights/formulas";
import type { Endings, InsightsReport } from "../../insights/report";
import { DECISIONS } from "../../plan/words";
import type { FailureCode } from "../../run/events/tasks";
import type { ApprovalKind } from "../../run/gates/table";
import { formatCount, formatDuration } from "../amounts";
import { KIND_LABELS } from "../gates/words";

export const INSIGHT_CHARTS = [
  "decisions",
  "agreement",
  "waits",
  "replans",
  "success",
  "forecasts",
  "retries",
  "checks",
  "lessons",
  "drills",
] as const;
export type InsightChart = (typeof INSIGHT_CHARTS)[number];

/** What a figure is, which says how it is written. */
type FigureKind = "name" | "count" | "rate" | "duration" | "number";
type InsightColumn = { name: string; kind: FigureKind };
/** What is behind a row: runs by a part of the report, an ending, a tag, or the days of a week; or drills of a kind. */
export type Behind = { facet?: Facet; status?: string; tag?: string; week?: string; drills?: ApprovalKind };
type InsightRow = { name: string; values: (number | null)[]; behind?: Behind | undefined };
export type InsightTable = {
  title: string;
  /** What its `n` counts. */
  of: readonly [one: string, many: string];
  n: number;
  formula: string;
  columns: InsightColumn[];
  rows: InsightRow[];
};

const AGREEMENT_LABELS: Record<Agreement, string> = {
  agreed: "person agreed",
  overruled: "person overruled",
  by_time: "applied on timeout",
  at_once: "applied at once",
  other: "without a proposal, or otherwise",
};

const REPLAN_COUNT_LABELS: Record<ReplanCount, string> = {
  none: "No replan",
  one: "1 replan",
  more: "2 or more replans",
};

const FORECAST_LABELS = { money: "Money", time: "Time", writes: "Writes" } as const;

const WAIT_LABELS: Record<WaitBin, string> = {
  under_1m: "< 1 m",
  "1_to_5m": "1–5 m",
  "5_to_15m": "5–15 m",
  "15_to_60m": "15–60 m",
  "1_to_4h": "1–4 h",
  over_4h: "> 4 h",
};

/** Failures of attempts as a chart names them. */
const FAILURE_LABELS: Record<FailureCode, string> = {
  error: "error",
  timeout: "timed out",
  no_path: "no way forward",
  budget_exhausted: "budget used up",
  invalid_actions: "wrong actions",
  schema_mismatch: "wrong form",
  check_failed: "check failed",
  verification_error: "check could not judge",
  insufficient_data: "data missing",
  replan_asked: "asked for a replan",
  empty_result: "empty result",
  abstained: "model says it cannot be done",
  rejected: "rejected by a person",
  changes_requested: "changes requested",
  missing_result: "result missing",
  unknown_outcome: "unknown outcome",
};

/** What runs behind a part of a report have in common. */
export function describeFacet({ kind, value }: Facet): string {
  const any = value === "any";
  switch (kind) {
    case "decision":
      return any ? "with a review" : `review decided ${value}`;
    case "agreement":
      return value === "people"
        ? "proposal decided by a person"
        : `proposal: ${AGREEMENT_LABELS[value as Agreement]}`;
    case "replans":
      return any ? "replanned" : REPLAN_COUNT_LABELS[value as ReplanCount].toLowerCase();
    case "wait":
      return any ? "gate answered by a person" : `gate answered after ${WAIT_LABELS[value as WaitBin]}`;
    case "retry":
      return any ? "retried" : `retried after: ${FAILURE_LABELS[value as FailureCode]}`;
    case "caught":
      return any ? "check rejected a result" : `${value} check rejected a result`;
    case "lesson":
      return "with the lesson";
    case "forecast":
      return "with a forecast";
    case "prompt":
      return `reviewer prompt ${value}`;
  }
}

const column = (kind: FigureKind, name: string): InsightColumn => ({ name, kind });

/** Every chart of a report in words and as a table: what the page shows, and what its files hold. */
export function insightTables(report: InsightsReport): Record<InsightChart, InsightTable> {
  const {
    runs,
    decisions,
    agreement,
    replansByTag,
    success,
    forecasts,
    retries,
    checks,
    lessons,
    drills,
    waits,
    scope,
  } = report;
  const byWeek = scope.by === "week";
  const groupColumn = column("name", byWeek ? "Week from" : "Prompt version");
  /** A group's name, and what its runs have in common; `facet` where groups are weeks. */
  const grouped = (group: string | null, facet: Facet) =>
    byWeek && group !== null
      ? { name: group, behind: { week: group, facet } }
      : {
          name: group ?? "unknown",
          ...(group !== null && { behind: { facet: { kind: "prompt" as const, value: group } } }),
        };
  return {
    decisions: {
      title: "Decisions of reviews",
      n: decisions.n,
      of: ["decision", "decisions"],
      formula:
        "Share = decisions of a kind ÷ all review decisions. Between reviews = tasks (or steps: turns of agents) that ended before a run's last decided review ÷ decided reviews.",
      columns: [groupColumn, ...DECISIONS.map((one) => column("count", one))],
      rows: [
        ...decisions.groups.map(({ group, counts }) => ({
          ...grouped(group, { kind: "decision", value: "any" }),
          values: DECISIONS.map((one) => counts[one]),
        })),
      ],
    },
    agreement: {
      title: "Agreement with the reviewer",
      n: agreement.counts.agreed + agreement.counts.overruled,
      of: ["decision by people", "decisions by people"],
      formula:
        "Agreed ÷ decisions that people took about a proposal. Decisions applied on timeout or at once do not count.",
      columns: [
        groupColumn,
        ...[column("count", "Agreed"), column("count", "Overruled"), column("rate", "Agreement")],
      ],
      rows: agreement.groups.map(({ group, agreed, overruled, rate }) => ({
        ...grouped(group, { kind: "agreement", value: "people" }),
        values: [agreed, overruled, rate],
      })),
    },
    waits: {
      title: "Waiting for a person",
      n: waits.gates,
      of: ["gate", "gates"],
      formula: `Wait = answered − opened, over gates that a person answered. ${formatCount(waits.notByPeople)} closed without one.`,
      columns: [column("name", "Wait"), column("count", "Gates")],
      rows: waits.bins.map(({ bin, gates }) => ({
        name: WAIT_LABELS[bin],
        values: [gates],
        behind: { facet: { kind: "wait", value: bin } },
      })),
    },
    replans: {
      title: "Replans by tag",
      n: runs.ended,
      of: ["run", "runs"],
      formula: "Runs with a replan ÷ runs with the tag. A run may have several tags.",
      columns: [
        ...[column("name", "Tag"), column("count", "Runs"), column("count", "Replanned")],
        column("rate", "Share"),
      ],
      rows: replansByTag.tags.map(({ tag, runs: count, replanned, rate }) => ({
        name: tag,
        values: [count, replanned, rate],
        behind: { tag, facet: { kind: "replans", value: "any" } },
      })),
    },
    success: {
      title: "Success after replanning",
      n: runs.ended,
      of: ["run", "runs"],
      formula: "Completed ÷ ended, among runs with as many replans.",
      columns: [
        ...[column("name", "Replans"), column("count", "Ended"), column("count", "Completed")],
        ...[column("count", "Failed"), column("count", "Aborted"), column("count", "Cancelled")],
      ],
      rows: (Object.entries(success.groups) as [ReplanCount, Endings][]).map(([count, endings]) => ({
        name: REPLAN_COUNT_LABELS[count],
        values: [endings.ended, endings.completed, endings.failed, endings.aborted, endings.cancelled],
        behind: { facet: { kind: "replans", value: count } },
      })),
    },
    forecasts: {
      title: "Forecast error",
      n: forecasts.runs,
      of: ["run", "runs"],
      formula:
        "(Actual − expected) ÷ expected, of the first plan's forecast. In range = between low and high. Unknown costs are left out.",
      columns: [
        ...[
          column("name", "Forecast"),
          column("count", "Known"),
          column("rate", "P10"),
          column("rate", "Median"),
        ],
        ...[column("rate", "P90"), column("rate", "In range")],
      ],
      rows: (["money", "time", "writes"] as const).map((kind) => {
        const { n, p10Error, medianError, p90Error, within } = forecasts[kind];
        const known = n < MIN_GROUP ? [null, null, null, null] : [p10Error, medianError, p90Error, within];
        return {
          name: FORECAST_LABELS[kind],
          values: [n, ...known],
          behind: { facet: { kind: "forecast", value: "any" } },
        };
      }),
    },
    retries: {
      title: "Retries fixed by the diagnosis",
      n: retries.n,
      of: ["retry", "retries"],
      formula: "Fixed = the attempt after a failed one with a diagnosis succeeded ÷ such attempts.",
      columns: [
        ...[column("name", "Failure"), column("count", "Retries"), column("count", "Fixed")],
        column("rate", "Share"),
      ],
      rows: retries.codes.map(({ code, retries: count, fixed, rate }) => ({
        name: FAILURE_LABELS[code as FailureCode],
        values: [count, fixed, rate],
        behind: { facet: { kind: "retry", value: code } },
      })),
    },
    checks: {
      title: "Checks that caught something",
      n: checks.checked,
      of: ["check", "checks"],
      formula: "Caught = a check rejected a result. Fixed = the next attempt succeeded.",
      columns: [
        ...[column("name", "Check"), column("count", "Made"), column("count", "Caught")],
        column("count", "Fixed"),
      ],
      rows: checks.layers.map(({ layer, checked, caught, fixed }) => ({
        name: layer,
        values: [checked, caught, fixed],
        behind: { facet: { kind: "caught", value: layer } },
      })),
    },
    lessons: {
      title: "Runs with a lesson",
      n: runs.ended,
      of: ["run", "runs"],
      formula:
        "Association: completed ÷ ended, of runs whose prompts had the lesson compared with all others, with 95 % intervals. Runs differ in more than the lesson.",
      columns: [
        ...[column("name", "Lesson"), column("count", "Runs with"), column("rate", "Completed with")],
        ...[column("count", "Runs without"), column("rate", "Completed without")],
      ],
      rows: lessons.shown.map(({ lessonId, text, with: used, without }) => ({
        name: text,
        values: [used.runs, used.completedRate, without.runs, without.completedRate],
        behind: { facet: { kind: "lesson", value: lessonId } },
      })),
    },
    drills: {
      title: "Catch rate in drills",
      n: drills.answered,
      of: ["answered drill", "answered drills"],
      formula: `Found = planted faults that were not let pass ÷ answered drills with one, with 95 % intervals, by the day of the answer. Tag and kind of runs do not apply. ${falseAlarms(drills)}`,
      columns: [
        ...[column("name", "Gate"), column("count", "With a fault"), column("count", "Found")],
        ...[column("rate", "Low"), column("rate", "High"), column("rate", "Share")],
      ],
      rows: drills.kinds.map(({ kind, drills: count, part, interval, rate }) => ({
        name: KIND_LABELS[kind],
        values: [count, part, interval?.[0] ?? null, interval?.[1] ?? null, rate],
        behind: { drills: kind },
      })),
    },
  };
}

/** What became of drills without a fault, in a sentence. */
function falseAlarms({ falseAlarms: { drills, part } }: CatchRate): string {
  if (drills === 0) return "No drill without a fault was answered.";
  return `Of ${formatCount(drills)} without a fault, ${formatCount(part)} ${part === 1 ? "was" : "were"} refused.`;
}

/** A figure in words; null is a share over too few, or what nobody knows. */
export function formatFigure(value: number | null, kind: FigureKind): string {
  if (value === null) return kind === "rate" ? "n < 5" : "unknown";
  if (kind === "rate") return formatRate(value);
  if (kind === "duration") return formatDuration(value);
  return kind === "number" ? value.toFixed(1) : formatCount(value);
}

/** `79.8 %`, with a true minus. */
export const formatRate = (share: number): string =>
  `${share < 0 ? "−" : ""}${Math.abs(share * 100).toFixed(1)} %`;
