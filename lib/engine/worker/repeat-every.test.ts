import { expect, it } from "vitest";
import { createManualClock, settled } from "@/lib/testing/manual-clock";
import { silentLog } from "@/lib/testing/silent-log";
import { repeatEvery } from "./repeat-every";

/** Work that notes when it is done, and fails when it should. */
function world(fails: (time: number) => boolean = () => false) {
  const clock = createManualClock();
  const stop = new AbortController();
  const times: number[] = [];
  const warnings: unknown[] = [];
  const log = { ...silentLog, warn: (facts: object, text: string) => warnings.push([facts, text]) };
  const work = async () => {
    times.push(clock.nowMs());
    if (fails(times.length)) throw new Error(`time ${times.length}`);
  };
  const done = repeatEvery(100, work, { clock, log, signal: stop.signal, name: "The sweep" });
  return { clock, stop, times, warnings, done };
}

it("repeatEvery works at once and after each pause, until its signal fires", async () => {
  const { clock, stop, times, done } = world();
  await clock.advance(250);
  expect(times).toEqual([0, 100, 200]);
  stop.abort();
  await done;
  await clock.advance(1_000);
  expect(times).toHaveLength(3);
});

it("repeatEvery logs what is thrown, and continues", async () => {
  const { clock, stop, times, warnings } = world((time) => time === 2);
  await clock.advance(200);
  stop.abort();
  await settled();
  expect(times).toEqual([0, 100, 200]);
  expect(warnings).toEqual([[{ err: new Error("time 2") }, "The sweep failed; it will be repeated"]]);
});

it("repeatEvery says nothing of work that fails because it was stopped, and begins none after", async () => {
  const stop = new AbortController();
  const warnings: unknown[] = [];
  const options = {
    clock: createManualClock(),
    signal: stop.signal,
    name: "The sweep",
    log: { ...silentLog, warn: (facts: object) => warnings.push(facts) },
  };
  let times = 0;
  const work = () => {
    times += 1;
    stop.abort();
    return Promise.reject(new Error("stopped"));
  };
  await repeatEvery(100, work, options);
  await repeatEvery(100, work, options);
  expect([times, warnings]).toEqual([1, []]);
});
