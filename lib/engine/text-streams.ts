/** Which answer of a model a text belongs to. `streamId` is `<effect key>#<id>`. */
export type StreamFacts = {
  runId: string;
  workspaceId: string;
  epoch: number;
  taskId?: string;
  attempt?: number;
  step?: number;
  role: string;
  streamId: string;
};

export type TextStream = {
  add(delta: string): void;
  /** The answer is over, well or not. Resolves when what there was of it is stored; never rejects. */
  end(): Promise<void>;
};

/** Where effects put text while it arrives (docs/engine.md, "Streams"). */
export type TextStreams = { open(facts: StreamFacts): TextStream };

/** For processes and tests in which nobody looks on. */
export const silentTextStreams: TextStreams = { open: () => ({ add() {}, end: async () => {} }) };
