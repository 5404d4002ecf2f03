import { expect, test } from "vitest";
import type { Json } from "@/lib/core/json";
import { NO_POLICIES, toolPolicy } from "@/lib/core/policy";
import type { GateVerb } from "@/lib/core/run/gates/table";
import type { PauseReason } from "@/lib/core/tool-pause";
import { createScriptedRun, type ScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import {
  askingTool,
  deployOnce,
  deployTool,
  gates,
  resumeRun,
  TASK,
} from "@/lib/testing/engine/tool-call-runs";
import type { ToolDescriptor } from "@/lib/tools";

/** Whatever becomes of a call that a person answered with a comment, its agent reads the comment in its next request. */

const WORDS = "cc the auditor from now on";
const asking = () => ({
  ...NO_POLICIES,
  workspace: [
    {
      ...toolPolicy.parse({
        rules: [
          { tool: "deploy", path: "version", operator: "=", value: "9", effect: "deny" },
          { tool: "deploy", path: "version", operator: "exists", value: null, effect: "ask" },
        ],
      }),
      source: { level: "workspace" as const, name: "w" },
    },
  ],
});

async function answered(
  tool: ToolDescriptor,
  answer: { verb: GateVerb; value?: Json },
  more: Parameters<typeof createScriptedRun>[1] = {},
): Promise<ScriptedRun> {
  const script = ({ messages }: { messages: readonly object[] }) =>
    messages.length === 1 ? { calls: [{ tool: tool.name, args: { version: "1" }, callId: "c1" }] } : "told";
  const run = await createScriptedRun([TASK], { script, tools: [tool], ...more });
  await resumeRun(run);
  await run.engine.person({ type: "decide", comment: WORDS, ...answer });
  await resumeRun(run);
  return run;
}
const nextRequest = ({ model }: ScriptedRun) => JSON.stringify(model.requests[1]?.messages.at(-1));

test.each<[string, Partial<ToolDescriptor>]>([
  ["fails", { run: () => Promise.reject(new Error("no space")) }],
  ["gives a text", { run: () => "done" }],
  ["gives nothing", { run: () => null }],
  ["gives a list", { run: () => [1, 2] }],
  ["gives more than is shown", { run: () => ({ text: "x".repeat(80_000) }) }],
  [
    "gives what its schema does not allow",
    { outputSchema: { type: "object", required: ["a"] }, run: () => ({ b: 1 }) },
  ],
])("of a call that then %s", async (_, over) => {
  const tool = testTool("deploy", { sideEffects: "write", ...over });
  const run = await answered(tool, { verb: "approve" }, { policies: asking });
  expect(nextRequest(run)).toContain(WORDS);
});

test.each<[string, Json]>([
  ["a policy denies", { version: "9" }],
  ["its tool does not take", { version: 2 }],
  ["it runs with", { version: "3" }],
])("of arguments that a person changed, and that %s", async (_, value) => {
  const run = await answered(deployTool().tool, { verb: "edit", value }, { policies: asking });
  expect(nextRequest(run)).toContain(WORDS);
});

test.each<[PauseReason, GateVerb, Json | undefined]>([
  ["approval_required", "approve", undefined],
  ["approval_required", "edit", { version: "3" }],
  ["approval_required", "reject", undefined],
  ["await_input", "respond", "42"],
  ["external_event", "respond", { arrived: true }],
  ["constraints_conflict", "respond", "the second"],
])("of a tool that asks for %s, answered by %s", async (reason, verb, value) => {
  const { tool } = askingTool("ask", reason);
  const run = await answered(tool, { verb, ...(value !== undefined && { value }) });
  expect(nextRequest(run)).toContain(WORDS);
});

test("of an answer to a model that writes its actions as JSON", async () => {
  const turns = [
    { thought: "Go", next_node: "deploy", args: { version: "1" } },
    { thought: "Done", next_node: null, args: { answer: "told" } },
  ];
  let turn = 0;
  const script = () => JSON.stringify(turns[turn++] ?? turns.at(-1));
  const modelOverrides = { toolCalling: "json" as const };
  const run = await answered(
    deployTool().tool,
    { verb: "approve" },
    { policies: asking, script, modelOverrides },
  );
  expect(nextRequest(run)).toContain(WORDS);
});

test("in the work behind it, too", async () => {
  const script = deployOnce("1");
  const behind = { id: "b", title: "Report", agent: "worker", input: "Report it", dependsOn: ["t"] };
  const run = await createScriptedRun([TASK, behind], {
    script: (request, context) =>
      request.prompt.includes("Report it") ? "reported" : script(request, context),
    tools: [deployTool().tool],
    policies: asking,
  });
  await resumeRun(run);
  await run.engine.person({ type: "decide", verb: "approve", comment: WORDS });
  await resumeRun(run);
  expect(gates(run)).toHaveLength(1);
  expect(run.prompts("agent").at(-1)).toContain(WORDS);
});
