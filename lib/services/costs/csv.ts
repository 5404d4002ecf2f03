import type { CostScope } from "@/db/queries/costs/pieces";
import { type CsvRow, readCostLines } from "@/db/queries/costs/read-report";
import { DAY_MS } from "@/lib/core/cost/days";
import { writeCsv, writeCsvRows } from "@/lib/core/files/csv";
import { costReportInput } from "@/lib/core/inputs/costs";
import type { TextFileParts } from "@/lib/core/views";
import type { ServiceContext } from "../context";
import { defineVerb } from "../verb";
import { readScope } from "./scope";

/** A part of the file holds the lines of so many days: a year of them is never in memory at once. */
const PART_MS = 7 * DAY_MS;

const COLUMNS = [
  ...["day", "line", "run", "mission", "tags", "model", "role", "agent", "plan_version"],
  ...["calls", "failed_calls", "unpriced_calls", "input_tokens", "cached_input_tokens", "output_tokens"],
  ...["reasoning_tokens", "latency_ms", "cost_usd", "simulated_usd"],
];

/** Throws `invalid_input` for days that are none, and what its first part throws. */
export const exportCosts = defineVerb({
  name: "costs/csv",
  capability: "view",
  description:
    "The same calls as a file, a line for each day, run, model, role, agent and plan version; its column `cost_usd` sums up to the report's `sum`",
  routes: [{ at: "GET /api/v1/costs/csv", answer: "textParts" }],
  input: costReportInput,
  async run({ ctx, input }): Promise<TextFileParts> {
    const { days, scope } = readScope(ctx, input);
    const fileName = `costs-${days.from}-${days.to}.csv`;
    const [first, ...rest] = partsOf(scope);
    const beginning = writeCsv(COLUMNS, first ? (await readCostLines(ctx.db, first)).map(cellsOf) : []);
    return { fileName, contentType: "text/csv; charset=utf-8", parts: textOf(ctx, beginning, rest) };
  },
});

async function* textOf(ctx: Pick<ServiceContext, "db">, beginning: string, rest: readonly CostScope[]) {
  yield beginning;
  for (const part of rest) yield writeCsvRows((await readCostLines(ctx.db, part)).map(cellsOf));
}

/** The scopes of the parts, which begin and end with days. */
function partsOf(scope: CostScope): CostScope[] {
  const count = Math.ceil((scope.beforeMs - scope.fromMs) / PART_MS);
  return Array.from({ length: count }, (_, nth) => {
    const fromMs = scope.fromMs + nth * PART_MS;
    return { ...scope, fromMs, beforeMs: Math.min(fromMs + PART_MS, scope.beforeMs) };
  });
}

function cellsOf(row: CsvRow) {
  const { day, line, runId, mission, tags, model, role, agent, planVersion } = row;
  const { calls, failedCalls, uncostedCalls, inputTokens, cachedInputTokens, outputTokens } = row;
  const usd = calls === uncostedCalls ? null : row.costMicroUsd / 1_000_000;
  const isSimulated = line === "simulated";
  return [
    ...[day, line, runId, mission, tags?.join(" ") ?? null, model, role, agent, planVersion],
    ...[calls, failedCalls, uncostedCalls, inputTokens, cachedInputTokens, outputTokens, row.reasoningTokens],
    ...[Math.round(row.latencyMs), isSimulated ? null : usd, isSimulated ? usd : null],
  ];
}
