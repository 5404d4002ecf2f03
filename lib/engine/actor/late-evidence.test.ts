import { describe, expect, it } from "vitest";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Command } from "@/lib/core/run/commands";
import { storeValue } from "@/lib/core/stored-value";
import { createManualClock, settled } from "@/lib/testing/manual-clock";
import type { PayloadRows, RunStore, Submission, ToolCallRow } from "../types";
import { isFinalRefusal, submitLateEvidence } from "./late-evidence";

const KEY = "attempt:t:1";
const CALL = { key: KEY, taskId: "t", attempt: 1, step: 2, callId: "c" };
const actor = { kind: "worker", id: "w" } as const;
const submission = (id: string, command: Command, rows?: PayloadRows): Submission => ({
  envelope: { id, actor, command },
  ...(rows && { rows }),
});
const rowsOf = (...sideEffects: string[]): PayloadRows => ({
  toolCalls: sideEffects.map(
    (one): ToolCallRow => ({
      ...CALL,
      idempotencyKey: "i",
      tool: "pay",
      sideEffects: one,
      args: {},
      status: "finished",
      ok: true,
    }),
  ),
});
type Finished = Extract<Command, { type: "tool_finished" }>;
const finished = (more: Partial<Finished> = {}): Finished => ({
  type: "tool_finished",
  ...CALL,
  tool: "pay",
  ok: true,
  latencyMs: 1,
  ...more,
});
const VALUE = storeValue(1).stored;

/** A run store that fails in these ways, one after the other, and then takes what it is given. */
function world(...failures: unknown[]) {
  const clock = createManualClock();
  const given: { atMs: number; runId: string; submissions: Submission[] }[] = [];
  const warnings: unknown[] = [];
  const runStore = {
    transition(runId: string, submissions: Submission[]) {
      given.push({ atMs: clock.nowMs(), runId, submissions });
      return failures.length > 0 ? Promise.reject(failures.shift()) : Promise.resolve();
    },
  } as unknown as RunStore;
  const log = {
    debug() {},
    info() {},
    error() {},
    warn: (facts: object, text: string) => warnings.push([facts, text]),
  };
  const submit = (...submissions: Submission[]) =>
    submitLateEvidence({ runStore, clock, log, runId: "run" }, submissions);
  return { clock, given, warnings, submit };
}

describe("submitLateEvidence", () => {
  it("gives the ends of calls that changed something outside, as reports of their own", async () => {
    const { given, submit, warnings } = world();
    const written = rowsOf("write");
    const external = rowsOf("read", "external");
    const notBegun = submission("n", { type: "call_not_begun", ...CALL } as Command, rowsOf("write"));
    await submit(
      submission("w", finished({ output: VALUE }), written),
      submission("x", finished({ ok: false, error: "refused" }), external),
      submission("r", finished(), rowsOf("read")),
      submission("o", finished(), {}),
      submission("p", finished()),
      submission("g", { type: "cancel_reservation", reservationId: "r" }, written),
      notBegun,
    );
    const report = { type: "call_ended_late", ...CALL };
    expect(given).toEqual([
      {
        atMs: 0,
        runId: "run",
        submissions: [
          {
            envelope: { id: "w-late", actor, command: { ...report, value: VALUE } },
            rows: written,
          },
          { envelope: { id: "x-late", actor, command: { ...report, error: "refused" } }, rows: external },
          { envelope: notBegun.envelope },
        ],
      },
    ]);
    expect(warnings).toEqual([]);
  });

  it("asks nothing of the run where there is none", async () => {
    const { given, submit } = world();
    await submit(submission("r", finished(), rowsOf("read")));
    await submit();
    expect(given).toEqual([]);
  });

  it("tries again with longer and longer delays, and says so", async () => {
    const away = new Error("away");
    const unavailable = new DomainFailure(domainError("unavailable", "Not now."));
    const { clock, given, warnings, submit } = world(away, unavailable, ...Array(6).fill(away));
    const done = submit(submission("w", finished(), rowsOf("write")));
    for (let n = 0; n < 8; n += 1) await clock.advance(6_000);
    await done;
    const gaps = given.slice(1).map(({ atMs }, n) => atMs - (given[n]?.atMs ?? 0));
    expect(gaps).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000]);
    expect(warnings).toHaveLength(8);
    expect(warnings[0]).toEqual([
      { runId: "run", err: away, tries: 1 },
      "The late end of a tool call could not be told",
    ]);
  });

  it("gives up after two hundred tries, and at once where a repeat changes nothing", async () => {
    const hopeless = world(...Array(300).fill(new Error("away")));
    const done = hopeless.submit(submission("w", finished(), rowsOf("write")));
    await hopeless.clock.advance(3_600_000);
    await done;
    expect(hopeless.given).toHaveLength(200);
    const refused = world(new DomainFailure(domainError("lease_lost", "Gone.")));
    await refused.submit(submission("w", finished(), rowsOf("write")));
    await settled();
    expect([refused.given.length, refused.warnings.length]).toEqual([1, 1]);
  });
});

it("isFinalRefusal is true of refusals that no repeat can change", () => {
  const failures = [
    new DomainFailure(domainError("lease_lost", "Gone.")),
    new DomainFailure(domainError("unavailable", "Not now.")),
    new Error("away"),
    undefined,
  ];
  expect(failures.map(isFinalRefusal)).toEqual([true, false, false, false]);
});
