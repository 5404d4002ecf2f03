import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StreamFrame } from "@/lib/core/stream";
import { createFakeLocks, createFakeServer } from "@/lib/testing/browser-tabs";
import { createConnection, type OpenSource, type Source } from "./connection";
import { createStream } from "./stream";

const RUN = "run_1";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets everything that is under way happen, timers of a second included. */
const settled = () => vi.advanceTimersByTimeAsync(1_000);

function browser() {
  const server = createFakeServer(RUN);
  const locks = createFakeLocks();
  /** A tab that looks at the run from its start. */
  function openTab(openSource: OpenSource = server.openSource) {
    const stream = createStream({ openSource, locks });
    const seqs: number[] = [];
    const pieces: string[] = [];
    const onFrame = (frame: StreamFrame) => {
      if (frame.kind !== "run") return;
      seqs.push(...frame.events.map((event) => event.seq));
      pieces.push(...frame.chunks.map((chunk) => chunk.text));
    };
    const unfollow = stream.follow({ kind: "run", runId: RUN, seq: 0 }, onFrame);
    return { stream, seqs, pieces, unfollow };
  }
  return { server, openTab };
}

type Receive = (message: { data: string }) => void;

/** Connections whose messages go through `wrap` before the page has them. */
const hearing =
  (openSource: OpenSource, wrap: (receive: Receive) => Receive): OpenSource =>
  (url) =>
    new Proxy(openSource(url), {
      set: (target: Source, name, value) =>
        Reflect.set(target, name, name === "onmessage" && value ? wrap(value) : value),
    });

const oneTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

test("a hidden tab lets go, and continues where it was when it is shown again", async () => {
  const { server, openTab } = browser();
  const tab = openTab();
  await settled();
  server.append(2);
  tab.stream.setAttention("none");
  await settled();
  expect(server.open()).toBe(0);
  server.append(5);
  await settled();
  expect(tab.seqs).toEqual([1, 2]);
  tab.stream.setAttention("seen");
  await settled();
  expect(tab.seqs).toEqual(oneTo(7));
});

test("what is lost on the way is asked for again, and no text is shown without what comes before it", async () => {
  const { server, openTab } = browser();
  let isLosing = false;
  const lossy = hearing(server.openSource, (receive) => (message) => {
    if (!isLosing) receive(message);
    isLosing = false;
  });
  const { seqs, pieces } = openTab(lossy);
  await settled();
  server.say("a");
  await settled();
  isLosing = true;
  for (const piece of ["b", "c"]) server.say(piece);
  expect(pieces.join("")).toBe("a");
  await settled();
  expect(pieces.join("")).toBe("abc");
  isLosing = true;
  server.append(1);
  server.end();
  await settled();
  expect(seqs).toEqual([1, 2]);
});

test("who follows later gets all from its own place, over the one connection of the tab", async () => {
  const { server, openTab } = browser();
  const { stream, seqs } = openTab();
  server.append(2);
  await settled();
  const later: number[] = [];
  stream.follow({ kind: "run", runId: RUN, seq: 0 }, (frame) => {
    if (frame.kind === "run") later.push(...frame.events.map(({ seq }) => seq));
  });
  await settled();
  server.append(1);
  await settled();
  expect([seqs, later]).toEqual([oneTo(3), oneTo(3)]);
  expect(server.open()).toBe(1);
});

test("of the hidden tabs that are to tell of news one listens, and the next when that is shown or left", async () => {
  const { server, openTab } = browser();
  const [first, second, third] = [openTab(), openTab(), openTab()];
  const tabs = [first, second, third];
  await settled();
  expect(server.open()).toBe(3);
  for (const { stream } of tabs) stream.setAttention("notices");
  await settled();
  server.append(2);
  await settled();
  expect(server.open()).toBe(1);
  expect(tabs.map(({ seqs }) => seqs)).toEqual([oneTo(2), [], []]);
  first.stream.setAttention("none");
  await settled();
  expect([server.open(), second.seqs, third.seqs]).toEqual([1, oneTo(2), []]);
  second.stream.setAttention("seen");
  await settled();
  expect([server.open(), third.seqs]).toEqual([2, oneTo(2)]);
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

test("a server that folds otherwise than the page says so", async () => {
  const { server, openTab } = browser();
  const { openSource } = server;
  const { stream } = openTab(
    hearing(openSource, (receive) => (message) => {
      receive({ data: message.data.replace(/"reducer":\d+/, '"reducer":0') });
    }),
  );
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
  const connection = createConnection(refuse, {
    topics: () => [{ kind: "run", runId: RUN, seq: 0 }],
    deliver() {},
    setConnection() {},
  });
  connection.update();
  await vi.advanceTimersByTimeAsync(60_000);
  connection.close();
  expect(askedAt).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 15, 23, 33, 43, 53]);
});
