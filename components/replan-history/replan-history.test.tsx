import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { ReplanListItem } from "@/lib/core/views";
import { replanItem as item } from "@/lib/testing/reports/replan-item";
import { HistoryFilters, type HistoryView } from "./history-filters";
import { changesHref, ReplanRows } from "./replan-rows";

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const all: HistoryView = {};
const shown = (items: ReplanListItem[], nextCursor: string | null = null, view = all) =>
  renderToStaticMarkup(<ReplanRows view={view} page={{ items, nextCursor }} />);

describe("the history of all runs", () => {
  it("tells each change with its run, why, who decided, what changed and what it cost", () => {
    const html = shown([item]);
    expect(html).toMatch(/data-opens="true"[^>]*href="\/runs\/run_1\?tab=replans&amp;from=1&amp;to=2"/);
    const text = textOf(html);
    expect(text).toContain("Replan 2 of “Ship it”");
    expect(text).toContain("Verification failed: check · decided by Anna");
    expect(text).toContain("(2 added, 1 removed, 0 changed)");
    expect(text).toContain("Cost: unknown · 900 tokens · 1 model call");
    expect(text).toContain("Diagnosis: 94 %");
    expect(text).toContain("Afterwards: ✕ failed");
    expect(text).toContain("discarded work: $0.02 · 40 tokens · 1 model call");
  });

  it("leads to the replans of a run where no version came of one", () => {
    expect(changesHref({ runId: "run 1", fromVersion: 1, toVersion: null })).toBe(
      "/runs/run%201?tab=replans",
    );
  });

  it("tells of one that came to nothing, and of one of earlier days, what is known", () => {
    const bare = {
      ...item,
      toVersion: null,
      added: null,
      discardedCost: null,
      cost: null,
      decidedBy: null,
      taskId: null,
    };
    const text = textOf(shown([{ ...bare, kind: "iteration", outcome: "failed", failure: "no plan" }]));
    expect(text).toContain("Iteration 2");
    expect(text).toContain("no plan");
    expect(text).not.toContain("cost");
    expect(text).not.toContain("decided by");
  });

  it("leads on to older ones within the same filter", () => {
    const html = shown([item], "abc", { ...all, outcome: "adopted" });
    expect(html).toContain('href="/history?outcome=adopted&amp;cursor=abc"');
  });

  it("says whether there is nothing, or nothing that fits", () => {
    expect(textOf(shown([]))).toContain("No plan changes yet");
    expect(textOf(shown([], null, { ...all, outcome: "failed" }))).toContain("No changes match");
  });

  it("says how a decision came about where the name does not", () => {
    const byTime = { kind: "model", name: "lead", provenance: "timeout" } as const;
    expect(textOf(shown([{ ...item, decidedBy: byTime }]))).toContain(
      "decided by lead, a model (when its time was over)",
    );
  });
});

describe("the filters", () => {
  const view: HistoryView = {
    outcome: "failed",
    trigger: "verification",
    decider: "model",
    tag: "release",
    from: "2026-11-01",
    to: "2026-11-24",
    cursor: "c",
  };

  it("show what is chosen, and begin again at the first page", () => {
    const html = renderToStaticMarkup(<HistoryFilters view={view} />);
    expect(html).toMatch(/aria-current="true"[^>]*>Failed</);
    expect(html).toContain('<option value="verification" selected="">');
    expect(html).toContain('type="hidden" name="outcome" value="failed"');
    expect(html).toContain('value="2026-11-24"');
    expect(html).not.toContain("cursor=");
  });
});
