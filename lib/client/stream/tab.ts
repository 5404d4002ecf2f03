import { REDUCER_VERSION, type StreamFrame } from "@/lib/core/stream/frames";
import { type Topic, topicName } from "@/lib/core/stream/topics";
import { advance, earlier, unseenPart } from "./positions";

/**
 * `outdated`: the server folds events otherwise than this page, which has to be loaded again. `signed_out`: the server
 * is there and knows this browser no more.
 */
type StreamConnection = "connecting" | "live" | "reconnecting" | "outdated" | "signed_out";

/** `caughtUp`: how many events an interruption had held back, once it is over; 0 before that. */
export type StreamStatus = { connection: StreamConnection; caughtUp: number };

type Follower = { position: Topic; onFrame(frame: StreamFrame): void };

export type Tab = {
  /** Adds a follower of a topic from its place on; call the result to take it away. */
  follow(topic: Topic, onFrame: (frame: StreamFrame) => void): () => void;
  /** What this tab wants, each topic once, from the place of the follower that is furthest behind. */
  topics(): Topic[];
  deliver(frame: StreamFrame): void;
  setConnection(connection: StreamConnection): void;
  status(): StreamStatus;
  onStatus(listener: () => void): () => void;
};

/** The followers of one tab: each gets every event once and in order, whatever the connection repeats. */
export function createTab(requestAgain: () => void): Tab {
  const followers = new Map<string, Set<Follower>>();
  const listeners = new Set<() => void>();
  let status: StreamStatus = { connection: "connecting", caughtUp: 0 };
  /** Events since the connection was lost, and the topics that are not up to date again; undefined while it holds. */
  let interruption: { missed: number; topics: Set<string> } | undefined;

  function setStatus(next: StreamStatus): void {
    if (next.connection === status.connection && next.caughtUp === status.caughtUp) return;
    status = next;
    for (const listener of listeners) listener();
  }

  /** How many events were news to it; undefined where it misses some before them, which are asked for again. */
  function deliverTo(follower: Follower, frame: StreamFrame): number | undefined {
    const fresh = unseenPart(follower.position, frame);
    if (fresh.gap) {
      requestAgain();
      return;
    }
    follower.position = advance(follower.position, frame);
    follower.onFrame(fresh.frame);
    return fresh.frame.kind === "run" ? fresh.frame.events.length : 0;
  }

  return {
    follow(topic, onFrame) {
      const name = topicName(topic);
      const follower = { position: topic, onFrame };
      const others = followers.get(name) ?? new Set();
      followers.set(name, others.add(follower));
      return () => {
        others.delete(follower);
        if (others.size === 0 && followers.get(name) === others) followers.delete(name);
      };
    },
    topics: () =>
      [...followers.values()].flatMap((group) => {
        const positions = [...group].map((follower) => follower.position);
        return positions.length > 0 ? positions.reduce(earlier) : [];
      }),
    deliver(frame) {
      if (frame.reducer !== REDUCER_VERSION) return setStatus({ connection: "outdated", caughtUp: 0 });
      const counts = [...(followers.get(frame.topic) ?? [])].map((one) => deliverTo(one, frame));
      const isLast = frame.kind === "problem" || (frame.kind === "run" && frame.ended);
      // Who misses something before the end of a run still follows it.
      if (isLast && !counts.includes(undefined)) followers.delete(frame.topic);
      if (!interruption) return;
      interruption.missed += Math.max(0, ...counts.map((count) => count ?? 0));
      if (frame.kind === "problem" || frame.ready) interruption.topics.delete(frame.topic);
      if ([...interruption.topics].some((name) => followers.has(name))) return;
      const caughtUp = interruption.missed;
      interruption = undefined;
      setStatus({ ...status, caughtUp });
    },
    setConnection(connection) {
      if (status.connection === "outdated") return;
      const wasLive = status.connection === "live";
      const lost = connection !== "live" && (wasLive || status.connection === "reconnecting");
      if (lost || connection === "reconnecting")
        interruption ??= { missed: 0, topics: new Set(followers.keys()) };
      setStatus({
        connection: lost && connection === "connecting" ? "reconnecting" : connection,
        caughtUp: connection === "live" ? status.caughtUp : 0,
      });
    },
    status: () => status,
    onStatus(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
