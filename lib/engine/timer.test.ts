import { describe, expect, it } from "vitest";
import { createManualClock } from "@/lib/testing/manual-clock";
import { createTimer } from "./timer";

function world() {
  const clock = createManualClock();
  const due: number[] = [];
  return { clock, due, timer: createTimer(clock, () => due.push(clock.nowMs())) };
}

describe("a timer", () => {
  it("is due once, at the moment that it was set to last", async () => {
    const { clock, due, timer } = world();
    timer.set(100);
    timer.set(300);
    await clock.advance(1_000);
    expect(due).toEqual([300]);
  });

  it("stays silent when it is set to no moment", async () => {
    const { clock, due, timer } = world();
    timer.set(100);
    timer.set(undefined);
    await clock.advance(1_000);
    expect([due, clock.nextMs()]).toEqual([[], undefined]);
  });

  it("is due at once for a moment that has passed, and looks within the hour for one that is far off", async () => {
    const { clock, due, timer } = world();
    timer.set(-50);
    await clock.advance(10);
    timer.set(90_000_000);
    await clock.advance(90_000_000);
    expect(due).toEqual([0, 3_600_010]);
  });
});
