import { canonicalJson } from "@/lib/core/json";
import type { RunState } from "@/lib/core/run/state";
import { cutText } from "@/lib/core/text";
import type { EffectContext } from "./effect";

const MAX_CALL_LINES = 50;
const MAX_LINE_CHARS = 300;

/** Whether tools may have done something already, in this run or in the one it is a fork of. */
export const mayHaveWritten = ({ counters, parent }: Readonly<RunState>): boolean =>
  counters.toolCalls > 0 || parent !== undefined;

/** One line for each writing tool call that happened in the run before the moment, for prompts. */
export async function writtenCallLines(context: EffectContext, beforeMs: number): Promise<string[]> {
  const calls = await context.reads.writingCalls(context.runId);
  return calls
    .filter(({ finishedAtMs }) => finishedAtMs !== undefined && finishedAtMs <= beforeMs)
    .slice(-MAX_CALL_LINES)
    .map(({ taskId, tool, args }) =>
      cutText(`${tool} ${canonicalJson(args)} (task ${taskId})`, MAX_LINE_CHARS),
    );
}
