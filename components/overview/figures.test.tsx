import { describe, expect, it } from "vitest";
import type { DaySpending } from "@/lib/core/cost/spending-cap";
import { renderHtml } from "@/lib/testing/render";
import { daySpending, weekFigures } from "@/lib/testing/views/overview-figures";
import { overviewQuery, spendingQuery } from "./figure-queries";
import { Figures } from "./figures";

const WEEK = weekFigures();

const shown = (spending: Partial<DaySpending>, week = WEEK) =>
  renderHtml(<Figures />, {
    queries: [
      { queryKey: spendingQuery("overview").queryKey, data: daySpending(spending) },
      { queryKey: overviewQuery().queryKey, data: week },
    ],
  });
const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

describe("the figures of the overview", () => {
  it("say what today costs, and how the last runs came out, with links to what they are made of", () => {
    const html = shown({});
    const text = textOf(html);
    expect(text).toContain("Spent today (UTC) $1.20 No daily cap");
    expect(text).toContain("Completed, last 7 days 92 % 23 of 25 ended runs");
    expect(text).toContain("Replanned, last 7 days 12 % 3 of 25 ended runs");
    expect(html).toContain('href="/costs?from=2026-11-24&amp;to=2026-11-24"');
    expect(html).toContain('href="/insights?from=2026-11-18&amp;to=2026-11-24"');
  });

  it("hold the day against its cap, and say of what nobody knows the cost", () => {
    const text = textOf(shown({ capMicroUsd: 10_000_000, uncostedCalls: 2 }));
    expect(text).toContain("$1.20 of $10.00 plus 2 calls of unknown cost");
    expect(text).not.toContain("reached");
  });

  it("say that the cap is reached, and where it is changed", () => {
    const html = shown({ capMicroUsd: 1_000_000 });
    expect(textOf(html)).toContain(
      "Daily cap reached: new runs with priced models start again at 00:00 UTC.",
    );
    expect(html).toContain('href="/settings/spending"');
  });

  it("make no share of few runs, and none of none", () => {
    expect(textOf(shown({}, { ...WEEK, ended: 3, completed: 2, replanned: 0 }))).toContain(
      "Completed, last 7 days 2 of 3 ended runs",
    );
    expect(textOf(shown({}, { ...WEEK, ended: 0, completed: 0, replanned: 0 }))).toContain("– No ended runs");
  });

  it("say where they are those of demo runs", () => {
    expect(textOf(shown({}))).not.toContain("Demo");
    const html = shown({}, { ...WEEK, runs: "demo", ended: 3, completed: 2 });
    expect(textOf(html)).toContain("Completed, last 7 days 2 of 3 ended runs Demo runs");
    expect(html).toContain('href="/insights?from=2026-11-18&amp;to=2026-11-24&amp;runs=demo"');
  });
});
