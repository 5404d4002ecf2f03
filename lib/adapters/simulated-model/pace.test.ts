import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RunEvent } from "@/lib/core/run/events";
import { runSettings } from "@/lib/core/run/settings";
import { sampleSettings } from "@/lib/core/scenarios";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { missionOf } from "@/lib/testing/engine/play-story";
import { settled } from "@/lib/testing/manual-clock";
import { openSimulatedModel, SIMULATED_MODEL_ID } from "@/lib/testing/models/simulated-model";
import { builtInTools, createToolbox } from "@/lib/tools";
import { readRows } from "@/scripts/bench/results";
import { systemClock } from "../clock";
import { NATURAL_PACE } from "./pace";

/** From a fresh start to the first decision that a person has to take. */
const FIRST_DECISION_S = 90;
/** The measured tour has the machine's time as well: of what it takes, the sample's own pace is at least so much. */
const PACED_SHARE = 1 / 2;

const readme = readFileSync("README.md", "utf8").replace(/\s+/g, " ");
const NAMED: Record<string, number> = {
  "ten seconds": 10,
  "15 seconds": 15,
  "half a minute": 30,
  "a minute": 60,
  "a minute and a half": 90,
};

/** The times that the README says there, in seconds. Throws where it says none, or one in words that are not known here. */
function saidTimes(where: RegExp): number[] {
  const [, ...said] = where.exec(readme) ?? [];
  const seconds = said.map((words) => NAMED[words]).filter((one) => one !== undefined);
  if (seconds.length === 0 || seconds.length < said.length)
    throw new Error(`README.md says no such time: ${where}`);
  return seconds;
}

/**
 * Plays the sample that the README tells of as `npm start` does, until it asks a person: on the real engine over a memory
 * store, with the pauses of model and tools, on timers that pass as soon as nothing else is to do. A minute of it takes
 * seconds and is the same on every machine; a server and a browser would add what that machine takes, which
 * `npm run bench -- tour` measures.
 */
async function playToGate(): Promise<readonly RunEvent[]> {
  const engine = createMemoryEngine({
    model: openSimulatedModel(NATURAL_PACE),
    tools: createToolbox(builtInTools(systemClock, systemClock)),
  });
  const settings = { ...runSettings.parse({}), ...sampleSettings("fraud-model") };
  const models = { default: SIMULATED_MODEL_ID };
  await engine.create(missionOf("fraud-model"), undefined, { ...settings, models });
  const actor = await engine.lease();
  let isParked = false;
  void actor.ended.then(() => {
    isParked = true;
  });
  while (!isParked) {
    await settled();
    if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
  }
  return engine.store.events(RUN_ID);
}

describe("the first visit that the README tells of", () => {
  let log: readonly RunEvent[] = [];
  /** Seconds from the start of the sample to each event of a type. */
  const timesOf = (type: RunEvent["type"]) => {
    const startedAt = log[0]?.at ?? 0;
    return log.filter((event) => event.type === type).map(({ at }) => (at - startedAt) / 1_000);
  };
  const holds = () => {
    const decided = timesOf("review_decided");
    return timesOf("review_proposed").map((at, n) => Math.round(((decided[n] ?? 0) - at) * 1_000) / 1_000);
  };
  const gateS = () => timesOf("approval_opened")[0] ?? Number.POSITIVE_INFINITY;
  const gateWithApplyNowS = () => gateS() - holds().reduce((sum, one) => sum + one, 0);
  const planS = () => timesOf("plan_version_adopted")[0] ?? Number.POSITIVE_INFINITY;

  beforeAll(async () => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
    });
    log = await playToGate();
  }, 60_000);
  afterAll(() => void vi.useRealTimers());

  it("has its plan in the time that it says", () => {
    const [within = 0] = saidTimes(/Within about (.+?) there is a plan/);
    expect(planS()).toBeLessThan(within);
  });

  it("holds each of three decisions for as long as it says", () => {
    const [held] = saidTimes(/Its decision is held for (.+?), in which you can override it/);
    expect(holds()).toEqual([held, held, held]);
  });

  it("asks a person when it says, sooner with Apply now, and in time from a fresh start", () => {
    const where =
      /gate before production, (.+?) to (.+?) after its start, or (.+?) with \*Apply now\*: \*\*it waits for you/;
    const [least = 0, most = 0, withApplyNow = 0] = saidTimes(where);
    expect(gateS()).toBeGreaterThan(least);
    expect(gateS()).toBeLessThan(most);
    expect(gateWithApplyNowS()).toBeLessThan(withApplyNow);
    expect(gateWithApplyNowS()).toBeGreaterThan(withApplyNow * PACED_SHARE);
    const startS = Number(tour("tour of five minutes").figures?.startS);
    expect(startS + gateS()).toBeLessThan(FIRST_DECISION_S);
  });

  it("was measured with the pace that it has", () => {
    for (const [paced, { value }] of [
      [planS(), tour("to a plan")],
      [gateWithApplyNowS(), tour("to the gate before production, with Apply now")],
    ] as const) {
      expect(value).toBeGreaterThan(paced);
      expect(paced).toBeGreaterThan(value * PACED_SHARE);
    }
    const [, waits] = /this makes you wait (\d+) seconds/.exec(readme) ?? [];
    expect(Number(waits)).toBe(Math.round(tour("tour of five minutes").value));
  });
});

/** What was measured of the tour, by the end of its name. */
function tour(name: string) {
  const row = readRows("tour").find((one) => one.row.includes(name));
  if (!row) throw new Error(`The tour was not measured: ${name}`);
  return row;
}
