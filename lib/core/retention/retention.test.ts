import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, DEFAULT_RETENTION, overtakenKinds, purgeSteps, RETENTION_KINDS, settingsOf } from ".";

const FOR_EVER = { runs: null, payloads: null, live_text: null, blobs: null, drills: null };
const NOW = 1_800_000_000_000;

describe("purgeSteps", () => {
  it("removes nothing but live text unless somebody chose otherwise", () => {
    expect(purgeSteps(DEFAULT_RETENTION, NOW)).toEqual([{ kind: "live_text", beforeMs: NOW - DAY_MS }]);
    expect(purgeSteps(FOR_EVER, NOW)).toEqual([]);
  });

  it("takes whole runs first and blobs last, each by its own days", () => {
    expect(purgeSteps({ runs: 30, payloads: 10, live_text: 1, blobs: 2, drills: 4 }, NOW)).toEqual([
      { kind: "runs", beforeMs: NOW - 30 * DAY_MS },
      { kind: "payloads", beforeMs: NOW - 10 * DAY_MS },
      { kind: "live_text", beforeMs: NOW - DAY_MS },
      { kind: "blobs", beforeMs: NOW - 2 * DAY_MS },
      { kind: "drills", beforeMs: NOW - 4 * DAY_MS },
    ]);
  });

  it("never takes back what it made due: later moments only make more due", () => {
    const days = fc.option(fc.integer({ min: 1, max: 3_650 }), { nil: null });
    const settings = fc.record({ runs: days, payloads: days, live_text: days, blobs: days, drills: days });
    fc.assert(
      fc.property(settings, fc.nat(NOW), fc.nat(DAY_MS), (chosen, now, later) => {
        const before = purgeSteps(chosen, now);
        const after = purgeSteps(chosen, now + later);
        expect(after.map(({ kind }) => kind)).toEqual(before.map(({ kind }) => kind));
        for (const [n, step] of before.entries()) {
          expect(after[n]?.beforeMs).toBe(step.beforeMs + later);
          expect(step.beforeMs).toBeLessThan(now);
        }
      }),
    );
  });
});

describe("settingsOf", () => {
  it("is the defaults with what was chosen in their place", () => {
    expect(settingsOf([])).toEqual(DEFAULT_RETENTION);
    const chosen = settingsOf([
      { kind: "runs", keepDays: 90 },
      { kind: "live_text", keepDays: null },
    ]);
    expect(chosen).toEqual({ runs: 90, payloads: null, live_text: null, blobs: null, drills: null });
    expect(Object.keys(chosen).sort()).toEqual([...RETENTION_KINDS].sort());
  });
});

describe("overtakenKinds", () => {
  it.each([
    [{ ...FOR_EVER }, []],
    [{ ...FOR_EVER, payloads: 5 }, []],
    [{ ...FOR_EVER, runs: 30 }, ["payloads", "live_text"]],
    [{ ...FOR_EVER, runs: 30, payloads: 30, live_text: 29 }, ["payloads"]],
    [{ ...FOR_EVER, runs: 30, payloads: 29, live_text: 1 }, []],
  ])("%j: %j", (settings, expected) => {
    expect(overtakenKinds(settings)).toEqual(expected);
  });
});
