import { expect, it } from "vitest";
import { createScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import { gates, resumeRun } from "@/lib/testing/engine/tool-call-runs";
import type { Script } from "@/lib/testing/models/scripted-model";

const task = { id: "t", title: "Pay", agent: "worker", input: "go" };
const toolPolicy = { rules: [{ tool: "pay", path: "version", operator: "exists", effect: "ask" }] };
const pay = (version: string) => ({ tool: "pay", callId: "c1", args: { version } });

it("no consent to one call lets another run that came under the same id", async () => {
  const paid: unknown[] = [];
  const tool = testTool("pay", {
    sideEffects: "external",
    run({ version }) {
      paid.push(version);
      return { done: true };
    },
  });
  const script: Script = ({ role, messages }) => {
    if (role !== "agent") return "done";
    if (messages.length === 1) return { calls: [pay("1"), pay("1000")] };
    return messages.length === 3 ? { calls: [pay("1")] } : "done";
  };
  const run = await createScriptedRun([task], { script, tools: [tool], settings: { toolPolicy } });
  await resumeRun(run);
  expect(gates(run).map(({ kind, status }) => `${kind} ${status}`)).toEqual(["tool_approval open"]);
  await run.engine.person({ type: "decide", verb: "approve" });
  await resumeRun(run);
  expect(paid).toEqual(["1"]);
});
