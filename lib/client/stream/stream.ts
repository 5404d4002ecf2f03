import type { StreamFrame, Topic } from "@/lib/core/stream";
import { type Connection, createConnection, type OpenSource } from "./connection";
import { createTab, type StreamStatus } from "./tab";

export type { StreamStatus } from "./tab";

/** The part of Web Locks that is used. */
export type Locks = {
  request(name: string, options: { signal: AbortSignal }, held: () => Promise<void>): Promise<unknown>;
};

type StreamEnvironment = {
  openSource: OpenSource;
  /** Absent: every hidden tab that is to tell of news listens. */
  locks?: Locks;
  /** Nothing is asked for before it resolves. */
  ready?: Promise<void>;
};

/** Whether somebody looks at the tab (`seen`), or it is hidden and is to tell of news (`notices`) or not (`none`). */
type Attention = "seen" | "notices" | "none";

export type Stream = {
  /** Follows a topic from its place on. Frames come in order, none twice; call the result to stop. */
  follow(topic: Topic, onFrame: (frame: StreamFrame) => void): () => void;
  /** A tab that does not listen has no connection, and continues from its places when it does again. */
  setAttention(attention: Attention): void;
  status(): StreamStatus;
  onStatus(listener: () => void): () => void;
};

const NOTICES_LOCK = "waymark-notices";

/** A tab's connection to the server: while somebody looks at it, and of the hidden tabs in one (docs/engine.md, "Streams"). */
export function createStream({ openSource, locks, ready = Promise.resolve() }: StreamEnvironment): Stream {
  const tab = createTab(() => connection?.update());
  let attention: Attention = "seen";
  let connection: Connection | undefined;
  let turn: { has: boolean; leave(): void } | undefined;

  /** Begins or ends listening, after what happens in this turn: pages leave and come in one. */
  function update(): void {
    void ready.then(() => {
      const isListening = attention === "seen" || (attention === "notices" && turn?.has === true);
      if (!isListening || tab.topics().length === 0) {
        connection?.close();
        connection = undefined;
        return;
      }
      if (connection === undefined) {
        tab.setConnection("connecting");
        connection = createConnection(openSource, tab);
      }
      connection.update();
    });
  }

  /** Waits until no other hidden tab listens. */
  function takeTurn(): NonNullable<typeof turn> {
    const left = new AbortController();
    const own = { has: locks === undefined, leave: () => left.abort() };
    const listen = () =>
      new Promise<void>((resolve) => {
        if (left.signal.aborted) return resolve();
        own.has = true;
        left.signal.addEventListener("abort", () => resolve());
        update();
      });
    // Rejects when this tab is shown or closed before its turn came.
    locks?.request(NOTICES_LOCK, { signal: left.signal }, listen).catch(() => {});
    return own;
  }

  return {
    follow(topic, onFrame) {
      const unfollow = tab.follow(topic, onFrame);
      update();
      return () => {
        unfollow();
        update();
      };
    },
    setAttention(next) {
      if (attention === next) return;
      attention = next;
      turn?.leave();
      turn = next === "notices" ? takeTurn() : undefined;
      update();
    },
    status: tab.status,
    onStatus: tab.onStatus,
  };
}
