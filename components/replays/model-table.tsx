import type { ReactNode } from "react";
import { formatDuration } from "@/lib/core/describe/amounts";
import { describeAbstained } from "@/lib/core/describe/replays/model-replays";
import type { ModelReplayReport, ReplayCell } from "@/lib/core/replay/model/report";
import { Money } from "../ui/money";
import { FOCUSABLE, turnId } from "./replayed-turns";
import { variantLetter, variantName } from "./variant-names";

type Column = { name: string; of(totals: VariantTotals): ReactNode };

/** One line for each variant, over all trajectories. */
export function VariantTable({ report }: { report: ModelReplayReport }) {
  const rows = report.variants.map((variant, index) => ({
    variant,
    letter: variantLetter(index),
    totals: totalsOf(report.cells.filter((cell) => cell.variant === index)),
  }));
  const columns = COLUMNS.filter(({ name }) => name !== "Critic" || report.criticId);
  return (
    <section aria-label="Totals by variant" className="overflow-x-auto" {...FOCUSABLE}>
      <table className="w-full text-left">
        <thead className="text-muted text-xs">
          <tr>
            {["Variant", ...columns.map(({ name }) => name)].map((name) => (
              <th key={name} scope="col" className="whitespace-nowrap py-1 pr-4 font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ variant, letter, totals }) => (
            <tr key={letter} className="border-line border-t align-top">
              <th scope="row" className="min-w-48 py-2 pr-4 font-normal">
                <span className="text-muted">{letter} </span>
                <span className="wrap-anywhere">{variantName(variant, totals.modelIds.join(", "))}</span>
              </th>
              {columns.map(({ name, of }) => (
                <td key={name} className="whitespace-nowrap py-2 pr-4 tabular-nums">
                  {of(totals)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type VariantTotals = {
  modelIds: string[];
  /** Of the turns that were answered; null where none was. */
  score: number | null;
  /** Trajectories in which it acts otherwise, and of how many; the only one's first turn that does. */
  different: number;
  trajectories: number;
  first: Pick<ReplayCell, "variant" | "trajectory" | "divergesAt"> | undefined;
  failed: number;
  notAsked: number;
  checksPassed: number;
  checks: number;
  abstained: number;
  critic: { score: number | null; scored: number; unscored: number } | undefined;
  costMicroUsd: number | null;
  recordedMicroUsd: number | null;
  latencyMs: number;
  recordedLatencyMs: number;
};

/** Adds up the cells of a variant: each turn counts alike, and an unknown part makes a sum unknown. */
export function totalsOf(cells: readonly ReplayCell[]): VariantTotals {
  const sum = (of: (cell: ReplayCell) => number) => cells.reduce((all, cell) => all + of(cell), 0);
  const known = (of: (cell: ReplayCell) => number | null) =>
    cells.reduce<number | null>((all, cell) => {
      const part = of(cell);
      return all === null || part === null ? null : all + part;
    }, 0);
  const mean = (parts: readonly { value: number | null; n: number }[]) => {
    const counted = parts.filter((part): part is { value: number; n: number } => part.value !== null);
    const n = counted.reduce((all, part) => all + part.n, 0);
    return n === 0 ? null : counted.reduce((all, part) => all + part.value * part.n, 0) / n;
  };
  const critics = cells.flatMap(({ critic }) => critic ?? []);
  const different = cells.filter(({ divergesAt }) => divergesAt !== null);
  return {
    modelIds: [...new Set(cells.map(({ modelId }) => modelId))],
    score: mean(cells.map(({ score, answered }) => ({ value: score, n: answered }))),
    different: different.length,
    trajectories: cells.length,
    first: different[0],
    failed: sum(({ failed }) => failed),
    notAsked: sum(({ notAsked }) => notAsked),
    checksPassed: sum(({ checksPassed }) => checksPassed),
    checks: sum(({ checks }) => checks),
    abstained: sum(({ abstained = 0 }) => abstained),
    critic:
      critics.length === 0
        ? undefined
        : {
            score: mean(critics.map(({ score, scored }) => ({ value: score, n: scored }))),
            scored: critics.reduce((all, { scored }) => all + scored, 0),
            unscored: critics.reduce((all, { unscored }) => all + unscored, 0),
          },
    costMicroUsd: known(({ costMicroUsd }) => costMicroUsd),
    recordedMicroUsd: known(({ recordedMicroUsd }) => recordedMicroUsd),
    latencyMs: sum(({ latencyMs }) => latencyMs),
    recordedLatencyMs: sum(({ recordedLatencyMs }) => recordedLatencyMs),
  };
}

const COLUMNS: readonly Column[] = [
  {
    name: "Score",
    of: ({ score, failed, notAsked }) => (
      <>
        {score === null ? "–" : score.toFixed(2)}
        <Below>
          {[failed > 0 && `${failed} failed`, notAsked > 0 && `${notAsked} not asked`]
            .filter(Boolean)
            .join(", ")}
        </Below>
      </>
    ),
  },
  { name: "Differs", of: (totals) => <Differs totals={totals} /> },
  {
    name: "Checks",
    of: ({ checks, checksPassed, abstained }) => (
      <>
        {checks === 0 ? "–" : `${checksPassed} of ${checks}`}
        <Below>{abstained > 0 && describeAbstained(abstained)}</Below>
      </>
    ),
  },
  { name: "Critic", of: ({ critic }) => <CriticScore critic={critic} /> },
  {
    name: "Cost",
    of: ({ costMicroUsd, recordedMicroUsd }) => (
      <>
        <Money usd={usdOf(costMicroUsd)} />
        <Below>
          recorded <Money usd={usdOf(recordedMicroUsd)} />
        </Below>
      </>
    ),
  },
  {
    name: "Time",
    of: ({ latencyMs, recordedLatencyMs }) => (
      <>
        {formatDuration(latencyMs)}
        <Below>recorded {formatDuration(recordedLatencyMs)}</Below>
      </>
    ),
  },
];

function Differs({ totals: { score, different, trajectories, first } }: { totals: VariantTotals }) {
  if (score === null) return "–";
  if (!first || first.divergesAt === null) return <span className="text-muted">nowhere</span>;
  if (trajectories > 1) return `in ${different} of ${trajectories}`;
  const { variant, trajectory, divergesAt } = first;
  return (
    <a
      href={`#${turnId({ variant, trajectory, step: divergesAt })}`}
      className="inline-block py-0.5 underline underline-offset-2"
    >
      Turn {divergesAt}
    </a>
  );
}

function CriticScore({ critic }: Pick<VariantTotals, "critic">) {
  const { score = null, unscored = 0 } = critic ?? {};
  return (
    <>
      {score !== null ? (
        score.toFixed(2)
      ) : (
        <span className="text-muted">{unscored > 0 ? "unknown" : "–"}</span>
      )}
      <Below>{unscored > 0 && `${unscored} not scored`}</Below>
    </>
  );
}

const Below = ({ children }: { children: ReactNode }) => (
  <span className="block text-muted text-xs empty:hidden">{children}</span>
);

export const usdOf = (microUsd: number | null): number | null =>
  microUsd === null ? null : microUsd / 1_000_000;
