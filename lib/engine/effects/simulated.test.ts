import { expect, test } from "vitest";
import { readBlock } from "@/lib/core/prompt-blocks";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";

const plan = {
  title: "Plan",
  agents: { worker: { prompt: "Work.", tools: ["deploy"] } },
  tasks: [
    { id: "ship", title: "Ship", agent: "worker", input: "go" },
    { id: "tell", title: "Tell", input: "{{results.ship}}", dependsOn: ["ship"] },
    { id: "apart", title: "Apart", input: "go" },
  ],
};

test("a result that rests on a simulated tool says so in events, prompts and the answer", async () => {
  const prompts = new Map<string, string>();
  const model = createScriptedModel(({ role, prompt, messages }) => {
    prompts.set(role === "agent" ? (/"id":"(\w+)"/.exec(prompt)?.[1] ?? "") : String(role), prompt);
    const isShip = role === "agent" && prompt.includes('"id":"ship"');
    return isShip && messages.length === 1 ? { calls: [{ tool: "deploy", args: {} }] } : "It is live.";
  });
  const tools = createToolbox([testTool("deploy", { tags: ["simulated"] })]);
  const engine = createMemoryEngine({ model, tools });
  await engine.create("Ship it", plan, { maxIterations: 0 });
  await (await engine.lease()).ended;
  const state = engine.store.state(RUN_ID);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(readBlock(prompts.get("ship") ?? "", "simulated")).toBeUndefined();
  const note =
    "These tasks rest on simulated tools. Their results are made up, and what builds on them is to be called simulated:\nship: deploy\ntell: deploy";
  expect(readBlock(prompts.get("tell") ?? "", "simulated")).toBe(note);
  expect(state.answer?.preview).toMatch(
    /^It is live\.\n\nSimulated: this rests on a simulated tool \(deploy\)/,
  );
});

test("a plan that names one is not run by a real model", async () => {
  const model = createScriptedModel(({ role }) => (role === "planner" ? JSON.stringify(plan) : "done"), {
    simulated: false,
  });
  const tools = createToolbox([testTool("deploy", { tags: ["simulated"] })]);
  const engine = createMemoryEngine({ model, tools });
  await engine.create("Ship it");
  await (await engine.lease()).ended;
  expect(engine.store.state(RUN_ID).finished?.reason).toBe("plan_rejected");
});
