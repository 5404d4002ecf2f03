import { expect, it } from "vitest";
import { type ExportedDecision, type ExportedRun, exportLine } from "./export-line";

const decision: ExportedDecision = {
  kind: "review",
  taskId: "r",
  proposed: "CONTINUE",
  proposedBecause: "Fine.",
  decision: "CONTINUE",
  reasoning: "Fine.",
  provenance: "person",
  agrees: true,
};
const run: ExportedRun = {
  mission: "Ship it\nwith token=abcd1234efgh",
  originalPlan: { title: "Plan", tasks: [{ id: "a", input: "use sk-abc123def456" }] },
  results: { a: { password: "hunter22", rows: 3 } },
  decisions: [decision, { ...decision, decision: "ABORT", reasoning: "Too early", agrees: false }],
  outcome: {
    runId: "run_1",
    status: "aborted",
    finishReason: "aborted_by_person",
    answer: null,
    tags: ["x"],
    replans: 1,
    iterations: 0,
    durationMs: 5,
    usd: null,
    modelCalls: 2,
  },
};

it("is one line with mission, plan, results, decisions, overrides and outcome", () => {
  const line = exportLine(run);
  expect(line).not.toContain("\n");
  const read = JSON.parse(line);
  expect(Object.keys(read)).toEqual([
    ...["mission", "originalPlan", "results", "decisions", "overrides", "outcome"],
  ]);
  expect(read.overrides).toEqual([
    { taskId: "r", proposed: "CONTINUE", proposedBecause: "Fine.", decision: "ABORT", reason: "Too early" },
  ]);
  expect(read.outcome).toMatchObject({ runId: "run_1", usd: null });
});

it("holds no secrets, wherever they stood", () => {
  const line = exportLine(run);
  for (const secret of ["abcd1234efgh", "sk-abc123def456", "hunter22"]) expect(line).not.toContain(secret);
  expect(line).toContain("[hidden]");
});
