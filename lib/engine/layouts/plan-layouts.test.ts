import { describe, expect, it } from "vitest";
import type { RunState } from "@/lib/core/run/state";
import { createManualClock } from "@/lib/testing/manual-clock";
import { silentLog } from "@/lib/testing/silent-log";
import { layOutUnseen, type PlanLayouts } from "./plan-layouts";

const runOf = (tasks: number) =>
  ({ runId: "r", order: Array.from({ length: tasks }, (_, n) => `t${n}`) }) as unknown as RunState;

function here() {
  const asked: number[] = [];
  const layouts: PlanLayouts = {
    async make(state) {
      asked.push(state.order.length);
      throw new Error("no memory");
    },
    prepare() {},
  };
  const [clock, stop] = [createManualClock(), new AbortController()];
  return { asked, clock, stop, adopted: layOutUnseen(layouts, { clock, log: silentLog, stop: stop.signal }) };
}

describe("the plan of a run that nobody has opened", () => {
  it("is laid out when those who opened it at once have had it laid out, if it is large", async () => {
    const { asked, clock, adopted } = here();
    for (const tasks of [3, 120]) adopted(runOf(tasks));
    await clock.advance(4_999);
    expect(asked).toEqual([]);
    await clock.advance(1);
    expect(asked).toEqual([120]);
  });

  it("is left alone by a process that ends", async () => {
    const { asked, clock, stop, adopted } = here();
    adopted(runOf(120));
    stop.abort();
    await clock.advance(10_000);
    expect(asked).toEqual([]);
  });
});
