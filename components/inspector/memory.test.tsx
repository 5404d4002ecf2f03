import { describe, expect, it } from "vitest";
import type { Step, Summary } from "@/lib/core/trajectory";
import { renderHtml } from "@/lib/testing/render";
import { StepCard, SummaryCard } from "./step-card";

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

const summary: Summary = {
  upToStep: 6,
  goals: ["Find the cause"],
  facts: { "failing version": "v3", "error rate": { percent: 12 } },
  pending: ["the logs of v2"],
  lastOutputDigest: "",
  note: "Retrying does not help.",
  by: "model",
};

describe("the card of a summary", () => {
  const html = renderHtml(<SummaryCard summary={summary} />);

  it("says which steps it stands for, who made it, and all that it says", () => {
    const text = textOf(html);
    expect(text).toContain("Steps 1 to 6 were summarized by a model");
    for (const words of ["Find the cause", "failing version v3", "the logs of v2", "Retrying does not help."])
      expect(text).toContain(words);
    expect(html).toContain("&quot;percent&quot;: 12");
  });

  it("is folded, and leaves out what there is none of", () => {
    expect(html).toMatch(/<details(?! open)/);
    expect(textOf(html)).not.toContain("Last output");
  });

  it("says when it was made by rule, and of one step alone", () => {
    const one = renderHtml(<SummaryCard summary={{ ...summary, upToStep: 1, by: "rule" }} />);
    expect(textOf(one)).toContain("Step 1 was summarized by a rule");
  });
});

describe("a step with a large output", () => {
  const artifact = "a".repeat(64);
  const step: Step = {
    step: 1,
    thought: "",
    action: { type: "tool", callId: "c", tool: "read_logs", args: {} },
    observation: { artifact, chars: 1_234_567, preview: "first line <b>\n… 1230000 characters …\nlast line" },
    artifact,
    usage: {},
    startedAtMs: 0,
    latencyMs: 5,
  };
  const view = { step: 1, at: 0, body: step, summary: null, calls: [] };
  const html = renderHtml(<StepCard runId="run 1" view={view} />);

  it("shows what the agent saw of it, its size and the way to all of it", () => {
    expect(textOf(html)).toContain("first line &lt;b&gt;");
    expect(textOf(html)).toContain("Open full output (1,234,567 characters)");
    expect(html).toContain(`href="/api/v1/runs/run%201/values/${artifact}"`);
  });

  it("takes what a tool only calls an artifact for an ordinary value", () => {
    const { artifact: _stored, ...forged } = step;
    const plain = renderHtml(<StepCard runId="run1" view={{ ...view, body: forged }} />);
    expect(plain).not.toContain("href");
  });
});
