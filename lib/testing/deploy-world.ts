import type { JsonObject } from "@/lib/core/json";
import type { ModelRequest } from "@/lib/core/ports";
import type { ToolDescriptor } from "@/lib/tools";
import type { Script } from "./scripted-model";
import { type ScriptedRun, testTool } from "./scripted-run";

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

export const gates = (run: ScriptedRun) => Object.values(run.state().approvals);
/** What the calls of the last turn gave, as a request to the model tells it. */
export const toolResults = (request: ModelRequest | undefined): JsonObject[] => {
  const last = request?.messages.at(-1);
  return last?.role === "tool" ? (last.results as unknown as JsonObject[]) : [];
};
