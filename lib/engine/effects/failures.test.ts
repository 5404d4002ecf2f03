import { describe, expect, it } from "vitest";
import type { EffectContext } from "./effect";
import {
  blockedAttempt,
  failedAttempt,
  failedCallReason,
  infrastructureFailure,
  reflectionStop,
  statedDiagnosis,
  stopReason,
  unreadableAttempt,
} from "./failures";

const attempt = { key: "k", taskId: "t", attempt: 2 };
const context = attempt as EffectContext;
const long = "x".repeat(2_000);
const cut = (chars: number) => "x".repeat(chars);

describe("infrastructureFailure", () => {
  it("is reported without a suffix, so that it may come again, with as much as is known", () => {
    expect(infrastructureFailure(context, { code: "timeout", message: long })).toEqual([
      {
        suffix: "",
        command: { type: "effect_failed", key: "k", error: { code: "timeout", message: cut(1_000) } },
      },
    ]);
    const known = { code: "quota", message: "none left", retryAfterMs: 0, modelId: "p:a" };
    expect(infrastructureFailure(context, known, { isFollowed: true })[0]?.command).toEqual({
      type: "effect_failed",
      key: "k",
      error: { code: "quota", message: "none left" },
      retryAfterMs: 0,
      model: "p:a",
      isFollowed: true,
    });
  });
});

describe("the end of an attempt", () => {
  it("that failed says why, with its checks and rows where there are some", () => {
    const diagnosis = statedDiagnosis("no");
    expect(failedAttempt(context, { code: "error", diagnosis })).toEqual([
      {
        suffix: "end",
        command: { type: "attempt_failed", ...attempt, checks: [], code: "error", diagnosis },
      },
    ]);
    const checks = [{ layer: "schema", outcome: "passed" } as const];
    expect(failedAttempt(context, { code: "check_failed", diagnosis, checks }, { blobs: [] })).toEqual([
      {
        suffix: "end",
        command: { type: "attempt_failed", ...attempt, checks, code: "check_failed", diagnosis },
        rows: { blobs: [] },
      },
    ]);
  });

  it("whose model was never readable holds the problem, and a blocked one its reason", () => {
    expect(unreadableAttempt(context, { problem: long })[0]?.command).toEqual({
      type: "attempt_failed",
      ...attempt,
      checks: [],
      code: "error",
      diagnosis: { code: "unreadable_answer", text: cut(1_000) },
    });
    const diagnosis = statedDiagnosis(long);
    expect(diagnosis).toEqual({ code: "stated", text: cut(1_000) });
    expect(blockedAttempt(context, diagnosis)).toEqual([
      { suffix: "end", command: { type: "attempt_blocked", ...attempt, diagnosis } },
    ]);
  });
});

describe("why a call gave nothing", () => {
  const unreadable = { ok: false, code: "unreadable", problem: long } as const;
  const failed = { ok: false, code: "quota", message: long } as const;
  const noBudget = { ok: false, code: "no_budget", message: "no room" } as const;
  it("is the model's, its provider's or the budget's, as far as events hold it", () => {
    expect([failedCallReason(unreadable), failedCallReason(unreadable, 7)]).toEqual([
      { code: "unreadable_answer", text: cut(1_000) },
      { code: "unreadable_answer", text: cut(7) },
    ]);
    expect([failedCallReason(failed), failedCallReason(failed, 9), failedCallReason(noBudget)]).toEqual([
      { code: "model_failed", failure: "quota", text: cut(1_000) },
      { code: "model_failed", failure: "quota", text: cut(9) },
      { code: "no_room_for_call" },
    ]);
  });

  it("stops a reflection as its budget does, or otherwise", () => {
    expect(reflectionStop(noBudget, "revision_failed")).toEqual({
      stopped: "budget",
      reason: { code: "no_room_for_call" },
    });
    expect(reflectionStop(failed, "revision_failed")).toEqual({
      stopped: "revision_failed",
      reason: { code: "model_failed", failure: "quota", text: cut(500) },
    });
  });
});

describe("stopReason", () => {
  it("counts actions that cannot be read, with the last of them", () => {
    const invalid = { reason: "invalid_actions", answer: null, count: 3 } as const;
    expect(stopReason(invalid)).toEqual({ code: "invalid_actions", count: 3 });
    expect(stopReason({ ...invalid, last: long }, ["f"])).toEqual({
      code: "invalid_actions",
      count: 3,
      last: cut(1_000),
    });
  });

  it("names the budget that was spent, and what raises it", () => {
    const budget = { counter: "maxTurns", used: 3, asked: 1, limit: 3 } as const;
    const spent = { reason: "budget_exhausted", answer: null, budget } as const;
    expect(stopReason(spent)).toEqual({ code: "attempt_budget", ...budget });
    expect(stopReason(spent, ["settings.maxTurns"])).toMatchObject({ raisedBy: ["settings.maxTurns"] });
  });
});
