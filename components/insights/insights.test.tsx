import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { runsView } from "@/app/(console)/runs/(list)/view";
import type { InsightCounts } from "@/lib/core/insights/counts";
import { insightsOf } from "@/lib/core/insights/report";
import {
  fullInsights as full,
  noInsights as none,
  insightScope as scope,
  INSIGHT_WEEKS as WEEKS,
} from "@/lib/testing/reports/insight-counts";
import { reportLabel } from "../run-list/behind";
import { exportHref, runsHref } from "./address";
import { InsightCharts } from "./insight-charts";
import { InsightFilters } from "./insight-filters";

const drawn = (counts: InsightCounts) =>
  renderToStaticMarkup(<InsightCharts report={insightsOf(counts, scope, WEEKS)} view={{ tag: "a b" }} />);
const hrefsOf = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => (href ?? "").replaceAll("&amp;", "&"));

describe("the charts", () => {
  const html = drawn(full);

  it("say their figures, and a share over fewer than five as none", () => {
    for (const words of [
      "100.0 %",
      "agreed with the proposal",
      "n = 14 runs",
      "6 m 40 s",
      "median error of money",
      "50.0 %",
    ])
      expect(html).toContain(words);
    expect(drawn({ ...full, waits: [{ bin: "5_to_15m", gates: 1 }] })).toContain("n = 1 gate<");
    expect(html).toMatch(/rare<\/span>.*?1 of 2.*?n &lt; 5/);
    expect(html).not.toContain("style=");
  });

  it("lead from a bar to the runs behind it, within the days of the report", () => {
    const hrefs = hrefsOf(html);
    for (const behind of [
      "/runs?from=2026-11-11&to=2026-11-15&runs=real&behind=decision%3Aany",
      "/runs?tag=release&from=2026-11-11&to=2026-11-22&runs=real&behind=replans%3Aany",
      "/runs?from=2026-11-11&to=2026-11-22&runs=real&behind=wait%3A5_to_15m",
      "/runs?from=2026-11-11&to=2026-11-22&runs=real&behind=lesson%3Al",
      "/api/v1/insights/csv?tag=a+b&chart=decisions",
    ])
      expect(hrefs).toContain(behind);
  });

  it("say how many faults were found by kind of gate, and their share from five drills on", () => {
    const faulty = drawn({
      ...none,
      drills: [
        { kind: "plan_approval", outcome: "found", drills: 4 },
        { kind: "plan_approval", outcome: "missed", drills: 1 },
        { kind: "tool_approval", outcome: "missed", drills: 2 },
      ],
    });
    const shown = faulty.replace(/<[^>]+>/g, "|");
    expect(shown).toMatch(/4 of 5\|+80\.0 %/);
    expect(shown).toMatch(/0 of 2 found|0 of 2\|* ?found/);
    expect(hrefsOf(faulty)).toContain("/insights/drills?from=2026-11-11&to=2026-11-22&kind=tool_approval");
    const clean = drawn({ ...none, drills: [{ kind: "tool_approval", outcome: "passed", drills: 1 }] });
    expect(clean).toContain("No drill with a fault was answered in these days.");
    expect(drawn(none)).toContain("No drill was answered in these days.");
  });

  it("say in words that there is nothing", () => {
    const empty = drawn(none);
    expect(empty).toContain("No review was decided in these runs.");
    expect(empty).toContain("No run ended in these days.");
    expect(empty).toContain("No run of these days had a forecast.");
    expect(empty).not.toContain("<svg");
  });
});

describe("the address", () => {
  it("fills the form with what the report is about", () => {
    const view = { from: "2026-11-01", to: "2026-11-24", tag: "x", runs: "demo", by: "prompt" } as const;
    const html = renderToStaticMarkup(<InsightFilters view={view} scope={{ ...scope, ...view }} />);
    expect(html).toContain('<option value="demo" selected="">');
    expect(html).toContain("Clear filters");
    expect(renderToStaticMarkup(<InsightFilters view={{}} scope={scope} />)).not.toContain("Clear filters");
  });

  it("of the list of runs says the same in words", () => {
    const href = runsHref({ ...scope, runs: "demo" }, { facet: { kind: "replans", value: "one" } });
    const view = runsView(Object.fromEntries(new URL(href, "http://x").searchParams));
    expect(reportLabel(view)).toBe("1 replan · ended 2026-11-11 to 2026-11-22 · simulated");
    expect(exportHref(scope)).toBe("/api/v1/runs/export?from=2026-11-11&to=2026-11-22&runs=real");
    expect(reportLabel({ runs: "real" })).toBe("not simulated");
  });
});
