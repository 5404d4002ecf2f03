import { describe, expect, it, vi } from "vitest";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Json } from "@/lib/core/json";
import type { Log } from "@/lib/core/ports";
import { keyedCall, toActionResult } from "./action-result";

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
    const given = { key: "k-1", runId: "run_1" };
    expect(await keyedCall(given)).toEqual({ commandId: "web_k-1", input: { runId: "run_1" } });
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
  });
});
