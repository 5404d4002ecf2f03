import type { StreamFrame } from "@/lib/core/stream/frames";
import { MAX_TOPICS, type Topic, topicName, writeTopic } from "@/lib/core/stream/topics";
import type { StreamMessage } from "./messages";
import { earlier, isBehind, placeAfter } from "./positions";

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

export type Leader = {
  subscribe(tab: string, topics: Topic[]): void;
  unsubscribe(tab: string): void;
  close(): void;
};

const GATHER_MS = 50;
const RETRY_MS = 1_000;
/** A server that starts again is back within some seconds; one that stays away is asked less and less often. */
const QUICK_RETRIES = 8;
const MAX_RETRY_MS = 10_000;
/** Two beats of the server and a half: a connection that broke on the way, as in a tunnel, tells nobody of it. */
const SILENCE_MS = 25_000;

/** Holds the one connection of a browser for what all its tabs want, from the place that is furthest behind. */
export function createLeader(openSource: OpenSource, publish: (message: StreamMessage) => void): Leader {
  const subscriptions = new Map<string, Map<string, Topic>>();
  /** Where the open connection is, by topic. */
  const positions = new Map<string, Topic>();
  let source: Source | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function requestedTopics(): Map<string, Topic> {
    const all = new Map<string, Topic>();
    for (const [name, topic] of [...subscriptions.values()].flatMap((topics) => [...topics])) {
      const other = all.get(name);
      all.set(name, other ? earlier(other, topic) : topic);
    }
    return all;
  }

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
    const topics = [...requestedTopics()].slice(0, MAX_TOPICS);
    if (topics.length === 0) return;
    for (const [name, topic] of topics) positions.set(name, topic);
    const list = topics.map(([, topic]) => writeTopic(topic)).join();
    source = openSource(`/api/v1/stream?topics=${encodeURIComponent(list)}`);
    source.onopen = () => {
      failures = 0;
      publish({ type: "status", connection: "live" });
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
      publish({ type: "status", connection: "signed_out" });
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
    publish({ type: "status", connection: "reconnecting" });
    reconnectAfter(Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** Math.max(0, failures - QUICK_RETRIES)));
    failures += 1;
  }

  function reconnectAfter(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(connect, delayMs);
  }

  function receive(frame: StreamFrame): void {
    const { topic } = frame;
    const ended = frame.kind === "problem" || (frame.kind === "run" && frame.ended === true);
    for (const topics of [positions, ...subscriptions.values()]) {
      const position = topics.get(topic);
      if (position && ended) topics.delete(topic);
      else if (position) topics.set(topic, placeAfter(position, frame));
    }
    publish({ type: "frame", frame });
    if (positions.size === 0) connect();
  }

  return {
    subscribe(tab, topics) {
      subscriptions.set(tab, new Map(topics.map((topic) => [topicName(topic), topic])));
      const missed = topics.some((topic) => {
        const position = positions.get(topicName(topic));
        return position === undefined || isBehind(topic, position);
      });
      // One that is about to come takes all of them along, and waits no longer for each.
      if (missed && timer === undefined) reconnectAfter(GATHER_MS);
      if (requestedTopics().size === 0) disconnect();
      else if (source && !missed) publish({ type: "status", connection: "live" });
    },
    unsubscribe(tab) {
      subscriptions.delete(tab);
      if (requestedTopics().size === 0) disconnect();
    },
    close: disconnect,
  };
}
