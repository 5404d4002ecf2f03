import type { ToolCallContext } from "@/lib/core/ports";

export type EmittedChunk = { streamId: string; seq: number; text: string; done: boolean };

/** What a test gives to a tool that it calls by itself; `chunks` collects what the tool emits. */
export function toolContext(
  change: Partial<ToolCallContext> = {},
  chunks: EmittedChunk[] = [],
): ToolCallContext {
  return {
    signal: new AbortController().signal,
    idempotencyKey: "k",
    runId: "run1",
    workspaceId: "w1",
    emitChunk: (streamId, seq, text, done = false) => chunks.push({ streamId, seq, text, done }),
    readArtifact: async () => undefined,
    ...change,
  };
}
