import { digestOf } from "@/lib/core/bytes";
import type { Json } from "@/lib/core/json";
import { changesOutside, definitionOfCall } from "@/lib/core/policy";
import { type EndedToolResult, SIMULATED_TAG, type SideEffects } from "@/lib/core/ports";
import type { CallReason } from "@/lib/core/run/events/call-reasons";
import { callDigest } from "@/lib/core/run/gates/equal-calls";
import type { Consent } from "@/lib/core/run/state/task";
import { storeValue } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import { type Branch, type Call, equalCallsBefore, previewLargeOutput } from "@/lib/core/trajectory";
import type { ToolCallRow } from "../../types";
import type { Attempt } from "../attempt/attempt";
import type { EffectContext, Report } from "../effect";
import type { CallQuestion, RulingMoment } from "./questions";

const MAX_ERROR_CHARS = 1_000;

/**
 * A call that is about to run, with its arguments as they are now; `again` after a worker that told no end, `consent`
 * where its tool had asked for one. One that had paused has taken its hop already.
 */
export type StartedCall = RulingMoment & {
  call: Call;
  again: boolean;
  hadPaused: boolean;
  consent?: Consent;
  row: ToolCallRow & { sideEffects: SideEffects };
};

/** The row of a call before it runs. */
export function startedRow(
  context: EffectContext,
  attempt: Attempt,
  step: number,
  call: Call,
): StartedCall["row"] {
  return {
    key: `${context.taskId}/${context.attempt}/${step}/${call.callId}`,
    idempotencyKey: idempotencyKey(attempt, step, call),
    taskId: context.taskId,
    attempt: context.attempt,
    step,
    callId: call.callId,
    tool: call.tool,
    sideEffects: sideEffectsOf(context, attempt, call),
    args: call.args,
    status: "started",
  };
}

/** Of a tool that does not exist any more, what was recorded of it. */
function sideEffectsOf(
  { tools }: EffectContext,
  { unfinished }: Attempt,
  { tool, callId }: Call,
): SideEffects {
  const recorded = unfinished.get(callId)?.sideEffects as SideEffects | undefined;
  return tools.find(tool)?.sideEffects ?? recorded ?? "external";
}

const isSimulated = ({ tools }: EffectContext, name: string): boolean =>
  tools.find(name)?.tags.includes(SIMULATED_TAG) ?? false;

/** Lineage, tool, arguments and how many equal calls went before: the same in every attempt, replan and fork. */
function idempotencyKey({ lineage, trajectory }: Attempt, step: number, call: Call): string {
  return `${lineage}/${call.tool}/${digestOf(call.args)}/${equalCallsBefore(trajectory, step, call)}`;
}

export function startedReport(
  context: EffectContext,
  { row, again, consent, ruledAt }: StartedCall,
  reservationId?: string,
): Report {
  const { taskId, attempt, step, callId, tool, sideEffects, args } = row;
  const facts = context.tools.find(tool);
  const { idempotent, repeatable } = facts ?? {};
  const definition = definitionOfCall(facts ?? {});
  const mayAct = changesOutside(row);
  const acts = mayAct && !repeatable;
  const { key, epoch } = context;
  return {
    // The second start of a call is another fact than the first.
    suffix: `tool-${step}-${callId}${consentSuffix(consent)}${again ? `-again-${epoch}` : ""}`,
    command: {
      type: "tool_started",
      key,
      taskId,
      attempt,
      step,
      callId,
      tool,
      sideEffects,
      ...(mayAct && definition !== undefined && { definition }),
      ...(mayAct && idempotent && { idempotent }),
      ...(acts && { call: callDigest(tool, args), ruledAt }),
      ...(isSimulated(context, tool) && { simulated: true as const }),
      ...(reservationId !== undefined && { reservationId }),
    },
    rows: { toolCalls: [row] },
  };
}

export function finishedReport(
  context: EffectContext,
  { row }: StartedCall,
  result: EndedToolResult,
  latencyMs: number,
): Report {
  const { taskId, attempt, step, callId, tool } = row;
  const value = result.ok ? storeValue(result.output) : undefined;
  const error = result.ok ? undefined : cutText(result.message, MAX_ERROR_CHARS);
  const reported = { ok: result.ok, latencyMs: Math.round(latencyMs), ...(error !== undefined && { error }) };
  const isInDoubt = !result.ok && result.mayHaveActed === true;
  // A large output is stored once, as a blob; the row names it.
  const output: { output?: Json; artifact?: string } = result.ok ? previewLargeOutput(result.output) : {};
  return {
    suffix: `tool-${step}-${callId}-end`,
    command: {
      type: "tool_finished",
      key: context.key,
      taskId,
      attempt,
      step,
      callId,
      tool,
      ...reported,
      ...(value && { output: value.stored }),
    },
    rows: {
      toolCalls: [
        { ...row, status: "finished", ...reported, ...output, ...(isInDoubt && { ok: undefined }) },
      ],
      ...(value?.blob && { blobs: [value.blob] }),
    },
  };
}

/** What the tool asks; a later pause of the same call is another fact. */
export function pausedReport(
  { key, epoch }: EffectContext,
  { row, consent }: StartedCall,
  { ask, blobs }: CallQuestion,
): Report {
  const { taskId, attempt, step, callId, tool } = row;
  return {
    suffix: `tool-${step}-${callId}${consentSuffix(consent)}-paused-${epoch}`,
    command: { type: "tool_paused", key, taskId, attempt, step, callId, tool, ask },
    rows: { toolCalls: [{ ...row, status: "paused" }], blobs },
  };
}

const consentSuffix = (consent: Consent | undefined): string =>
  consent ? `-after-${consent.approvalId}` : "";

/** Nothing of it was sent, which counts outside the lease too. */
export function notBegunReport({ key, epoch }: EffectContext, { row }: StartedCall): Report {
  const { taskId, attempt, step, callId } = row;
  return {
    suffix: `tool-${step}-${callId}-not-begun-${epoch}`,
    command: { type: "call_not_begun", key, taskId, attempt, step, callId, epoch },
  };
}

export function deniedReport(context: EffectContext, step: number, call: Call, reason: CallReason): Report {
  const { key, taskId, attempt } = context;
  const { callId, tool } = call;
  return {
    suffix: `tool-${step}-${callId}-denied`,
    command: {
      type: "tool_denied",
      key,
      taskId,
      attempt,
      step,
      callId,
      tool,
      reason,
    },
  };
}

export function branchOf(call: Pick<Call, "callId" | "tool">, result: EndedToolResult): Branch {
  const { callId, tool } = call;
  if (result.ok) return { callId, tool, ok: true, ...previewLargeOutput(result.output) };
  return { callId, tool, ok: false, error: cutText(result.message, MAX_ERROR_CHARS) };
}

export function branchOfRow(row: ToolCallRow): Branch {
  const { callId, tool, artifact } = row;
  if (row.ok) {
    return {
      callId,
      tool,
      ok: true,
      output: row.output ?? null,
      ...(artifact !== undefined && { artifact }),
    };
  }
  return { callId, tool, ok: false, error: row.error ?? "The call failed." };
}
