import { digestOf, type Json } from "@/lib/core/json";
import type { ToolFacts, ToolResult } from "@/lib/core/ports";
import { storeValue } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import { type Branch, type Call, callsOf } from "@/lib/core/trajectory";
import type { ToolCallRow } from "../types";
import type { Attempt } from "./attempt-start";
import type { EffectContext, Report } from "./effect";

const MAX_ERROR_CHARS = 1_000;

export const writes = (tool: Pick<ToolFacts, "sideEffects">): boolean =>
  tool.sideEffects === "write" || tool.sideEffects === "external";

/** A call that is about to run. */
export type StartedCall = { call: Call; tool: ToolFacts; row: ToolCallRow };

/** The row of a call before it runs. */
export function startedRow(
  context: EffectContext,
  attempt: Attempt,
  step: number,
  call: Call,
  tool: ToolFacts,
): ToolCallRow {
  return {
    key: `${context.taskId}/${context.attempt}/${step}/${call.callId}`,
    idempotencyKey: idempotencyKey(attempt, step, call),
    taskId: context.taskId,
    attempt: context.attempt,
    step,
    callId: call.callId,
    tool: call.tool,
    sideEffects: tool.sideEffects,
    args: call.args,
    status: "started",
  };
}

/** Lineage, tool, arguments and how many equal calls went before: the same in every attempt, replan and fork. */
function idempotencyKey(attempt: Attempt, step: number, call: Call): string {
  const digest = digestOf(call.args);
  const earlier = attempt.trajectory.steps.flatMap((one) => (one.step <= step ? callsOf(one) : []));
  const equal = earlier.filter((one) => one.tool === call.tool && digestOf(one.args) === digest);
  const occurrence = Math.max(
    0,
    equal.findIndex((one) => one.callId === call.callId),
  );
  return `${attempt.lineage}/${call.tool}/${digest}/${occurrence}`;
}

export function startedReport(context: EffectContext, { row, tool }: StartedCall): Report {
  const { taskId, attempt, step, callId } = row;
  const { key } = context;
  const { sideEffects, name } = tool;
  return {
    suffix: `tool-${step}-${callId}`,
    command: { type: "tool_started", key, taskId, attempt, step, callId, tool: name, sideEffects },
    rows: { toolCalls: [row] },
  };
}

export function finishedReport(
  context: EffectContext,
  { row }: StartedCall,
  result: ToolResult,
  latencyMs: number,
): Report {
  const { taskId, attempt, step, callId, tool } = row;
  const value = result.ok ? storeValue(result.output) : undefined;
  const error = result.ok ? undefined : cutText(result.message, MAX_ERROR_CHARS);
  const told = { ok: result.ok, latencyMs: Math.round(latencyMs), ...(error !== undefined && { error }) };
  const output: { output?: Json } = result.ok ? { output: result.output } : {};
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
      ...told,
      ...(value && { output: value.stored }),
    },
    rows: {
      toolCalls: [{ ...row, status: "finished", ...told, ...output }],
      ...(value?.blob && { blobs: [value.blob] }),
    },
  };
}

export function deniedReport(context: EffectContext, step: number, call: Call, reason: string): Report {
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
      reason: cutText(reason, MAX_ERROR_CHARS),
    },
  };
}

export function branchOf(call: Pick<Call, "callId" | "tool">, result: ToolResult): Branch {
  const { callId, tool } = call;
  if (result.ok) return { callId, tool, ok: true, output: result.output };
  return { callId, tool, ok: false, error: result.message };
}

export function branchOfRow(row: ToolCallRow): Branch {
  const { callId, tool } = row;
  if (row.ok) return { callId, tool, ok: true, output: row.output ?? null };
  return { callId, tool, ok: false, error: row.error ?? "The call failed." };
}
