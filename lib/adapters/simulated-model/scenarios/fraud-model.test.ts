import { describe, expect, it } from "vitest";
import { answer } from "@/lib/agents/answer";
import { replanner } from "@/lib/agents/replanner";
import { reviewer } from "@/lib/agents/reviewer";
import { reviewSpec } from "@/lib/core/plan";
import { SCENARIOS } from "@/lib/core/scenarios";
import { READ_ARTIFACT } from "@/lib/core/trajectory";
import { askRole } from "@/lib/testing/models/simulated-model";
import { builtInTools, createToolbox } from "@/lib/tools";

const toolbox = createToolbox(builtInTools({ nowMs: () => 0 }));
const tools = toolbox.list().filter(({ name }) => name !== READ_ARTIFACT);

describe("the fraud-model story off its path", () => {
  const mission = SCENARIOS[0].mission;
  const base = { mission, effectsDone: [], remaining: [], history: [], tools, version: 1 };
  const trigger = { kind: "person" as const, reason: "Keep the old version running" };

  it("takes up the first plan where it stands when a person asks for a new one", async () => {
    const completed = [{ id: "export_model", title: "Export", preview: "Exported" }];
    const tail = await askRole(replanner, { ...base, trigger, completed });
    if (tail.kind !== "plan") throw new Error("No plan");
    expect(tail.plan.tasks[0]).toMatchObject({
      id: "package_dependencies",
      details: ["Take into account: “Keep the old version running”"],
    });
    expect(tail.plan.tasks.map(({ id }) => id)).not.toContain("export_model");
  });

  it("retrains when the accuracy is known to be too low, and does not retrain twice", async () => {
    const low = { id: "validate_staging", title: "Validate", preview: "accuracy 94.3 %" };
    const tail = await askRole(replanner, { ...base, trigger, completed: [low] });
    if (tail.kind !== "plan") throw new Error("No plan");
    expect(tail.plan.tasks[0]?.id).toBe("analyze_failures");
    const retrained = { id: "retrain_model", title: "Retrain", preview: "v2" };
    const analyzed = { id: "analyze_failures", title: "Analyze", preview: "data drift" };
    const next = await askRole(replanner, { ...base, trigger, completed: [low, analyzed, retrained] });
    if (next.kind !== "plan") throw new Error("No plan");
    expect(next.plan.tasks[0]?.id).toBe("deploy_staging_v2");
  });

  it("is given up when retraining does not help", async () => {
    const decided = await askRole(reviewer, {
      mission,
      review: reviewSpec.parse({ decisionPoints: ["Is the accuracy above 97 %?"] }),
      tasks: [{ id: "x", title: "X", type: "task", status: "succeeded", result: "v2: accuracy 90 %" }],
      remaining: [],
    });
    expect(decided).toMatchObject({ decision: "ABORT", abortReason: expect.stringContaining("90 %") });
  });

  it("is answered by template when it ended before production", async () => {
    const text = await askRole(answer, {
      mission,
      results: [{ id: "export_model", title: "Export", status: "succeeded", preview: "Exported" }],
      note: "Ended early.",
    });
    expect(text).toContain("is done");
    expect(text).toContain("Ended early.");
  });
});
