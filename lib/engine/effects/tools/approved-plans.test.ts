import { expect, test } from "vitest";
import { NO_POLICIES, toolPolicy, type WorkspacePolicies } from "@/lib/core/policy";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { deployTool, deployTurn } from "@/lib/testing/engine/tool-call-runs";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";

const PLAN = {
  title: "Ship",
  agents: { worker: { prompt: "Work.", tools: ["deploy"] } },
  tasks: [
    { id: "wait", title: "Wait", input: "Wait first" },
    { id: "ship", title: "Ship", agent: "worker", input: "Ship it", dependsOn: ["wait"] },
  ],
};
const asking = toolPolicy.parse({
  rules: [{ tool: "deploy", path: "version", operator: "exists", value: null, effect: "ask" }],
});
const ASKING: WorkspacePolicies = {
  workspace: [{ ...asking, source: { level: "workspace", name: "w" } }],
  roles: {},
};

/** A planner's plan that people approve under some policies; others hold from the middle of it on. */
async function approved(before: WorkspacePolicies, after: WorkspacePolicies) {
  const { done, tool } = deployTool();
  let now = before;
  const model = createScriptedModel(({ role, messages }) => {
    if (role === "planner") return JSON.stringify(PLAN);
    if (JSON.stringify(messages).includes("Ship it"))
      return messages.length > 1 ? "shipped" : deployTurn("1");
    now = after;
    return "done";
  });
  const engine = createMemoryEngine({ model, tools: createToolbox([tool]), policies: () => now });
  const settings = { planApproval: true, summarizer: "off", critic: { mode: "off" } };
  await engine.create("Do it", undefined, settings);
  const resume = async () => {
    await (await engine.lease()).ended;
  };
  await resume();
  await engine.person({ type: "decide", verb: "approve" });
  await resume();
  const gates = () => Object.values(engine.store.state(RUN_ID).approvals);
  return { engine, done, gates, resume };
}

test("what people approved with a plan runs, and asks nothing more", async () => {
  const { done, gates } = await approved(NO_POLICIES, NO_POLICIES);
  expect([done, gates().map(({ kind }) => kind)]).toEqual([["1"], ["plan_approval"]]);
});

test("a call of an approved plan asks where policies about its tool are others since, and runs once that is let pass", async () => {
  const { engine, done, gates, resume } = await approved(ASKING, NO_POLICIES);
  expect(done).toEqual([]);
  expect(gates().at(-1)).toMatchObject({
    status: "open",
    kind: "tool_approval",
    taskId: "ship",
    obligations: ["1/(plan)"],
    question: {
      reasons: [{ code: "control_unmet", tool: "deploy", controls: ["(plan)"], since: "policies" }],
    },
  });
  await engine.person({ type: "decide", verb: "approve" });
  await resume();
  expect([done, gates().length]).toEqual([["1"], 2]);
});
