import type { ToolCallContext } from "@/lib/core/ports";
import { cleanText, cutText } from "@/lib/core/text";
import { MAX_CALL_OUTPUT_CHARS, type StepChunk, withPiece } from "@/lib/core/trajectory";
import type { TextStream } from "../../streams/text-streams";
import type { EffectContext } from "../effect";

type Emit = ToolCallContext["emitChunk"];
type OutputStream = { stream: TextStream; lastSeq: number; done: boolean };

const MAX_NAME_CHARS = 40;
const MAX_STREAMS = 10;
/** Longer words of a tool about a piece stay with the stream, and are not kept in the step. */
const MAX_META_CHARS = 500;
const LEFT_OUT = `\n[More than ${MAX_CALL_OUTPUT_CHARS} characters: the rest is not kept.]\n`;

/** What the calls of one step tell while they run. */
export type CallOutputs = {
  /** Where a call puts its output; it starts over with every run of the call. */
  emitterOf(callId: string): Emit;
  /** Resolves when everything that was told is stored. */
  end(): Promise<void>;
  /** What was told, in the order in which it began. */
  chunks(): StepChunk[];
};

/**
 * Passes output on as it comes and keeps it for the step (docs/engine.md, "Streams"). The streams end together, with
 * the step's calls: until then a page that is loaded is given the whole text of each.
 */
export function openCallOutputs(context: EffectContext, step: number): CallOutputs {
  const calls = new Map<string, { streams: Map<string, OutputStream>; pieces: StepChunk[] }>();

  function open(callId: string, name: string): OutputStream {
    const { runId, key, taskId, attempt, epoch } = context;
    const { workspaceId } = context.state();
    const stream = context.streams.open({
      runId,
      workspaceId,
      epoch,
      taskId,
      attempt,
      step,
      role: "tool",
      callId,
      stream: name,
      streamId: `${key}#${context.ids.next()}`,
    });
    return { stream, lastSeq: Number.NEGATIVE_INFINITY, done: false };
  }

  return {
    emitterOf(callId) {
      const streams = new Map<string, OutputStream>();
      const told: { streams: typeof streams; pieces: StepChunk[] } = { streams, pieces: [] };
      calls.set(callId, told);
      let left = MAX_CALL_OUTPUT_CHARS;
      let full = false;
      return (streamId, seq, piece, done = false, meta) => {
        const name = cutText(cleanText(streamId), MAX_NAME_CHARS);
        if (full || (!streams.has(name) && streams.size === MAX_STREAMS)) return;
        const output = streams.get(name) ?? open(callId, name);
        streams.set(name, output);
        if (output.done || seq <= output.lastSeq) return;
        const text = cleanText(piece);
        full = text.length > left;
        const shown = full ? cutText(text, left) + LEFT_OUT : text;
        left -= text.length;
        Object.assign(output, { lastSeq: seq, done });
        output.stream.add(shown, meta);
        if (shown === "" && !done && !meta) return;
        const said = meta && JSON.stringify(meta).length <= MAX_META_CHARS ? { meta } : {};
        const facts = { seq, ...(done && { done: true as const }), ...said };
        const kept = { callId, stream: name, text: shown, ...facts, atMs: context.clock.nowMs() };
        told.pieces = withPiece(told.pieces, kept);
      };
    },
    async end() {
      const streams = [...calls.values()].flatMap((one) => [...one.streams.values()]);
      await Promise.all(streams.map(({ stream }) => stream.end()));
    },
    chunks: () => [...calls.values()].flatMap(({ pieces }) => pieces),
  };
}
