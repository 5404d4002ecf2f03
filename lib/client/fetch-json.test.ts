import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchJson } from "./fetch-json";

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => void vi.unstubAllGlobals());

describe("fetchJson", () => {
  it("reads what a route says, by POST where it takes a question", async () => {
    fetched.mockImplementation(async () => Response.json({ decision: "ask" }));
    await expect(fetchJson("/a")).resolves.toEqual({ decision: "ask" });
    await fetchJson("/b", undefined, { tool: "deploy" });
    expect(fetched.mock.calls.map(([path, init]) => [path, init?.method, init?.body])).toEqual([
      ["/a", undefined, undefined],
      ["/b", "POST", '{"tool":"deploy"}'],
    ]);
  });

  it("throws the problem that a refusal names, and words of its own where it names none", async () => {
    const refusal = { code: "not_found", title: "There is no such run." };
    fetched.mockImplementationOnce(async () => Response.json(refusal, { status: 404 }));
    await expect(fetchJson("/a")).rejects.toMatchObject({
      ...{ message: "There is no such run.", code: "not_found", status: 404 },
    });
    fetched.mockImplementationOnce(async () => new Response("<html>", { status: 502 }));
    await expect(fetchJson("/a")).rejects.toMatchObject({ code: "internal", status: 502 });
  });

  it("says that the server could not be reached, but not of a request that was given up", async () => {
    fetched.mockImplementation(() => Promise.reject(new TypeError("fetch failed")));
    await expect(fetchJson("/a")).rejects.toMatchObject({ code: "unreachable", status: 0 });
    const stop = new AbortController();
    stop.abort();
    await expect(fetchJson("/a", stop.signal)).rejects.toThrow("fetch failed");
  });
});
