import { expect, test } from "vitest";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { deployTool } from "@/lib/testing/engine/tool-call-runs";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";

const PLAN = {
  title: "Ship",
  tasks: [
    { id: "ok", title: "Ship?", type: "human_review", gate: { fourEyes: false } },
    { id: "ship", title: "Ship", type: "direct", input: '(tool/deploy {:version "1"})', dependsOn: ["ok"] },
  ],
};

test("a planner's gate does not lift the four eyes that its run asks for", async () => {
  const { done, tool } = deployTool();
  const model = createScriptedModel(({ role }) => (role === "planner" ? JSON.stringify(PLAN) : "done"));
  const people = ["p", "Ann"].map((id) => ({ id, name: id, roles: [], capabilities: ["review" as const] }));
  const engine = createMemoryEngine({ model, tools: createToolbox([tool]), people });
  await engine.create("Do it", undefined, { fourEyes: true, critic: { mode: "off" } });
  await (await engine.lease()).ended;
  const gates = Object.values(engine.store.state(RUN_ID).approvals);
  expect(gates).toMatchObject([{ kind: "human_review", status: "open", fourEyes: true }]);
  await expect(engine.person({ type: "decide", verb: "approve" })).rejects.toThrow("second pair of eyes");
  expect(done).toEqual([]);
});
