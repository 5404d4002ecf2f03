import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { RunComparison } from "@/lib/core/compare/view";
import { comparedRun as run, comparedTask as task } from "@/lib/testing/reports/compared-run";
import { comparedIds, compareHref } from "./address";
import { Comparison } from "./comparison-page";

const shown = (found: RunComparison) => renderToStaticMarkup(<Comparison found={found} />);

describe("runs side by side", () => {
  it("say what differs, where results do, and what is unknown or was paid by another run", () => {
    const decided = (decision: "approve" | "reject", by: string) => ({
      decision: { decision, proposed: null, reasoning: "So", provenance: "person" as const, by },
    });
    const html = shown({
      runs: [
        run("r1"),
        run("r2", {
          parentRunId: "r1",
          parentSeq: 7,
          cost: { ...run("r").cost, usd: null },
          durationMs: null,
        }),
      ],
      rows: [
        {
          ...{ title: "Ask", by: "lineage", differs: ["status", "decision"] },
          cells: [task(decided("approve", "Ada")), task({ status: "failed", ...decided("reject", "Bo") })],
          differences: { places: [{ path: "a.b", original: 1 }], truncated: false },
        },
        {
          ...{ title: "Look", by: "title", differs: [], differences: null },
          cells: [task({ tokens: null, costUsd: null }), task({ taskId: "look", shared: true })],
        },
        {
          ...{ title: "New", by: null, differs: [], differences: null },
          cells: [null, task({ taskId: "n" })],
        },
      ],
      notes: [{ code: "still_running", runIds: ["r2"] }],
      plans: null,
    });
    for (const words of [
      "Not ended yet: B.",
      "Approved",
      "Rejected",
      "by Ada",
      "1 difference in the results",
    ])
      expect(html).toContain(words);
    for (const words of ["a.b", "nothing", "same title", "tokens unknown", "paid by its parent"])
      expect(html).toContain(words);
    for (const words of ["not in this run", "Forked at event 7", "not ended", "unknown"])
      expect(html).toContain(words);
  });

  it("have an address that names each", () => {
    expect(compareHref(["run 1", "r2"])).toBe("/compare?a=run+1&b=r2");
    expect(comparedIds({ a: "r1", b: "r2", d: "r4" })).toEqual({ a: "r1", b: "r2", c: "r4" });
    expect(comparedIds({ a: ["r1", "r2"] })).toEqual({ a: "r1", b: "r2" });
    expect(comparedIds({ a: "r1" })).toBeUndefined();
    expect(comparedIds({ a: "r1", b: "r1" })).toBeUndefined();
  });
});
