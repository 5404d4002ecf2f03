import { describe, expect, it, vi } from "vitest";
import { byText, toPageText } from "@/lib/client/page-text";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Json } from "@/lib/core/json";
import type { Log } from "@/lib/core/ports";
import { keyedCall, readPageText, toActionResult } from "./action-result";

const log = (): Log => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });

describe("attempt", () => {
  it("gives the value", async () => {
    expect(await toActionResult(log(), Promise.resolve(7))).toEqual({ ok: true, value: 7 });
  });

  it("gives what a person can fix as words, with the task each issue is about", async () => {
    const issues: Json = [
      { code: "x", message: "no such tool", taskId: "a" },
      { code: "y", message: "too long" },
    ];
    const failure = new DomainFailure(domainError("invalid_plan", "The plan cannot run.", { issues }));
    expect(await toActionResult(log(), Promise.reject(failure))).toEqual({
      ok: false,
      problem: {
        code: "invalid_plan",
        message: "The plan cannot run.",
        issues: ["a: no such tool", "too long"],
      },
    });
  });

  it.each<[Json | undefined]>([
    [undefined],
    ["none"],
    [{}],
    [{ issues: "many" }],
    [{ issues: ["bare", { message: 7 }] }],
  ])("names no issues where there are none to read: %j", async (details) => {
    const failure = new DomainFailure(domainError("not_found", "There is no such run.", details));
    expect(await toActionResult(log(), Promise.reject(failure))).toEqual({
      ok: false,
      problem: { code: "not_found", message: "There is no such run.", issues: [] },
    });
  });

  it("logs a fault of the server and keeps its words to itself", async () => {
    const watched = log();
    const done = await toActionResult(watched, Promise.reject(new Error("password=hunter2")));
    expect(JSON.stringify(done)).not.toContain("hunter2");
    expect(watched.error).toHaveBeenCalledOnce();
  });
});

describe("keyedCall", () => {
  it("makes the key the identity of the call, and the rest its input", async () => {
    const given = toPageText({ key: "k-1", runId: "run_1" });
    expect(await keyedCall(given)).toEqual({ commandId: "web_k-1", input: { runId: "run_1" } });
  });

  it("has all names of what was sent, those that React's wire leaves out among them", async () => {
    const value = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}');
    const action = vi.fn(keyedCall<{ key: string; value: object }>);
    const { input } = await byText(action)({ key: "k", value });
    expect(JSON.stringify(input.value)).toBe('{"__proto__":{"a":1},"constructor":2}');
    const [sent] = action.mock.calls[0] ?? [];
    expect(Object.keys(sent ?? {})).toEqual(["json"]);
  });

  it.each<[unknown]>([
    [undefined],
    [null],
    [7],
    [{}],
    [{ key: "" }],
    [{ key: "a\0" }],
    [{ key: "k".repeat(201) }],
    [{ key: [] }],
  ])("refuses %j, which no form sends", async (given) => {
    await expect(keyedCall(given as never)).rejects.toMatchObject({ code: "invalid_input" });
    const written = { json: JSON.stringify(given) } as never;
    await expect(keyedCall(written)).rejects.toMatchObject({ code: "invalid_input" });
  });

  it.each([["{"], [""], ["[".repeat(2_000) + "]".repeat(2_000)], ['{"key":"k","id":9007199254740993}']])(
    "refuses what is no JSON text that can be carried: %.40s",
    async (json) => {
      await expect(readPageText({ json })).rejects.toMatchObject({ code: "invalid_input" });
    },
  );
});
