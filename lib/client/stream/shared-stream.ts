import type { StreamFrame, Topic } from "@/lib/core/stream";
import { createLeader, type Leader, type OpenSource } from "./leader";
import type { StreamMessage } from "./messages";
import { createTab, type StreamStatus } from "./tab";

export type { StreamConnection } from "./messages";
export type { StreamStatus } from "./tab";

/** The parts of Web Locks and BroadcastChannel that are used. */
export type Locks = {
  request(name: string, options: { signal: AbortSignal }, held: () => Promise<void>): Promise<unknown>;
};
export type Channel = {
  postMessage(message: StreamMessage): void;
  onmessage: ((message: { data: StreamMessage }) => void) | null;
  close(): void;
};

export type StreamEnvironment = {
  tabId: string;
  openSource: OpenSource;
  /** Both absent: this tab has a connection of its own. */
  locks?: Locks;
  openChannel?: (name: string) => Channel;
  /** Nothing is asked for before it resolves. */
  ready?: Promise<void>;
};

export type SharedStream = {
  /** Follows a topic from its place on. Frames come in order, none twice; call the result to stop. */
  follow(topic: Topic, onFrame: (frame: StreamFrame) => void): () => void;
  /** A hidden tab lets go of the connection, and continues from its places when it is shown again. */
  setHidden(hidden: boolean): void;
  status(): StreamStatus;
  onStatus(listener: () => void): () => void;
};

const NAME = "waymark-stream";

/**
 * One connection to the server for all tabs of a browser: the tab that holds the lock leads, the others follow what it
 * hears. When it closes or hides, the next one continues from everyone's places (docs/engine.md, "Streams").
 */
export function createSharedStream(environment: StreamEnvironment): SharedStream {
  const { tabId, openSource, locks, openChannel, ready = Promise.resolve() } = environment;
  const tab = createTab(() => announceTopics());
  let hidden = false;
  let session: Session | undefined;

  function announceTopics(): void {
    session?.send({ type: "want", tab: tabId, topics: tab.topics() });
  }

  /** Begins or ends taking part, after what happens in this turn: pages leave and come in one. */
  function updateSession(): void {
    void ready.then(() => {
      const wanted = !hidden && tab.topics().length > 0;
      if (!wanted) {
        session?.end();
        session = undefined;
        return;
      }
      session ??= openSession();
      announceTopics();
    });
  }

  function openSession(): Session {
    const receive = (message: StreamMessage): void => {
      if (message.type === "frame") tab.deliver(message.frame);
      else if (message.type === "status") tab.setConnection(message.connection);
      else if (message.type === "leader") {
        tab.setConnection("connecting");
        announceTopics();
      }
    };
    return locks && openChannel
      ? joinSession({ tabId, openSource, locks, channel: openChannel(NAME), receive })
      : soloSession({ tabId, openSource, receive });
  }

  return {
    follow(topic, onFrame) {
      const unfollow = tab.follow(topic, onFrame);
      updateSession();
      return () => {
        unfollow();
        updateSession();
      };
    },
    setHidden(now) {
      if (hidden === now) return;
      hidden = now;
      updateSession();
    },
    status: tab.status,
    onStatus: tab.onStatus,
  };
}

type Session = { send(message: StreamMessage): void; end(): void };
type SessionOptions = Pick<StreamEnvironment, "tabId" | "openSource"> & {
  receive(message: StreamMessage): void;
};

function soloSession({ openSource, receive }: SessionOptions): Session {
  const leader = createLeader(openSource, receive);
  return { send: (message) => deliverToLeader(leader, message), end: leader.close };
}

/** Takes part in the browser's shared connection, and leads it while holding the lock. */
function joinSession(options: SessionOptions & { locks: Locks; channel: Channel }): Session {
  const { tabId, openSource, locks, channel, receive } = options;
  const left = new AbortController();
  let leader: Leader | undefined;

  const post = (message: StreamMessage): void => {
    if (leader) deliverToLeader(leader, message);
    channel.postMessage(message);
  };
  channel.onmessage = ({ data }) => {
    if (leader) deliverToLeader(leader, data);
    else receive(data);
  };
  const lead = () =>
    new Promise<void>((resolve) => {
      if (left.signal.aborted) return resolve();
      const leading = createLeader(openSource, (message) => {
        channel.postMessage(message);
        receive(message);
      });
      leader = leading;
      left.signal.addEventListener("abort", () => {
        leading.close();
        resolve();
      });
      channel.postMessage({ type: "leader" });
      receive({ type: "leader" });
    });
  // Rejects when this tab leaves before its turn came.
  locks.request(NAME, { signal: left.signal }, lead).catch(() => {});
  return {
    send: post,
    end() {
      channel.postMessage({ type: "bye", tab: tabId });
      left.abort();
      leader = undefined;
      channel.close();
    },
  };
}

function deliverToLeader(leader: Leader, message: StreamMessage): void {
  if (message.type === "want") leader.subscribe(message.tab, message.topics);
  else if (message.type === "bye") leader.unsubscribe(message.tab);
}
