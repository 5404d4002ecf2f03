import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { apiProblem } from "./call";
import { byRoute, idempotencyKeys, mutationOf, type Send } from "./mutation";

const refused = (code: string) => apiProblem("Not now.", { code, status: 409 });

function counting() {
  let count = 0;
  return idempotencyKeys(() => {
    count += 1;
    return `key-${count}`;
  });
}

function world(send: Send<string, object>) {
  const client = new QueryClient();
  const act = mutationOf({ send, invalidates: [["runs"], ["inbox", "open"]] }, counting(), client);
  return { client, act, observer: new MutationObserver(client, act) };
}

describe("mutationOf", () => {
  it("is pending with its input until the reply is there", async () => {
    let reply = (_: object) => {};
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

  it("is under way until the page that it changed is read again, and has it read after a refusal too", async () => {
    const order: string[] = [];
    const reload = async () => void order.push("reloaded");
    const send = vi.fn<Send<string, object>>(async () => ({}));
    const act = mutationOf({ send, reload }, counting(), new QueryClient());
    const observer = new MutationObserver(new QueryClient(), act);
    await observer.mutate("save").then(() => order.push("done"));
    send.mockImplementation(() => Promise.reject(refused("conflict")));
    await observer.mutate("save").catch(() => order.push("refused"));
    send.mockImplementation(() => Promise.reject(refused("unavailable")));
    await observer.mutate("save").catch(() => order.push("lost"));
    expect(order).toEqual(["reloaded", "done", "reloaded", "refused", "lost"]);
  });

  it("fails with the refusal, and reads nothing again", async () => {
    const { client, observer } = world(() => Promise.reject(refused("conflict")));
    const again = vi.spyOn(client, "invalidateQueries");
    await expect(observer.mutate("save")).rejects.toMatchObject({ code: "conflict", message: "Not now." });
    expect(again).not.toHaveBeenCalled();
  });

  it("fails after one try where no reply comes or none that can be read, in its own words if it has any", async () => {
    const send = vi.fn(() => Promise.reject(new SyntaxError("cut short")));
    const { client, observer } = world(send);
    const again = vi.spyOn(client, "invalidateQueries");
    const message = "Could not reach the server. Try again.";
    await expect(observer.mutate("save")).rejects.toMatchObject({ code: "unreachable", message, issues: [] });
    expect(send).toHaveBeenCalledOnce();
    expect(again).not.toHaveBeenCalled();
    const act = mutationOf({ send, unreachable: "Still here." }, counting(), client);
    await expect(new MutationObserver(client, act).mutate("save")).rejects.toThrow("Still here.");
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

  it.each<[string, object | Error, string[]]>([
    ["keeps its key when the reply was lost", new TypeError("lost"), ["key-1", "key-1"]],
    ["keeps its key when the server failed on the way", refused("internal"), ["key-1", "key-1"]],
    [
      "keeps its key when the server took too long, or lost its database on the way",
      refused("unavailable"),
      ["key-1", "key-1"],
    ],
    ["takes a new key after a refusal", refused("conflict"), ["key-1", "key-2"]],
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

describe("byRoute", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("calls the route with its input under the key", async () => {
    const fetched = vi.fn(async (_path: string, _init: RequestInit) => Response.json({ runId: "run_2" }));
    vi.stubGlobal("fetch", fetched);
    const send = byRoute("POST /api/v1/runs/{id}/fork");
    await expect(send({ id: "run_1", fromSeq: 3 }, "key-1")).resolves.toEqual({ runId: "run_2" });
    expect(fetched).toHaveBeenCalledWith("/api/v1/runs/run_1/fork", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "key-1" },
      body: '{"fromSeq":3}',
    });
  });
});
