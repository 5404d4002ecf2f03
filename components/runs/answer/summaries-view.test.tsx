import { expect, it } from "vitest";
import type { SummaryState } from "@/lib/core/run/state";
import { truncateSummary } from "@/lib/core/run/truncate/summary";
import { renderHtml } from "@/lib/testing/render";
import { Summaries } from "./summaries";

function summary(iteration: number, finalAnswer: string): SummaryState {
  const words = {
    qualityScore: 0.5,
    qualityReasoning: "",
    needReplan: false,
    replanReason: "",
    usedEvidence: [],
  };
  return { ...truncateSummary({ ...words, finalAnswer }).kept, iteration, planVersion: iteration + 1, at: 0 };
}

it("shows the answers of earlier iterations in full; the last one stands above as the answer", () => {
  const summaries = [summary(0, "Only A."), summary(1, "A and B."), summary(2, "A, B and C.")];
  const html = renderHtml(<Summaries runId="run_1" summaries={summaries} />);
  expect(html.match(/Earlier answer/g)).toHaveLength(2);
  expect(html.indexOf("A and B.")).toBeLessThan(html.indexOf("Only A."));
  expect(html).not.toContain("A, B and C.");
});
