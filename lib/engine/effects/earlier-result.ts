import { canonicalJson, type Json } from "@/lib/core/json";
import { changesOutside } from "@/lib/core/policy";
import { mayHaveWritten } from "./done-calls";
import type { EffectContext } from "./effect";
import { taskIn } from "./work";

/**
 * What an equal writing call came to that an earlier attempt of this lineage made; undefined when there is none. A
 * program makes the same calls in each attempt: the same call has the same idempotency key and happens once.
 */
export async function resultOfEarlierCall(
  context: EffectContext,
  lineage: string,
  { tool: name, args }: { tool: string; args: Json },
): Promise<{ output: Json; artifact?: string } | undefined> {
  const state = context.state();
  const tool = context.tools.find(name);
  if (!tool || !changesOutside(tool) || tool.repeatable || !mayHaveWritten(state)) return;
  const startedAt = taskIn(state, context.taskId).attempts.at(-1)?.startedAt ?? 0;
  const own = new Set(
    Object.values(state.tasks).flatMap(({ id, spec }) => (spec.lineage === lineage ? id : [])),
  );
  const wanted = canonicalJson(args);
  const calls = await context.reads.writingCalls(context.runId);
  const earlier = calls.findLast(
    (call) =>
      call.tool === name &&
      own.has(call.taskId) &&
      call.finishedAtMs !== undefined &&
      call.finishedAtMs <= startedAt &&
      canonicalJson(call.args) === wanted,
  );
  const { output = null, artifact } = earlier ?? {};
  return earlier && { output, ...(artifact !== undefined && { artifact }) };
}
