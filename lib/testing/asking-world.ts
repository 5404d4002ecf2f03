import type { Json } from "@/lib/core/json";
import type { PausePayload, PauseReason } from "@/lib/core/tool-pause";
import type { ToolContext, ToolDescriptor } from "@/lib/tools";
import { resumeRun, TASK } from "./deploy-world";
import type { Script } from "./scripted-model";
import { createScriptedRun, testTool } from "./scripted-run";

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
    run({ version = null }, context) {
      runs.push({ version, approval: context.approval, key: context.idempotencyKey });
      if (!context.approval) context.pause(reason, { question: `What about ${version}?`, ...over });
      context.effectBegins();
      return { done: version };
    },
    ...tool,
  });
  return { runs, tool: descriptor };
}

/** A tool that asks nobody. */
export const silentTool = testTool("look", { run: ({ version = null }) => ({ saw: version }) });
export const call = (tool: string, callId: string, version = "1") => ({ tool, callId, args: { version } });
/** Calls once, then tells what came of it. */
export const callOnce =
  (...calls: ReturnType<typeof call>[]): Script =>
  ({ messages }) =>
    messages.length === 1 ? { calls } : "told";

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
