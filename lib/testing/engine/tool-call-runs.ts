import type { Json, JsonObject } from "@/lib/core/json";
import type { ModelRequest } from "@/lib/core/ports";
import type { PausePayload, PauseReason } from "@/lib/core/tool-pause";
import type { ToolContext, ToolDescriptor } from "@/lib/tools";
import type { Script } from "../models/scripted-model";
import { createScriptedRun, type ScriptedRun, testTool } from "./scripted-run";

/** A tool that asks nobody. */
export const silentTool = testTool("look", { run: ({ version = null }) => ({ saw: version }) });
export const call = (tool: string, callId: string, version = "1") => ({ tool, callId, args: { version } });

/** Calls once, then tells what came of it. */
export const callOnce =
  (...calls: ReturnType<typeof call>[]): Script =>
  ({ messages }) =>
    messages.length === 1 ? { calls } : "told";

/** Runs whose agent deploys: what the tests of tool calls tell their stories with. */

/** A task of an agent that has every tool of the run. */
export const TASK = { id: "t", title: "Ship it", agent: "worker", input: "go" };
/** A writing tool that counts what it did, by version. */
export function deployTool(over: Partial<ToolDescriptor> = {}) {
  const done: string[] = [];
  const keys: string[] = [];
  const tool = testTool("deploy", {
    sideEffects: "write",
    summarize: ({ version }) => `Deploy ${version}`,
    run({ version }, { idempotencyKey }) {
      done.push(String(version));
      keys.push(idempotencyKey);
      return { version: version ?? null };
    },
    ...over,
  });
  return { done, keys, tool };
}

/** A turn that deploys these versions, by the calls c1, c2 and so on. */
export const deployTurn = (...versions: string[]) => ({
  calls: versions.map((version, n) => ({ tool: "deploy", args: { version }, callId: `c${n + 1}` })),
});

/** Calls once, then tells what came of it. */
export const deployOnce =
  (...versions: string[]): Script =>
  ({ messages }) =>
    messages.length === 1 ? deployTurn(...versions) : "shipped";

/** Another worker takes the run on, as far as it can go without a person. */
export async function resumeRun(run: ScriptedRun): Promise<void> {
  await (await run.lease()).ended;
}

/** Another run of the family has begun to deploy, by the call of this name. */
export function beginElsewhere({ engine: { store } }: ScriptedRun, args: JsonObject, callId = "c1"): void {
  const key = `t/1/1/${callId}`;
  const row = { runId: "another", atMs: 0, key, idempotencyKey: key, taskId: "t", attempt: 1, step: 1 };
  const call = { callId, tool: "deploy", sideEffects: "write", args, status: "started" as const };
  store.toolCalls.set(JSON.stringify(["another", key]), { ...row, ...call });
}

export const gates = (run: ScriptedRun) => Object.values(run.state().approvals);
/** What the calls of the last turn gave, as a request to the model tells it. */
export const toolResults = (request: ModelRequest | undefined): JsonObject[] => {
  const last = request?.messages.at(-1);
  return last?.role === "tool" ? (last.results as unknown as JsonObject[]) : [];
};

/** Runs whose tools ask people: what the tests of pauses tell their stories with. */

/** A tool that asks, unless a person has consented; it keeps what it was given. */
export function askingTool(
  name: string,
  reason: PauseReason,
  over: Partial<PausePayload> = {},
  tool: Partial<ToolDescriptor> = {},
) {
  const runs: { version: Json; approval: ToolContext["approval"]; key: string }[] = [];
  const descriptor = testTool(name, {
    sideEffects: "write",
    async run({ version = null }, context) {
      runs.push({ version, approval: context.approval, key: context.idempotencyKey });
      if (!context.approval) context.pause(reason, { question: `What about ${version}?`, ...over });
      await context.effectBegins();
      return { done: version };
    },
    ...tool,
  });
  return { runs, tool: descriptor };
}

/** Plays the run until nothing moves without a person. */
export async function playUntilAsked(
  tools: ToolDescriptor[],
  script: Script,
  more: Parameters<typeof createScriptedRun>[1] = {},
) {
  const run = await createScriptedRun([TASK], { script, tools, ...more });
  await resumeRun(run);
  return run;
}
