import { attachmentNotes } from "@/lib/core/attachments";
import type { Attachments, ToolCallContext } from "@/lib/core/ports";

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
    attachments: attachmentsOf({}),
    mayBegin: async () => true,
    isAllowed: () => true,
    ...change,
  };
}

/** Files by their names, as a run has them. */
export function attachmentsOf(files: Record<string, string | Uint8Array>): Attachments {
  const contents = new Map(
    Object.entries(files).map(([name, body]) => [
      name,
      typeof body === "string" ? new TextEncoder().encode(body) : body,
    ]),
  );
  return {
    list: () =>
      attachmentNotes([...contents].map(([name, body]) => ({ name, mediaType: "", bytes: body.length }))),
    read: async (name) => contents.get(name),
  };
}
