import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  byPost,
  idempotencyKeys,
  type MutationReply,
  mutationOf,
  problemOf,
  readProblem,
  type Send,
} from "./mutation";

const REFUSED = { problem: { message: "Not now.", issues: [] } };

function counting() {
  let count = 0;
  return idempotencyKeys(() => {
    count += 1;
    return `key-${count}`;
  });
}

function world(send: Send<string, MutationReply>) {
  const client = new QueryClient();
  const act = mutationOf({ send, invalidates: [["runs"], ["inbox", "open"]] }, counting(), client);
  return { client, act, observer: new MutationObserver(client, act) };
}

describe("mutationOf", () => {
  it("is pending with its input until the reply is there", async () => {
    let reply = (_: MutationReply) => {};
    const { observer } = world(
      () =>
        new Promise((resolve) => {
          reply = resolve;
        }),
    );
    const sent = observer.mutate("pause");
    await vi.waitFor(() =>
      expect(observer.getCurrentResult()).toMatchObject({ isPending: true, variables: "pause" }),
    );
    reply({});
    await expect(sent).resolves.toEqual({});
    expect(observer.getCurrentResult().isPending).toBe(false);
  });

  it("reads its queries again when it was taken", async () => {
    const { client, observer } = world(async () => ({}));
    const again = vi.spyOn(client, "invalidateQueries");
    await observer.mutate("save");
    expect(again.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([["runs"], ["inbox", "open"]]);
  });

  it("keeps a refusal as its reply, and reads nothing again", async () => {
    const { client, observer } = world(async () => REFUSED);
    const again = vi.spyOn(client, "invalidateQueries");
    await expect(observer.mutate("save")).resolves.toEqual(REFUSED);
    expect(again).not.toHaveBeenCalled();
  });

  it("fails after one try where no reply comes, and reads nothing again", async () => {
    const send = vi.fn(() => Promise.reject(new TypeError("fetch failed")));
    const { client, observer } = world(send);
    const again = vi.spyOn(client, "invalidateQueries");
    await expect(observer.mutate("save")).rejects.toThrow("fetch failed");
    expect(send).toHaveBeenCalledOnce();
    expect(again).not.toHaveBeenCalled();
  });

  it("fails once no reply has come for as long as the act may take, and keeps its key", async () => {
    vi.useFakeTimers();
    const keys: string[] = [];
    const { observer } = world((_input, key) => {
      keys.push(key);
      return new Promise(() => {});
    });
    for (const _time of ["first", "again"]) {
      const sent = observer.mutate("approve").catch(() => "unreachable");
      await vi.advanceTimersByTimeAsync(29_000);
      expect(observer.getCurrentResult().isPending).toBe(true);
      await vi.advanceTimersByTimeAsync(1_000);
      await expect(sent).resolves.toBe("unreachable");
    }
    expect(keys).toEqual(["key-1", "key-1"]);
    vi.useRealTimers();
  });

  it.each<[string, MutationReply | Error, string[]]>([
    ["keeps its key when the reply was lost", new TypeError("lost"), ["key-1", "key-1"]],
    [
      "keeps its key when the server failed on the way",
      { problem: { ...REFUSED.problem, code: "internal" } },
      ["key-1", "key-1"],
    ],
    [
      "keeps its key when the server took too long, or lost its database on the way",
      { problem: { ...REFUSED.problem, code: "unavailable" } },
      ["key-1", "key-1"],
    ],
    ["takes a new key after a refusal", REFUSED, ["key-1", "key-2"]],
    ["takes a new key once it was taken", {}, ["key-1", "key-2"]],
  ])("%s", async (_what, first, keys) => {
    const used: string[] = [];
    const { observer } = world(async (_input, key) => {
      used.push(key);
      if (first instanceof Error) throw first;
      return first;
    });
    await Promise.allSettled([observer.mutate("pause")]);
    await Promise.allSettled([observer.mutate("pause")]);
    expect(used).toEqual(keys);
  });

  it("takes a new key for another act, even after a lost reply", async () => {
    const used: string[] = [];
    const { observer } = world((_input, key) => {
      used.push(key);
      return Promise.reject(new TypeError("lost"));
    });
    await Promise.allSettled([observer.mutate("pause")]);
    await Promise.allSettled([observer.mutate("cancel")]);
    expect(used).toEqual(["key-1", "key-2"]);
  });
});

describe("problemOf", () => {
  it("is that of the reply, and none where the act was taken or is under way", () => {
    expect(problemOf({ isError: false, data: REFUSED })).toBe(REFUSED.problem);
    expect(problemOf({ isError: false, data: {} })).toBeUndefined();
    expect(problemOf({ isError: false, data: undefined })).toBeUndefined();
  });

  it("says that no reply came, in the act's own words if it has any", () => {
    const message = "Could not reach the server. Try again.";
    expect(problemOf({ isError: true, data: undefined })).toEqual({
      code: "unreachable",
      message,
      issues: [],
    });
    expect(problemOf({ isError: true, data: undefined }, "Still here.")?.message).toBe("Still here.");
  });
});

describe("byPost", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const send = byPost(
    (seq: number) => ({ path: "/api/v1/x", body: { seq } }),
    ({ ok, body }) => (ok ? { body } : { problem: readProblem(body) }),
  );

  it("sends JSON with its key and reads the reply", async () => {
    const fetched = vi.fn(async (_path: string, _init: RequestInit) => Response.json({ runId: "run_2" }));
    vi.stubGlobal("fetch", fetched);
    await expect(send(3, "key-1")).resolves.toEqual({ body: { runId: "run_2" } });
    expect(fetched).toHaveBeenCalledWith("/api/v1/x", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "key-1" },
      body: '{"seq":3}',
    });
  });

  it("reads the problem of a refusal, also of one that is no JSON", async () => {
    const refused = Response.json({ code: "conflict", title: "It has ended." }, { status: 409 });
    const replies = [refused, new Response("<html>", { status: 502 })];
    vi.stubGlobal("fetch", async () => replies.shift());
    await expect(send(3, "k")).resolves.toMatchObject({
      problem: { code: "conflict", message: "It has ended." },
    });
    await expect(send(3, "k")).resolves.toMatchObject({ problem: { code: "internal" } });
  });
});
