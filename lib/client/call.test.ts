import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call, routeAddress } from "./call";

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => void vi.unstubAllGlobals());

const replied = (status: number, body: object) =>
  fetched.mockImplementationOnce(async () => Response.json(body, { status }));
const me = () => call("GET /api/v1/me", {});

describe("call", () => {
  it("asks by the path, and the query where the route reads", async () => {
    fetched.mockImplementation(async () => Response.json({ items: [] }));
    await expect(call("GET /api/v1/runs/{id}/family", { id: "run_/1?" })).resolves.toEqual({ items: [] });
    await call("GET /api/v1/runs", { status: ["failed", "aborted"], text: "", tag: undefined, limit: 5 });
    expect(fetched.mock.calls).toEqual([
      ["/api/v1/runs/run_%2F1%3F/family", {}],
      ["/api/v1/runs?status=failed%2Caborted&limit=5", {}],
    ]);
    expect(routeAddress("GET /api/v1/runs", { text: "a&b" })).toBe("/api/v1/runs?text=a%26b");
  });

  it("sends what the path does not name as JSON, under its key", async () => {
    fetched.mockImplementation(async () => Response.json({}));
    const input = { id: "r-1", type: "pause" as const };
    const { signal } = new AbortController();
    await call("POST /api/v1/runs/{id}/commands", input, { key: "key-1", signal });
    expect(fetched).toHaveBeenCalledWith("/api/v1/runs/r-1/commands", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "key-1" },
      body: '{"type":"pause"}',
      signal,
    });
  });

  it("throws the problem of a refusal with its issues, and words of its own where there is none", async () => {
    const issues = [
      { taskId: "t1", message: "unknown tool" },
      { message: "too long" },
      { message: "too long" },
      {},
    ];
    replied(422, { code: "invalid_plan", title: "The plan has 2 errors.", details: { issues } });
    await expect(me()).rejects.toMatchObject({
      message: "The plan has 2 errors.",
      code: "invalid_plan",
      status: 422,
      details: { issues },
      issues: ["t1: unknown tool", "too long"],
    });
    fetched.mockImplementationOnce(async () => new Response("<html>", { status: 502 }));
    await expect(me()).rejects.toMatchObject({ code: "internal", status: 502, issues: [] });
  });

  it("says that the server could not be reached, but not of a request that was given up", async () => {
    fetched.mockImplementation(() => Promise.reject(new TypeError("fetch failed")));
    await expect(me()).rejects.toMatchObject({ code: "unreachable", status: 0 });
    fetched.mockImplementationOnce(async () => new Response('{"id":'));
    await expect(me()).rejects.toMatchObject({ code: "unreachable" });
    const stop = new AbortController();
    stop.abort();
    await expect(call("GET /api/v1/me", {}, { signal: stop.signal })).rejects.toThrow("fetch failed");
  });
});
