import { describe, expect, it, test } from "vitest";
import { createScriptedRun } from "@/lib/testing/engine/scripted-run";
import { deployOnce, deployTool, gates, resumeRun, TASK } from "@/lib/testing/engine/tool-call-runs";

/** A run whose policy bounds what a call of its tool costs, once its worker has nothing left to do. */
async function playAt(costHint: number | undefined, effect: "ask" | "deny") {
  const { done, tool } = deployTool();
  const run = await createScriptedRun([TASK], {
    script: deployOnce("1"),
    tools: [{ ...tool, ...(costHint !== undefined && { costHint }) }],
    settings: { toolPolicy: { rules: [{ tool: "deploy", maxCostUsd: 0.1, effect }] } },
  });
  await (await run.lease()).ended;
  return { done, run };
}

describe("a tool that costs more than a policy lets a call cost, or states no cost", () => {
  test.each([0.2, undefined])("is neither offered nor run where the rule denies: %s", async (costHint) => {
    const { done, run } = await playAt(costHint, "deny");
    expect(done).toEqual([]);
    expect(run.model.requests.flatMap(({ tools = [] }) => tools)).toEqual([]);
    expect(run.payloads("policy_applied")).toMatchObject([
      { filtered: [{ tool: "deploy", reason: { code: "cost", maxCostUsd: 0.1 } }] },
    ]);
  });

  test.each([0.2, undefined])("waits for a person where the rule asks: %s", async (costHint) => {
    const { done, run } = await playAt(costHint, "ask");
    expect(done).toEqual([]);
    const cost = costHint === undefined ? {} : { costUsd: costHint };
    const source = { level: "run" };
    const policy = { code: "cost", tool: "deploy", rule: 0, maxCostUsd: 0.1, ...cost, source };
    expect(gates(run)).toMatchObject([
      { kind: "tool_approval", question: { reasons: [{ code: "policy", policy }] } },
    ]);
    await run.engine.person({ type: "decide", verb: "approve" });
    await resumeRun(run);
    expect(done).toEqual(["1"]);
  });

  it("runs where a call stays within the bound", async () => {
    expect((await playAt(0.1, "deny")).done).toEqual(["1"]);
  });
});
