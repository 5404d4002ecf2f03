import type { JsonObject } from "@/lib/core/json";
import type { ToolCallContext, ToolResult, UnknownOutcome } from "@/lib/core/ports";
import { faultInWords, statedFault } from "@/lib/core/tool-faults";
import { pausePayload, type ToolPause } from "@/lib/core/tool-pause";
import type { ToolContext, ToolDescriptor } from "./descriptor";

/**
 * Runs a tool once and settles at its end, its pause, its timeout or the caller's cancel, whichever comes first. Never
 * rejects (docs/agents.md, "What a tool is given").
 */
export async function runCall(
  tool: ToolDescriptor,
  args: JsonObject,
  context: ToolCallContext,
): Promise<ToolResult> {
  const stop = new AbortController();
  const call = createCall(tool, { ...context, signal: stop.signal });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancel = () => {};
  const interrupted = new Promise<ToolResult>((resolve) => {
    cancel = () => resolve(failure("failed", `${tool.name} was cancelled.`));
    timer = setTimeout(() => {
      const late = failure("timeout", `${tool.name} did not answer within ${tool.timeoutMs} ms.`);
      resolve(call.isYetToBegin() ? { ok: false, code: "not_begun" } : late);
    }, tool.timeoutMs);
    if (context.signal.aborted) cancel();
    context.signal.addEventListener("abort", cancel, { once: true });
  });
  try {
    if (context.signal.aborted) return await interrupted;
    return await Promise.race([call.settled, attempt(tool, args, call.context), interrupted]);
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener("abort", cancel);
    call.close();
    stop.abort();
  }
}

async function attempt(tool: ToolDescriptor, args: JsonObject, context: ToolContext): Promise<ToolResult> {
  try {
    return { ok: true, output: (await tool.run(args, context)) ?? null };
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    const isUnknown = (thrown as Partial<UnknownOutcome> | null)?.code === "unknown_outcome";
    const stated = statedFault(thrown);
    const message = faultInWords(`${tool.name} failed: ${why}`, stated);
    const { retryAfterMs } = stated ?? {};
    return {
      ...failure(isUnknown ? "timeout" : "failed", message),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...((thrown as { mayHaveActed?: unknown } | null)?.mayHaveActed === true && { mayHaveActed: true }),
    };
  }
}

/** The call as its tool sees it; `settled` by a pause, allowed or not, whatever the tool continues to do. */
function createCall({ name }: ToolDescriptor, outer: ToolCallContext) {
  let begun: string | undefined;
  let isAsking = false;
  let hasEffect = false;
  let closed = false;
  let settle: (result: ToolResult) => void = () => {};
  const settled = new Promise<ToolResult>((resolve) => {
    settle = resolve;
  });
  const end = (result: ToolResult, message: string): never => {
    closed = true;
    settle(result);
    throw new Error(message);
  };
  /** In the midst of its work nobody can say how far it came; before it, nothing has happened. */
  const refuseToBegin = (): never => {
    const message = `${name} may change nothing any more: another worker may hold its run.`;
    if (hasEffect) throw new Error(message);
    return end({ ok: false, code: "not_begun" }, message);
  };
  const context: ToolContext = {
    ...outer,
    emitChunk(streamId, seq, text, done, meta) {
      if (closed) return;
      begun ??= "its first output";
      outer.emitChunk(streamId, seq, text, done, meta);
    },
    async effectBegins() {
      begun ??= "its first effect";
      isAsking = true;
      const isLet = !closed && (await outer.mayBegin());
      isAsking = false;
      if (closed) throw new Error(`${name} has ended: nothing may be changed any more.`);
      if (!isLet) return refuseToBegin();
      hasEffect = true;
    },
    pause(reason, payload) {
      if (closed) throw new Error(`${name} has ended: it cannot pause any more.`);
      const result =
        begun === undefined
          ? pausedOr(name, { reason, payload })
          : failure("failed", `${name} paused after ${begun}; a tool may pause only before it.`);
      return end(result, `${name} has paused.`);
    },
  };
  return {
    context,
    settled,
    /** Whether nothing has happened yet since it is still being asked whether it may. */
    isYetToBegin: () => isAsking && !hasEffect,
    close() {
      closed = true;
    },
  };
}

function pausedOr(name: string, { reason, payload }: ToolPause): ToolResult {
  const read = pausePayload.safeParse(payload);
  if (read.success)
    return { ok: false, code: "paused", pause: { reason, payload: read.data as ToolPause["payload"] } };
  const [issue] = read.error.issues;
  return failure(
    "failed",
    `${name} asked a question that cannot be shown: ${issue?.path.join(".")}: ${issue?.message}.`,
  );
}

type FailureCode = "unknown_tool" | "invalid_arguments" | "timeout" | "failed";

export function failure(code: FailureCode, message: string) {
  return { ok: false as const, code, message };
}
