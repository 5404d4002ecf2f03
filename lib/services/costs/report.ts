import {
  type BudgetRow,
  type ReplanSums,
  readBudgets,
  readReplanSums,
} from "@/db/queries/costs/read-overheads";
import {
  type CallFigures,
  type ReportRow,
  type RunCostRow,
  readCallFigures,
  readCostReport,
  readRunCosts,
} from "@/db/queries/costs/read-report";
import { type CostDays, stepsOf } from "@/lib/core/cost/days";
import { CALL_PURPOSES } from "@/lib/core/cost/purpose";
import { spreadOf } from "@/lib/core/cost/spread";
import type { BudgetUse, CostFilter, CostReport, CostSide } from "@/lib/core/cost/views";
import { costReportInput } from "@/lib/core/inputs/costs";
import { zeroSpend } from "@/lib/core/run/ledger/spend";
import { spendingOf } from "@/lib/core/run/ledger/spending";
import type { CostLine } from "@/lib/core/views";
import { costLineOf, noCalls, sumOfCalls } from "../runs/costs";
import { defineVerb } from "../verb";
import { readScope } from "./scope";

/** Lines of one side that are shown apart. */
const SIDE_LINES = 50;

/** Throws `invalid_input` for days that are none. */
export const reportCosts = defineVerb({
  name: "costs/report",
  capability: "view",
  description:
    "What models cost: over time, by role, model, agent, tag, plan version and run, with retries, replans and limits; `from` and `to` are days (UTC), the last thirty unless given, `by` is `day` or `week`",
  see: ["costs.md"],
  routes: [{ at: "GET /api/v1/costs" }],
  input: costReportInput,
  async run({ ctx, input }): Promise<CostReport> {
    const { days, filter, scope } = readScope(ctx, input);
    const ofWholeRuns = isOfWholeRuns(filter);
    const [rows, runs, figures, replans, budgets] = await Promise.all([
      readCostReport(ctx.db, scope, days.by),
      readRunCosts(ctx.db, scope),
      readCallFigures(ctx.db, scope),
      ofWholeRuns ? readReplanSums(ctx.db, scope) : undefined,
      ofWholeRuns ? readBudgets(ctx.db, scope, days.by) : undefined,
    ]);
    return {
      days,
      filter,
      ...moneyOf(rows),
      ...sidesOf(rows, figures, days),
      tags: runs.filter(({ side }) => side === "tag").map(costLineOf),
      runs: runs.flatMap(runCostOf),
      replans: replans ? replansOf(replans) : null,
      budgets: budgets ? budgetsOf(budgets, days) : null,
    };
  },
});

/** Replans and limits are not those of single calls. */
const isOfWholeRuns = ({ model, role, agent, version }: CostFilter): boolean =>
  [model, role, agent, version].every((one) => one === undefined);

/** All of a report that is not of runs alone. */
function moneyOf(
  rows: readonly ReportRow[],
): Pick<CostReport, "sum" | "purposes" | "simulated" | "unpriced"> {
  const whole = rows.filter(({ side }) => side === "all");
  const models = rows.filter(({ side }) => side === "model");
  const real = whole.filter(({ line }) => line !== "simulated");
  return {
    sum: costLineOf({ key: null, ...sumOfCalls(real) }),
    purposes: CALL_PURPOSES.flatMap((key) =>
      real.filter(({ line }) => line === key).map((row) => ({ ...costLineOf(row), key })),
    ),
    simulated: models.filter(({ line }) => line === "simulated").map(costLineOf),
    unpriced: models.flatMap(({ line, key, uncostedCalls: calls }) =>
      line === "run" && calls > 0 && key !== null ? [{ model: key, calls }] : [],
    ),
  };
}

function sidesOf(rows: readonly ReportRow[], figures: ReadonlyMap<string, CallFigures>, days: CostDays) {
  const ofRuns = rows.filter(({ line }) => line === "run");
  const side = (name: ReportRow["side"]) => ofRuns.filter((row) => row.side === name);
  const bySteps = new Map(side("time").map((row) => [row.key, row]));
  const spreads = new Map(
    [...figures].map(([model, { costsMicroUsd, latenciesMs }]) => [
      model,
      spreadOf(costsMicroUsd, latenciesMs),
    ]),
  );
  const models = cutSide(side("model"));
  return {
    steps: stepsOf(days).map((key) => ({ ...costLineOf(bySteps.get(key) ?? { ...noCalls(), key }), key })),
    roles: cutSide(side("role")),
    models: {
      ...models,
      lines: models.lines.map((line) => ({ ...line, spread: spreads.get(line.key ?? "") ?? null })),
    },
    agents: cutSide(side("agent")),
    versions: side("version").map(costLineOf).toSorted(byVersion),
    spread: spreadOf(
      joined([...figures.values()].map(({ costsMicroUsd }) => costsMicroUsd)),
      joined([...figures.values()].map(({ latenciesMs }) => latenciesMs)),
    ),
    retries: costLineOf(side("retry").find(({ key }) => key === "true") ?? { key: null, ...noCalls() }),
  };
}

function cutSide(rows: readonly ReportRow[]): CostSide {
  const rest = rows.slice(SIDE_LINES);
  return {
    lines: rows.slice(0, SIDE_LINES).map(costLineOf),
    others:
      rest.length === 0 ? null : { count: rest.length, line: costLineOf({ key: null, ...sumOfCalls(rest) }) },
  };
}

const byVersion = (a: CostLine, b: CostLine): number => versionOf(a) - versionOf(b);
const versionOf = ({ key }: CostLine): number => (key === null ? Number.MAX_SAFE_INTEGER : Number(key));

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function runCostOf(row: RunCostRow): CostReport["runs"] {
  const { side, key, mission, status, finishReason, replans } = row;
  if (side !== "run" || key === null) return [];
  return [{ ...costLineOf(row), key, mission, status, finishReason, replans }];
}

function replansOf(rows: readonly ReplanSums[]): CostReport["replans"] {
  const { replans = 0, runs = 0 } = rows[0] ?? {};
  const part = (name: ReplanSums["side"]) =>
    spendingOf(rows.find(({ side }) => side === name) ?? zeroSpend());
  return { count: replans, runs, spent: part("spent"), discarded: part("discarded") };
}

function budgetsOf(rows: readonly BudgetRow[], days: CostDays): CostReport["budgets"] {
  const bySteps = new Map(rows.flatMap((row) => (row.side === "time" ? [[row.key, row] as const] : [])));
  return {
    steps: stepsOf(days).map((key) => ({ key, ...budgetUseOf(bySteps.get(key)) })),
    runs: rows.flatMap((row) =>
      row.side === "run" ? [{ ...budgetUseOf(row), runId: row.key, mission: row.mission }] : [],
    ),
  };
}

const budgetUseOf = (row: BudgetRow | undefined): BudgetUse => ({
  runs: row?.runs ?? 0,
  capUsd: (row?.capMicroUsd ?? 0) / 1_000_000,
  spentUsd: (row?.spentMicroUsd ?? 0) / 1_000_000,
  unknownCalls: row?.uncostedCalls ?? 0,
});
