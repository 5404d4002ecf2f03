import { describe, expect, it } from "vitest";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import type { SimilarMission } from "@/lib/core/similar-missions";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";

const PLAN = JSON.stringify({ title: "Plan", tasks: [{ id: "a", title: "A", input: "go" }] });
const KEY = `sk-${"a1B2".repeat(12)}`;
const failed: SimilarMission = {
  runId: "run_1",
  mission: `Deploy the shop with ${KEY}`,
  finishReason: "no_path",
  replans: 2,
  iterations: 1,
  costMicroUsd: 120_000,
  demo: false,
};
const demo: SimilarMission = {
  runId: "run_2",
  mission: "Deploy the model",
  finishReason: "answer_complete",
  replans: 0,
  iterations: 0,
  costMicroUsd: null,
  demo: true,
};

/** The planner's requests of a run with these missions in its workspace, and the run. */
async function plan(
  missions: SimilarMission[],
  { simulated = true, planner = () => PLAN, settings = {} } = {},
) {
  const asked: { system: string; prompt: string }[] = [];
  const model = createScriptedModel(
    ({ role, system, prompt }) => {
      if (role !== "planner") return "done";
      asked.push({ system, prompt });
      return planner();
    },
    { simulated },
  );
  const engine = createMemoryEngine({ model });
  engine.store.missions.push(...missions);
  await engine.create("Deploy the shop", undefined, settings);
  await (await engine.lease()).ended;
  const events = engine.store.events(RUN_ID).filter(({ type }) => type === "missions_shown");
  return { asked, events, engine, state: engine.store.state(RUN_ID) };
}

describe("similar missions", () => {
  it("reach the planner with outcome, replans and cost, without secrets, and are said before it is asked", async () => {
    const { asked, events, state } = await plan([failed, demo]);
    expect(readJsonBlock(asked[0]?.prompt ?? "", "similar_missions")).toEqual([
      {
        mission: "Deploy the shop with [hidden]",
        outcome: "failed (no_path)",
        replans: 2,
        iterations: 1,
        cost: "0.1200 US dollars",
      },
      {
        mission: "Deploy the model",
        outcome: "completed (answer_complete)",
        replans: 0,
        iterations: 0,
        cost: "unknown",
        simulated: true,
      },
    ]);
    expect(asked[0]?.system).toContain('"similar_missions"');
    expect(events).toHaveLength(1);
    const [shown] = Object.values(state.missionsShown ?? {});
    expect(shown?.map(({ runId }) => runId)).toEqual(["run_1", "run_2"]);
    expect(JSON.stringify(events)).not.toContain(KEY);
  });

  it("are three at most", async () => {
    const many = Array.from({ length: 5 }, (_, n) => ({ ...failed, runId: `run_${n}` }));
    const { state } = await plan(many);
    expect(Object.values(state.missionsShown ?? {})[0]).toHaveLength(3);
  });

  it("of demo runs reach simulated planners alone", async () => {
    const { asked, state } = await plan([demo], { simulated: false });
    expect(readBlock(asked[0]?.prompt ?? "", "similar_missions")).toBeUndefined();
    expect(state.missionsShown).toBeUndefined();
  });

  it("leave no word in the prompt where there are none", async () => {
    const { asked, events } = await plan([]);
    expect(JSON.stringify(asked)).not.toContain("similar_missions");
    expect(events).toEqual([]);
  });

  it("are for the first plan, and not for what an iteration adds", async () => {
    const summary = (needReplan: boolean) =>
      JSON.stringify({
        outcome: "partial",
        finalAnswer: "Half.",
        qualityScore: 0.5,
        qualityReasoning: "Half is missing.",
        needReplan,
        replanReason: needReplan ? "The rest is missing." : "",
        usedEvidence: [],
      });
    const asked: string[] = [];
    let summaries = 0;
    const model = createScriptedModel(({ role, prompt }) => {
      if (role === "summarizer") {
        summaries += 1;
        return summary(summaries === 1);
      }
      if (role !== "planner") return "done";
      asked.push(prompt);
      const id = asked.length === 1 ? "a" : "b";
      return JSON.stringify({ title: "Plan", tasks: [{ id, title: id, input: "go" }] });
    });
    const engine = createMemoryEngine({ model });
    engine.store.missions.push(failed);
    await engine.create("Deploy the shop", undefined, { summarizer: "on" });
    await (await engine.lease()).ended;
    expect(asked.map((prompt) => prompt.includes("similar_missions"))).toEqual([true, false]);
  });
});
