import { z } from "zod";
import { INSIGHT_CHARTS, insightTables } from "@/lib/core/describe/learning/insights";
import { writeCsv } from "@/lib/core/files/csv";
import { insightsInput } from "@/lib/core/inputs/insights";
import type { TextFile } from "@/lib/core/views";
import { defineVerb } from "../verb";
import { insightsFor } from "./report";

export const exportInsights = defineVerb({
  name: "insights/csv",
  capability: "view",
  description: "The same figures as a file: those of one chart, or all",
  routes: [{ at: "GET /api/v1/insights/csv", answer: "textFile" }],
  input: insightsInput.safeExtend({ chart: z.enum(INSIGHT_CHARTS).optional() }),
  async run({ ctx, input: { chart, ...input } }): Promise<TextFile> {
    const report = await insightsFor(ctx, input);
    const tables = insightTables(report);
    const { from, to } = report.scope;
    const fileName = `${["insights", ...(chart ? [chart] : []), from, to].join("-")}.csv`;
    const text = chart ? tableCsv(tables[chart]) : allCsv(tables);
    return { fileName, contentType: "text/csv; charset=utf-8", text };
  },
});

type Tables = ReturnType<typeof insightTables>;

const tableCsv = ({ columns, rows }: Tables[keyof Tables]): string =>
  writeCsv(
    columns.map(({ name }) => name),
    rows.map(({ name, values }) => [name, ...values]),
  );

function allCsv(tables: Tables): string {
  const lines = INSIGHT_CHARTS.flatMap((chart) =>
    tables[chart].rows.flatMap(({ name, values }) =>
      values.map((value, at) => [chart, name, tables[chart].columns[at + 1]?.name ?? "", value]),
    ),
  );
  return writeCsv(["chart", "row", "figure", "value"], lines);
}
