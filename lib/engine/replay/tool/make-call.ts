import { cleanJson } from "@/lib/core/json";
import { changesOutside } from "@/lib/core/policy";
import type { Attachments, EndedToolResult, ToolResult } from "@/lib/core/ports";
import type { CallOutcome } from "@/lib/core/replay/next";
import { type PlanFacts, type PlannedCall, whyRecorded } from "@/lib/core/replay/plan";
import type { RecordedReason } from "@/lib/core/replay/report";
import type { RunState } from "@/lib/core/run/state";
import { toolAttachments } from "../../effects/attachments";
import { branchOf } from "../../effects/tools/call-reports";
import type { ReplayContext } from "../performer";

/** The run that a replay comes from, if it is still there. */
export type ReplaySource = { runId: string; taskId: string; state: Readonly<RunState> } | undefined;

/** What the calls of a step have in common. */
export type Making = { facts: PlanFacts; source: ReplaySource; step: number };

/**
 * Makes one call again, or says why the recording is used: policies are asked once more, as they may have changed since
 * the plan, and what a tool needs of its run is found out as it asks for it. Throws where another worker may have it.
 */
export async function makeCall(
  context: ReplayContext,
  { facts, source, step }: Making,
  call: PlannedCall,
): Promise<CallOutcome> {
  const { replay, setup, clock, mayAct } = context;
  const { callId, tool: name, args } = call;
  const tool = setup.tools.find(name);
  const whyNot = (): RecordedReason | undefined => {
    const now = setup.tools.find(name);
    return now && whyRecorded(now, args, facts);
  };
  const why = whyNot();
  if (why) return { callId, why };
  const startedMs = clock.monotonicMs();
  const ended = (result: EndedToolResult): CallOutcome => {
    const branch = branchOf(call, result);
    const whole = result.ok && branch.ok && branch.artifact !== undefined && { whole: result.output };
    return { callId, branch, ...whole, latencyMs: Math.round(clock.monotonicMs() - startedMs) };
  };
  // A join gets what its set gave now, which need not fit.
  const problem = setup.tools.checkArguments(name, args);
  if (problem !== undefined) {
    const message = `"${name}" was not run on the results: ${problem}`;
    return ended({ ok: false, code: "invalid_arguments", message });
  }
  const needs = watchNeeds(context, source);
  const writes = tool !== undefined && changesOutside(tool);
  // Asked before its tool begins, and once more when that has made ready: what let it act may be gone by then.
  const mayBegin = async () =>
    !writes || ((await mayAct()) && !context.signal.aborted && whyNot() === undefined);
  const run = (): Promise<ToolResult> =>
    setup.tools.run(name, args, {
      // What changes something outside comes to its end, so that it is known.
      signal: writes ? new AbortController().signal : context.signal,
      idempotencyKey: `replay/${replay.id}/${step}/${callId}`,
      runId: replay.id,
      workspaceId: replay.workspaceId,
      emitChunk: () => {},
      readArtifact: needs.readArtifact,
      attachments: needs.attachments,
      mayBegin,
      isAllowed: (next) => tool !== undefined && facts.verdictOf(tool, next).decision === "allow",
    });
  const result: ToolResult = (await mayBegin()) ? await run() : { ok: false, code: "not_begun" };
  const missing = needs.missing();
  if (missing) return { callId, why: missing };
  if (result.ok) return ended({ ok: true, output: cleanJson(result.output) });
  if (result.code === "paused") return { callId, why: { code: "asks_people" } };
  if (result.code === "not_begun") {
    const taken = whyNot();
    if (taken) return { callId, why: taken };
    throw new Error("This replay was ended, or another worker may have it");
  }
  return ended(result);
}

/** Files and artifacts of the run that the replay comes from; without it, what a call asked for is noted. */
function watchNeeds({ reads }: ReplayContext, source: ReplaySource) {
  let missing: RecordedReason | undefined;
  const needsFiles = (): void => {
    missing ??= { code: "needs_attachments" };
  };
  const noFiles: Attachments = {
    list() {
      needsFiles();
      return [];
    },
    async read() {
      needsFiles();
      return undefined;
    },
  };
  return {
    attachments: source ? toolAttachments({ ...source, reads, state: () => source.state }) : noFiles,
    async readArtifact(digest: string) {
      const whole = source && (await reads.artifact(source.runId, digest));
      if (whole === undefined) missing ??= { code: "needs_artifact" };
      return whole;
    },
    missing: () => missing,
  };
}
