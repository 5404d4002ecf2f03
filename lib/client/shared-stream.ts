import type { StreamFrame, Topic } from "@/lib/core/stream";
import { createLeader, type Leader, type OpenSource } from "./stream/leader";
import type { StreamMessage } from "./stream/messages";
import { createTab, type StreamStatus } from "./stream/tab";

export type { StreamConnection } from "./stream/messages";
export type { StreamStatus } from "./stream/tab";

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
  /** A hidden tab lets go of the connection, and goes on from its places when it is shown again. */
  setHidden(hidden: boolean): void;
  status(): StreamStatus;
  onStatus(listener: () => void): () => void;
};

const NAME = "waymark-stream";

/**
 * One connection to the server for all tabs of a browser: the tab that holds the lock leads, the others follow what it
 * hears. When it closes or hides, the next one goes on from everybody's places (docs/engine.md, "Streams").
 */
export function createSharedStream(environment: StreamEnvironment): SharedStream {
  const { tabId, openSource, locks, openChannel, ready = Promise.resolve() } = environment;
  const tab = createTab(() => sayWants());
  let hidden = false;
  let session: Session | undefined;

  function sayWants(): void {
    session?.hear({ type: "want", tab: tabId, topics: tab.topics() });
  }

  /** Begins or ends taking part, after what happens in this turn: pages leave and come in one. */
  function settle(): void {
    void ready.then(() => {
      const wanted = !hidden && tab.topics().length > 0;
      if (!wanted) {
        session?.end();
        session = undefined;
        return;
      }
      session ??= begin();
      sayWants();
    });
  }

  function begin(): Session {
    const take = (message: StreamMessage): void => {
      if (message.type === "frame") tab.deliver(message.frame);
      else if (message.type === "status") tab.setConnection(message.connection);
      else if (message.type === "leader") {
        tab.setConnection("connecting");
        sayWants();
      }
    };
    return locks && openChannel
      ? joinSession({ tabId, openSource, locks, channel: openChannel(NAME), take })
      : ownSession({ tabId, openSource, take });
  }

  return {
    follow(topic, onFrame) {
      const unfollow = tab.follow(topic, onFrame);
      settle();
      return () => {
        unfollow();
        settle();
      };
    },
    setHidden(now) {
      if (hidden === now) return;
      hidden = now;
      settle();
    },
    status: tab.status,
    onStatus: tab.onStatus,
  };
}

type Session = { hear(message: StreamMessage): void; end(): void };
type Member = Pick<StreamEnvironment, "tabId" | "openSource"> & { take(message: StreamMessage): void };

function ownSession({ openSource, take }: Member): Session {
  const leader = createLeader(openSource, take);
  return { hear: (message) => leaderHears(leader, message), end: leader.close };
}

/** Takes part in the browser's shared connection, and leads it while holding the lock. */
function joinSession(member: Member & { locks: Locks; channel: Channel }): Session {
  const { tabId, openSource, locks, channel, take } = member;
  const leaving = new AbortController();
  let leader: Leader | undefined;

  const say = (message: StreamMessage): void => {
    if (leader) leaderHears(leader, message);
    channel.postMessage(message);
  };
  channel.onmessage = ({ data }) => {
    if (leader) leaderHears(leader, data);
    else take(data);
  };
  const lead = () =>
    new Promise<void>((resolve) => {
      if (leaving.signal.aborted) return resolve();
      const leading = createLeader(openSource, (message) => {
        channel.postMessage(message);
        take(message);
      });
      leader = leading;
      leaving.signal.addEventListener("abort", () => {
        leading.close();
        resolve();
      });
      channel.postMessage({ type: "leader" });
      take({ type: "leader" });
    });
  // Rejects when this tab leaves before its turn came.
  locks.request(NAME, { signal: leaving.signal }, lead).catch(() => {});
  return {
    hear: say,
    end() {
      channel.postMessage({ type: "bye", tab: tabId });
      leaving.abort();
      leader = undefined;
      channel.close();
    },
  };
}

function leaderHears(leader: Leader, message: StreamMessage): void {
  if (message.type === "want") leader.want(message.tab, message.topics);
  else if (message.type === "bye") leader.bye(message.tab);
}
