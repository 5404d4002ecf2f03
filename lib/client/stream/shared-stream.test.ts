import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StreamFrame } from "@/lib/core/stream";
import { createFakeChannels, createFakeLocks, createFakeServer } from "@/lib/testing/browser-tabs";
import { createLeader, type Source } from "./leader";
import type { StreamMessage } from "./messages";
import { type Channel, createSharedStream } from "./shared-stream";

const RUN = "run_1";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets everything that is under way happen, timers of a second included. */
const settled = () => vi.advanceTimersByTimeAsync(1_000);

function browser({ shared = true } = {}) {
  const server = createFakeServer(RUN);
  const locks = createFakeLocks();
  const openChannel = createFakeChannels();
  let tabs = 0;
  /** A tab that looks at the run from its start. */
  function openTab() {
    tabs += 1;
    const { openSource } = server;
    const own = { tabId: `tab${tabs}`, openSource };
    let losing = false;
    const openLossyChannel = (name: string): Channel => {
      const channel = openChannel(name);
      return new Proxy(channel, {
        set(target, property, value) {
          const receive = (message: { data: StreamMessage }) => {
            const isLost = losing && message.data.type === "frame";
            if (isLost) losing = false;
            else value?.(message);
          };
          return Reflect.set(target, property, property === "onmessage" && value ? receive : value);
        },
      });
    };
    const stream = createSharedStream(shared ? { ...own, locks, openChannel: openLossyChannel } : own);
    const loseNext = () => {
      losing = true;
    };
    const seqs: number[] = [];
    const pieces: string[] = [];
    const onFrame = (frame: StreamFrame) => {
      if (frame.kind !== "run") return;
      seqs.push(...frame.events.map((event) => event.seq));
      pieces.push(...frame.chunks.map((chunk) => chunk.text));
    };
    const unfollow = stream.follow({ kind: "run", runId: RUN, seq: 0 }, onFrame);
    return { stream, seqs, pieces, unfollow, loseNext };
  }
  return { server, openTab };
}

const oneTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

test("all tabs share one connection, and each gets everything once", async () => {
  const { server, openTab } = browser();
  server.append(3);
  const first = openTab();
  await settled();
  const others = [openTab(), openTab()];
  await settled();
  server.append(4);
  await settled();
  expect(server.open()).toBe(1);
  for (const { seqs, stream } of [first, ...others]) {
    expect(seqs).toEqual(oneTo(7));
    expect(stream.status()).toEqual({ connection: "live", caughtUp: 0 });
  }
});

test("when the leader closes, another tab takes over without gap or repeat", async () => {
  const { server, openTab } = browser();
  const [leader, second, third] = [openTab(), openTab(), openTab()];
  await settled();
  server.append(2);
  leader.unfollow();
  await vi.advanceTimersByTimeAsync(0);
  server.append(3);
  await settled();
  server.append(1);
  await settled();
  expect(server.open()).toBe(1);
  expect(second.seqs).toEqual(oneTo(6));
  expect(third.seqs).toEqual(oneTo(6));
  expect(second.stream.status()).toEqual({ connection: "live", caughtUp: 3 });
});

test("a tab that is opened while text arrives is given all of it, in order", async () => {
  const { server, openTab } = browser();
  const first = openTab();
  await settled();
  for (const piece of ["a", "b"]) server.say(piece);
  await settled();
  const second = openTab();
  // Pieces come before the connection is made again for it, and more often than that would wait.
  for (const piece of ["c", "d", "e", "f"]) {
    await vi.advanceTimersByTimeAsync(20);
    server.say(piece);
  }
  await settled();
  for (const { pieces } of [first, second]) expect(pieces.join("")).toBe("abcdef");
});

test("a tab that missed a piece of text asks again, and shows none without the ones before", async () => {
  const { server, openTab } = browser();
  const [first, second] = [openTab(), openTab()];
  await settled();
  server.say("a");
  await settled();
  second.loseNext();
  server.say("b");
  server.say("c");
  await vi.advanceTimersByTimeAsync(0);
  expect(first.pieces.join("")).toBe("abc");
  expect(second.pieces.join("")).toBe("a");
  await settled();
  expect(second.pieces.join("")).toBe("abc");
  expect(first.pieces.join("")).toBe("abc");
});

test("a tab that missed something before the end of a run hears of both", async () => {
  const { server, openTab } = browser();
  const [first, second] = [openTab(), openTab()];
  await settled();
  server.append(2);
  await settled();
  second.loseNext();
  server.append(1);
  server.end();
  await settled();
  expect([first.seqs, second.seqs]).toEqual([oneTo(4), oneTo(4)]);
});

test("a hidden tab lets go, and continues where it was when it is shown again", async () => {
  const { server, openTab } = browser();
  const tab = openTab();
  await settled();
  server.append(2);
  tab.stream.setHidden(true);
  await settled();
  expect(server.open()).toBe(0);
  server.append(5);
  await settled();
  expect(tab.seqs).toEqual([1, 2]);
  tab.stream.setHidden(false);
  await settled();
  expect(tab.seqs).toEqual(oneTo(7));
});

test("a hidden leader hands over, and comes back as a follower", async () => {
  const { server, openTab } = browser();
  const [leader, other] = [openTab(), openTab()];
  await settled();
  leader.stream.setHidden(true);
  await settled();
  server.append(3);
  await settled();
  leader.stream.setHidden(false);
  await settled();
  server.append(1);
  await settled();
  expect(server.open()).toBe(1);
  expect(leader.seqs).toEqual(oneTo(4));
  expect(other.seqs).toEqual(oneTo(4));
});

test("an interruption is told, and how much it had held back", async () => {
  const { server, openTab } = browser();
  const [first, second] = [openTab(), openTab()];
  await settled();
  const reported: string[] = [];
  second.stream.onStatus(() => {
    const { connection, caughtUp } = second.stream.status();
    reported.push(caughtUp > 0 ? `caught up ${caughtUp}` : connection);
  });
  server.append(1);
  server.cut();
  await vi.advanceTimersByTimeAsync(0);
  server.append(34);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(reported).toEqual(["reconnecting", "live", "caught up 34"]);
  expect(first.seqs).toEqual(oneTo(35));
  expect(second.seqs).toEqual(oneTo(35));
});

test("a connection that says nothing for two beats and a half is lost, and one that beats is kept", async () => {
  const { server, openTab } = browser();
  const { seqs, stream } = openTab();
  await settled();
  const reported: string[] = [];
  stream.onStatus(() => reported.push(stream.status().connection));
  for (let beats = 0; beats < 6; beats += 1) {
    await vi.advanceTimersByTimeAsync(10_000);
    server.beat();
  }
  expect(server.opened()).toBe(1);
  server.mute();
  server.append(2);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(reported).toEqual(["reconnecting"]);
  await settled();
  expect(seqs).toEqual([1, 2]);
  expect(stream.status()).toEqual({ connection: "live", caughtUp: 2 });
  expect(server.open()).toBe(1);
});

test("a tab that missed a message asks again", async () => {
  const { server, openTab } = browser();
  const [, second] = [openTab(), openTab()];
  await settled();
  server.append(1);
  await settled();
  const follow = vi.fn();
  const later = second.stream.follow({ kind: "run", runId: RUN, seq: 0 }, follow);
  await settled();
  expect(follow).toHaveBeenCalled();
  expect(second.seqs).toEqual([1]);
  later();
});

test("without locks every tab has a connection of its own", async () => {
  const { server, openTab } = browser({ shared: false });
  const tabs = [openTab(), openTab()];
  await settled();
  server.append(2);
  await settled();
  expect(server.open()).toBe(2);
  for (const { seqs } of tabs) expect(seqs).toEqual([1, 2]);
});

test("a server that folds otherwise than the page says so", async () => {
  const { server, openTab } = browser();
  const { openSource } = server;
  const stream = createSharedStream({
    tabId: "old",
    openSource: (url) => {
      const source = openSource(url);
      return new Proxy(source, {
        set(target, name, value) {
          const wrap = (message: { data: string }) =>
            value?.({ data: message.data.replace(/"reducer":\d+/, '"reducer":0') });
          return Reflect.set(target, name, name === "onmessage" && value ? wrap : value);
        },
      });
    },
  });
  stream.follow({ kind: "run", runId: RUN, seq: 0 }, () => {});
  openTab();
  await settled();
  expect(stream.status().connection).toBe("outdated");
});

test("a server that knows the browser no more is told apart from one that is away, until it lets it in again", async () => {
  const { server, openTab } = browser();
  const [first, second] = [openTab(), openTab()];
  await settled();
  server.refuse(true);
  await settled();
  for (const { stream } of [first, second]) expect(stream.status().connection).toBe("signed_out");
  server.append(2);
  server.refuse(false);
  await vi.advanceTimersByTimeAsync(10_000);
  for (const { stream, seqs } of [first, second]) {
    expect(stream.status()).toEqual({ connection: "live", caughtUp: 2 });
    expect(seqs).toEqual([1, 2]);
  }
});

test("a server that starts again is asked each second, and one that stays away less and less often", async () => {
  const askedAt: number[] = [];
  const began = Date.now();
  const refuse = () => {
    askedAt.push(Math.round((Date.now() - began) / 1_000));
    const none = { onopen: null, onmessage: null, onbeat: null, onrefused: null };
    const source: Source = { ...none, onerror: null, close: () => {} };
    queueMicrotask(() => source.onerror?.());
    return source;
  };
  const leader = createLeader(refuse, () => {});
  leader.subscribe("tab", [{ kind: "run", runId: RUN, seq: 0 }]);
  await vi.advanceTimersByTimeAsync(60_000);
  leader.close();
  expect(askedAt).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 15, 23, 33, 43, 53]);
});
