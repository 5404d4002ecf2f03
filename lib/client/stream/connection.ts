import type { StreamFrame } from "@/lib/core/stream/frames";
import { MAX_TOPICS, type Topic, topicName, writeTopic } from "@/lib/core/stream/topics";
import { advance, isBehind } from "./positions";
import type { Tab } from "./tab";

/** The part of an EventSource that is used. */
export type Source = {
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  /** Nothing is new, and the connection holds. */
  onbeat: (() => void) | null;
  onerror: (() => void) | null;
  /** Instead of an error: the server does not let this browser in. */
  onrefused: (() => void) | null;
  close(): void;
};
export type OpenSource = (url: string) => Source;

export type Connection = {
  /** To be called when the tab wants something else, or misses something of what it wants. */
  update(): void;
  close(): void;
};

const GATHER_MS = 50;
const RETRY_MS = 1_000;
/** A server that starts again is back within some seconds; one that stays away is asked less and less often. */
const QUICK_RETRIES = 8;
const MAX_RETRY_MS = 10_000;
/** Two beats of the server and a half: a connection that broke on the way, as in a tunnel, tells nobody of it. */
const SILENCE_MS = 25_000;

/** Holds one connection for what a tab wants, from the places that the tab has come to. */
export function createConnection(
  openSource: OpenSource,
  tab: Pick<Tab, "topics" | "deliver" | "setConnection">,
): Connection {
  /** Where the open connection is, by topic. */
  const positions = new Map<string, Topic>();
  let source: Source | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function disconnect(): void {
    clearTimeout(timer);
    clearTimeout(silence);
    timer = undefined;
    if (source) {
      const deaf = { onopen: null, onmessage: null, onbeat: null, onerror: null, onrefused: null };
      Object.assign(source, deaf).close();
    }
    source = undefined;
    positions.clear();
  }

  function connect(): void {
    disconnect();
    const topics = tab.topics().slice(0, MAX_TOPICS);
    if (topics.length === 0) return;
    for (const topic of topics) positions.set(topicName(topic), topic);
    const list = topics.map(writeTopic).join();
    source = openSource(`/api/v1/stream?topics=${encodeURIComponent(list)}`);
    source.onopen = () => {
      failures = 0;
      tab.setConnection("live");
      hear();
    };
    source.onmessage = ({ data }) => {
      hear();
      receive(JSON.parse(data) as StreamFrame);
    };
    source.onbeat = hear;
    source.onerror = lose;
    // Another tab may sign in again.
    source.onrefused = () => {
      disconnect();
      tab.setConnection("signed_out");
      reconnectAfter(MAX_RETRY_MS);
    };
    hear();
  }

  /** Starts the wait for the next sign of life. */
  function hear(): void {
    clearTimeout(silence);
    silence = setTimeout(lose, SILENCE_MS);
  }

  function lose(): void {
    // The browser would come back to the old address; the cursors have moved on since.
    disconnect();
    tab.setConnection("reconnecting");
    reconnectAfter(Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** Math.max(0, failures - QUICK_RETRIES)));
    failures += 1;
  }

  function reconnectAfter(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(connect, delayMs);
  }

  function receive(frame: StreamFrame): void {
    const { topic } = frame;
    const hasEnded = frame.kind === "problem" || (frame.kind === "run" && frame.ended === true);
    const position = positions.get(topic);
    if (hasEnded) positions.delete(topic);
    else if (position) positions.set(topic, advance(position, frame));
    tab.deliver(frame);
    if (positions.size === 0) connect();
  }

  return {
    update() {
      const topics = tab.topics();
      if (topics.length === 0) return disconnect();
      const isMissed = topics.some((topic) => {
        const position = positions.get(topicName(topic));
        return position === undefined || isBehind(topic, position);
      });
      // One that is about to come takes all of them along, and waits no longer for each.
      if (isMissed && timer === undefined) reconnectAfter(GATHER_MS);
    },
    close: disconnect,
  };
}
