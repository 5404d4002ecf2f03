import {
  type CaseOutcome,
  type EvaluationRow,
  type GateVerdict,
  isUnwanted,
  type Measure,
  type Target,
  type Unmeasured,
} from "@/lib/core/evaluation";

const COLUMNS = [
  "measure",
  "n",
  "value",
  "95 % interval",
  "unreadable",
  "errors",
  "not asked",
  "tokens",
  "cost",
  "model",
  "prompts",
];

/** The rows as a table with aligned columns, for people. */
export const tableLines = (rows: readonly EvaluationRow[]): string[] =>
  columnLines([COLUMNS, ...rows.map(cellsOf)]);

/** Rows of cells, the headings first, with columns of one width. */
export function columnLines(cells: readonly (readonly string[])[]): string[] {
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function cellsOf(row: EvaluationRow): string[] {
  const { measure, n, value, interval, unreadable, providerErrors, notAsked, models, promptVersions } = row;
  return [
    measure,
    `${n}`,
    value === null ? "unknown" : percent(value),
    interval ? `${percent(interval.low)} to ${percent(interval.high)}` : "unknown",
    ...[unreadable, providerErrors, notAsked].map(String),
    row.inputTokens === null || row.outputTokens === null
      ? "unknown"
      : `${row.inputTokens + row.outputTokens}`,
    row.costMicroUsd === null ? "unknown" : `$${(row.costMicroUsd / 1_000_000).toFixed(4)}`,
    `${models.length > 2 ? `${models[0]} and ${models.length - 1} more` : models.join(", ")}${row.simulated ? " (simulated)" : ""}`,
    promptVersions.join(", "),
  ];
}

const UNMEASURED: Record<Unmeasured, string> = {
  simulated: "the model is simulated and claims no target",
  provider_errors: "some calls failed at the provider",
  not_asked: "not every case was asked",
};

/** A line for each target. */
export function verdictLines(verdicts: readonly GateVerdict[]): string[] {
  return verdicts.map((one) => {
    const what = `${one.measure} ${targetText(one.target)}`;
    if (one.verdict === "not_measured") return `not measured  ${what}: ${UNMEASURED[one.because]}`;
    return `${one.verdict.padEnd(12)}  ${what}: ${one.value === null ? "unknown" : percent(one.value)}`;
  });
}

export type Miss = { id: string; measure: Measure; said: string };

/** The judged cases that went against their label, each under the first measure in which it did. */
export function missesOf(outcomes: readonly CaseOutcome[]): Miss[] {
  return outcomes.flatMap((one) => {
    if (one.ended !== "judged") return [];
    const { id, measures, hits, said } = one;
    const measure = measures.find((name) => hits.includes(name) === isUnwanted(name));
    return measure === undefined ? [] : [{ id, measure, said }];
  });
}

const targetText = (target: Target): string =>
  "atLeast" in target ? `at least ${percent(target.atLeast)}` : `below ${percent(target.below)}`;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
