import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "@/lib/testing/scaled";
import type { Span } from "./rows";
import { durationOf, timeScale } from "./scale";

describe("timeScale", () => {
  const busy = (...spans: Span[]) => ({
    rows: [
      {
        taskId: "a",
        attempts: spans.map((span, index) => ({
          attempt: index + 1,
          outcome: undefined,
          calls: [],
          waits: [],
          ...span,
        })),
      },
    ],
    calls: [],
    waits: [],
    versions: [],
  });

  it("is even where something is always at work", () => {
    const scale = timeScale(busy({ from: 0, to: 1_000 }), { from: 0, now: 1_000 });
    expect([0, 250, 1_000, 5_000].map(scale.xOf)).toEqual([0, 0.25, 1, 1]);
    expect(scale).toMatchObject({ cuts: [], hiddenMs: 0 });
    expect(scale.atOf(0.25)).toBe(250);
  });

  it("draws a long wait short and says what is not drawn; what runs on counts as work", () => {
    const spans = [
      { from: 0, to: 500 },
      { from: 10_500, to: undefined },
    ];
    const scale = timeScale(busy(...spans), { from: 0, now: 11_000 });
    expect(scale.cuts).toEqual([{ from: 500, to: 10_500, hiddenMs: 9_920 }]);
    expect(scale.hiddenMs).toBe(9_920);
    expect(scale.xOf(10_500) - scale.xOf(500)).toBeCloseTo(80 / 1_080);
    expect(scale.atOf(scale.xOf(5_500))).toBeCloseTo(5_500);
  });

  it("takes the wait of a task for one where nothing else works, and cuts it at the ends too", () => {
    const timeline = busy({ from: 1_000, to: 9_000 });
    timeline.rows[0]?.attempts[0]?.waits.push({ kind: "person", from: 2_000, to: 9_000 } as never);
    const scale = timeScale(timeline, { from: 0, now: 20_000 });
    expect(scale.cuts.map(({ from, to }) => [from, to])).toEqual([
      [0, 1_000],
      [2_000, 20_000],
    ]);
    const beside = { ...timeline, calls: [{ kind: "model" as const, from: 2_000, to: 9_000 }] };
    expect(timeScale(beside, { from: 0, now: 9_000 }).cuts.map(({ to }) => to)).toEqual([1_000]);
  });

  it("cuts nothing while nothing has worked, and has a length from the first moment on", () => {
    const scale = timeScale(busy(), { from: 100, now: 100 });
    expect([scale.cuts, scale.xOf(100), scale.xOf(101), scale.atOf(0)]).toEqual([[], 0, 1, 100]);
  });

  it("goes from moments to places and back, in order, whatever happened when", () => {
    const span = fc.record({ from: fc.nat(100_000), ms: fc.nat(5_000) });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), fc.array(fc.nat(110_000)), (spans, moments) => {
        const worked = spans.map(({ from, ms }) => ({ from, to: from + ms }));
        const scale = timeScale(busy(...worked), { from: 0, now: 110_000 });
        const places = moments.toSorted((a, b) => a - b).map(scale.xOf);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        for (const at of moments) expect(scale.atOf(scale.xOf(at))).toBeCloseTo(at, 3);
      }),
      { numRuns: scaled(200) },
    );
  });
});

describe("durationOf", () => {
  it("counts what overlaps once, and what lasts up to now", () => {
    const spans = [
      { from: 0, to: 100 },
      { from: 50, to: 150 },
      { from: 200, to: undefined },
    ];
    expect(durationOf(spans, 260)).toBe(210);
  });
});
