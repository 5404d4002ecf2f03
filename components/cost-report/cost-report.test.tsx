import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { CostReport } from "@/lib/core/cost/views";
import { zeroSpend } from "@/lib/core/run/ledger/spend";
import { spendingOf } from "@/lib/core/run/ledger/spending";
import type { CostLine } from "@/lib/core/views";
import { addressOf, csvHref, viewOf } from "./address";
import { CostReportView } from "./cost-report";

const line = (key: string | null, microUsd: number, some: Partial<CostLine> = {}): CostLine => ({
  key,
  ...spendingOf({ ...zeroSpend(), calls: 2, costMicroUsd: microUsd, tokens: 1_500 }),
  ...{ failedCalls: 0, inputTokens: 1_000, cachedInputTokens: 0, outputTokens: 500, reasoningTokens: 0 },
  latencyMs: 2_000,
  ...some,
});
const side = (...lines: CostLine[]) => ({ lines, others: null });
const spread = { pricedCalls: 2, medianUsd: 0.1, p95Usd: 0.2, medianLatencyMs: 900, p95LatencyMs: 1_400 };
const half = { usd: null, unknownCalls: 1 };

const report: CostReport = {
  days: { from: "2026-11-01", to: "2026-11-02", by: "day" },
  filter: { tag: "fraud" },
  sum: line(null, 400_000, half),
  purposes: [
    { ...line("run", 300_000, half), key: "run" },
    { ...line("replay", 100_000), key: "replay" },
  ],
  simulated: [line("simulated:scenarios", 70_000)],
  unpriced: [{ model: "local:free", calls: 1 }],
  steps: [
    { ...line("2026-11-01", 300_000, half), key: "2026-11-01" },
    { ...line("2026-11-02", 0, { modelCalls: 0 }), key: "2026-11-02" },
  ],
  roles: side(line("quality_gate", 300_000)),
  models: { lines: [{ ...line("acme:large", 300_000), spread }], others: { count: 3, line: line(null, 5) } },
  agents: side(line(null, 300_000)),
  versions: [line("0", 300_000)],
  tags: [line(null, 300_000)],
  runs: [
    {
      ...line("run_1", 300_000),
      key: "run_1",
      mission: "Ship it",
      status: "completed",
      finishReason: "done",
      replans: 1,
    },
    { ...line("run_2", 2), key: "run_2", mission: null, status: null, finishReason: null, replans: null },
  ] as CostReport["runs"],
  spread,
  retries: line("true", 30_000),
  replans: {
    ...{ count: 1, runs: 1 },
    spent: spendingOf({ ...zeroSpend(), calls: 1, costMicroUsd: 60_000 }),
    discarded: spendingOf({ ...zeroSpend(), calls: 1, unpricedCalls: 1 }),
  },
  budgets: {
    steps: [{ key: "2026-11-01", runs: 1, capUsd: 2, spentUsd: 0.5, unknownCalls: 0 }],
    runs: [{ runId: "run_1", mission: "Ship it", runs: 1, capUsd: 2, spentUsd: 0.5, unknownCalls: 0 }],
  },
};

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const html = renderToStaticMarkup(<CostReportView report={report} />);

describe("the page of costs", () => {
  it("says the total to the last digit, and shares of the money of runs", () => {
    expect(html).toMatch(/data-total="[^"]*"><span title="0.4 US dollars">\$0.40</);
    expect(textOf(html)).toContain("1 call unpriced");
    expect(textOf(html)).toMatch(/Retries 10.0 %.*Replans 20.0 %.*Discarded unknown|Discarded 0.0 %/);
  });

  it("has what is no money apart, and unknown as unknown", () => {
    const text = textOf(html);
    expect(text).toContain("simulated:scenarios no money 2 calls · 1.5 k tokens · would have cost $0.07");
    expect(text).toContain("local:free unknown 1 call without a known price");
    expect(text).toContain("Replays $0.10");
  });

  it("leads from a name to the page of it alone, and from a day to that day", () => {
    expect(html).toContain(
      'href="/costs?from=2026-11-01&amp;to=2026-11-02&amp;by=day&amp;tag=fraud&amp;model=acme%3Alarge"',
    );
    expect(html).toContain('href="/costs?from=2026-11-01&amp;to=2026-11-01&amp;by=day&amp;tag=fraud"');
    expect(html).toContain('href="/runs/run_1?tab=cost"');
    expect(html).toContain('aria-label="Tag fraud: remove filter"');
    expect(textOf(html)).toContain("3 others");
  });

  it("says what a filter leaves out", () => {
    const some = { ...report, replans: null, budgets: null, runs: [], simulated: [], unpriced: [] };
    const text = textOf(renderToStaticMarkup(<CostReportView report={some} />));
    expect(text).toContain("Replans are counted for whole runs");
    expect(text).toContain("Limits apply to whole runs");
    expect(text).toContain("No calls of runs in these days.");
    expect(text).toContain("none was simulated");
  });

  it("is one sentence where nothing was spent, with what to do next", () => {
    const shown = (changed: Partial<CostReport>) =>
      renderToStaticMarkup(
        <CostReportView report={{ ...report, purposes: [], unpriced: [], filter: {}, ...changed }} />,
      );
    expect(textOf(shown({}))).toContain("Nothing spent in these days Only simulated calls were made");
    expect(textOf(shown({}))).toContain("simulated:scenarios no money");
    expect(shown({ simulated: [] })).toContain('href="/runs/new"');
    expect(shown({})).not.toContain("$0.00");
    const narrowed = shown({ filter: { tag: "fraud" } });
    expect(narrowed).toContain("No calls match the filters");
    expect(narrowed).toContain('href="/costs?from=2026-11-01&amp;to=2026-11-02&amp;by=day">Clear filters');
  });
});

it("the address has days, step and filters, and what it does not understand is passed over", () => {
  const view = viewOf({
    from: "2026-11-01",
    to: "2026-02-30",
    by: "year",
    model: " m ",
    runId: ["x"],
    version: "new",
    foo: "1",
  });
  expect(view).toEqual({ from: "2026-11-01", model: "m" });
  expect(viewOf({ version: "2" })).toEqual({ version: "2" });
  expect(addressOf(view)).toBe("/costs?from=2026-11-01&model=m");
  expect(addressOf({})).toBe("/costs");
  expect(csvHref(view)).toBe("/api/v1/costs/csv?from=2026-11-01&model=m");
});
