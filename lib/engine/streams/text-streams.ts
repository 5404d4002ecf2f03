import type { JsonObject } from "@/lib/core/json";

/** Which answer of a model, or which call of a tool, a text belongs to. `streamId` is `<effect key>#<id>`. */
export type StreamFacts = {
  runId: string;
  workspaceId: string;
  epoch: number;
  taskId?: string;
  attempt?: number;
  step?: number;
  role: string;
  streamId: string;
  /** The tool call whose output it is, and which of its streams; of a model, `reasoning` or the text of its answer. */
  callId?: string;
  stream?: string;
};

export type TextStream = {
  /** `meta` is what is known of this piece; of pieces that are stored together the last one's is kept. */
  add(delta: string, meta?: JsonObject): void;
  /**
   * The answer is over. Resolves when what there was of it is stored; never rejects. With `kept` its whole text is about
   * to be committed with its step: a text of which nobody has read anything yet is then not stored as well.
   */
  end(how?: { kept: boolean }): Promise<void>;
};

/** Where effects put text while it arrives (docs/engine.md, "Streams"). */
export type TextStreams = { open(facts: StreamFacts): TextStream };

/** For processes and tests in which nobody looks on. */
export const silentTextStreams: TextStreams = { open: () => ({ add() {}, end: async () => {} }) };
