import { type CsvRow, readCostLines } from "@/db/queries/costs/read-report";
import { writeCsv } from "@/lib/core/csv";
import { invalidInput } from "@/lib/core/errors";
import { costReportInput } from "@/lib/core/inputs/costs";
import type { TextFile } from "@/lib/core/views";
import { defineVerb } from "../verb";
import { readScope } from "./scope";

const MAX_LINES = 50_000;

const COLUMNS = [
  ...["day", "line", "run", "mission", "tags", "model", "role", "agent", "plan_version"],
  ...["calls", "failed_calls", "unpriced_calls", "input_tokens", "cached_input_tokens", "output_tokens"],
  ...["reasoning_tokens", "latency_ms", "cost_usd", "simulated_usd"],
];

/**
 * The calls of a report as a file: its column `cost_usd` sums up to the report's `sum`. Throws `invalid_input` for days
 * that are none, and where the file would be too long.
 */
export const exportCosts = defineVerb({
  name: "costs/csv",
  capability: "view",
  input: costReportInput,
  async run({ ctx, input }): Promise<TextFile> {
    const { days, scope } = readScope(ctx, input);
    const rows = await readCostLines(ctx.db, scope, MAX_LINES + 1);
    if (rows.length > MAX_LINES) {
      throw invalidInput(`This file would have more than ${MAX_LINES} lines. Choose fewer days or filter.`);
    }
    const fileName = `costs-${days.from}-${days.to}.csv`;
    return { fileName, contentType: "text/csv; charset=utf-8", text: writeCsv(COLUMNS, rows.map(cellsOf)) };
  },
});

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
