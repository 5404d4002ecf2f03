import { MEASURES, type Measure } from "./measures";
import { type Interval, wilsonInterval } from "./wilson";

/** One call of a model that a case took; an absent count or cost is unknown, never zero. */
export type EvaluationCall = {
  role: string;
  model: string;
  promptVersion: string;
  /** Answered by the simulated model, which measures nothing. */
  simulated: boolean;
  inputTokens?: number;
  outputTokens?: number;
  costMicroUsd?: number;
};

/** What came of one case. A failure of the provider is neither a hit nor a miss, and neither is a case that was not asked. */
export type CaseOutcome = {
  id: string;
  /** What it counts for. */
  measures: readonly Measure[];
  calls: readonly EvaluationCall[];
} & (
  | { ended: "judged"; hits: readonly Measure[]; unreadable?: boolean; said: string }
  | { ended: "provider_error"; code: string }
  | { ended: "not_asked" }
);

/** A row of a report (docs/evaluation.md, "Rows"); null is unknown. */
export type EvaluationRow = {
  measure: Measure;
  /** Cases that were judged. */
  n: number;
  hits: number;
  value: number | null;
  interval: Interval | null;
  /** Of those judged, how often the model gave nothing that can be read: it then decides nothing. */
  unreadable: number;
  providerErrors: number;
  notAsked: number;
  calls: number;
  inputTokens: number | null;
  outputTokens: number | null;
  costMicroUsd: number | null;
  models: string[];
  /** As `critique 3`. */
  promptVersions: string[];
  simulated: boolean;
};

/** The rows of the measures that any case counts for, in their order. */
export function tally(outcomes: readonly CaseOutcome[]): EvaluationRow[] {
  return MEASURES.flatMap(({ name }) => {
    const cases = outcomes.filter(({ measures }) => measures.includes(name));
    return cases.length === 0 ? [] : [rowOf(name, cases)];
  });
}

function rowOf(measure: Measure, cases: readonly CaseOutcome[]): EvaluationRow {
  const judged = cases.flatMap((one) => (one.ended === "judged" ? [one] : []));
  const hits = judged.filter((one) => one.hits.includes(measure)).length;
  const calls = cases.flatMap((one) => one.calls);
  const n = judged.length;
  return {
    measure,
    n,
    hits,
    value: n === 0 ? null : hits / n,
    interval: wilsonInterval(hits, n) ?? null,
    unreadable: judged.filter(({ unreadable }) => unreadable === true).length,
    providerErrors: cases.filter(({ ended }) => ended === "provider_error").length,
    notAsked: cases.filter(({ ended }) => ended === "not_asked").length,
    calls: calls.length,
    inputTokens: sumOf(calls.map(({ inputTokens }) => inputTokens)),
    outputTokens: sumOf(calls.map(({ outputTokens }) => outputTokens)),
    costMicroUsd: sumOf(calls.map(({ costMicroUsd }) => costMicroUsd)),
    models: distinct(calls.map(({ model }) => model)),
    promptVersions: distinct(calls.map(({ role, promptVersion }) => `${role} ${promptVersion}`)),
    simulated: calls.some(({ simulated }) => simulated),
  };
}

/** One that is not known leaves the sum unknown. */
function sumOf(amounts: readonly (number | undefined)[]): number | null {
  let sum = 0;
  for (const amount of amounts) {
    if (amount === undefined) return null;
    sum += amount;
  }
  return sum;
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
