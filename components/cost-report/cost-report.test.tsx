import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { CostReport } from "@/lib/core/cost/views";
import { costReport as report } from "@/lib/testing/reports/cost-report";
import { CostReportView } from "./cost-report";

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
