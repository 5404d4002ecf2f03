import { describe, expect, it } from "vitest";
import { createQuotas, QUOTAS, type QuotaLimits, type QuotaStanding } from "./quotas";

const ada = { id: "ada", workspaceId: "local" };

function quotasAt(limits: QuotaLimits | "off") {
  let now = 1_000_000;
  const quotas = createQuotas(limits, { nowMs: () => now });
  return {
    ...quotas,
    wait(ms: number) {
      now += ms;
    },
  };
}

const refusal = (seconds: number) =>
  expect.objectContaining({
    code: "too_many_requests",
    details: expect.objectContaining({ retryAfterSeconds: seconds }),
  });

describe("what comes back by the minute", () => {
  it("may be taken at once, and again as time passes", () => {
    const quotas = quotasAt({ runsPerMinute: 6 });
    const create = (count = 1) => quotas.spend(ada, "runsPerMinute", count);
    create(6);
    expect(() => create()).toThrow(refusal(10));
    quotas.wait(9_999);
    expect(() => create()).toThrow(refusal(1));
    quotas.wait(1);
    create();
    expect(() => create(2)).toThrow(refusal(20));
    quotas.wait(3_600_000);
    create(6);
    expect(() => create()).toThrow(refusal(10));
  });

  it("is each person's own, in each workspace and of each kind", () => {
    const quotas = quotasAt({ runsPerMinute: 1 });
    quotas.spend(ada, "runsPerMinute", 1);
    quotas.spend({ ...ada, id: "bob" }, "runsPerMinute", 1);
    quotas.spend({ ...ada, workspaceId: "other" }, "runsPerMinute", 1);
    quotas.spend(ada, "planBytesPerMinute", 1);
    expect(() => quotas.spend(ada, "runsPerMinute", 1)).toThrow(refusal(60));
  });

  it("does not refuse for ever what is larger than all of it, nor grow when the clock is set back", () => {
    const quotas = quotasAt({ uploadBytesPerMinute: 100 });
    quotas.spend(ada, "uploadBytesPerMinute", 1_000);
    quotas.wait(-3_600_000);
    expect(() => quotas.spend(ada, "uploadBytesPerMinute", 1)).toThrow(refusal(1));
    quotas.wait(60_000);
    quotas.spend(ada, "uploadBytesPerMinute", 1_000);
  });
});

describe("what is held", () => {
  it("is so many at the same time, until each is let go", () => {
    const quotas = quotasAt({ streams: 2 });
    const [first, second] = [new AbortController(), new AbortController()];
    for (const { signal } of [first, second]) quotas.hold(ada, "streams", signal);
    const third = new AbortController();
    expect(() => quotas.hold(ada, "streams", third.signal)).toThrow(refusal(10));
    first.abort();
    first.abort();
    quotas.hold(ada, "streams", third.signal);
    expect(() => quotas.hold(ada, "streams", new AbortController().signal)).toThrow(refusal(10));
  });

  it("counts nothing that has ended before it began", () => {
    const quotas = quotasAt({ streams: 1 });
    quotas.hold(ada, "streams", AbortSignal.abort());
    quotas.hold(ada, "streams", new AbortController().signal);
  });
});

describe("what a quota tells", () => {
  it("is what it leaves, and when all of it is there again, also as it refuses", () => {
    const told: QuotaStanding[] = [];
    const quotas = quotasAt({ planBytesPerMinute: 60 });
    const telling = quotas.telling((standing) => told.push(standing));
    telling.spend(ada, "planBytesPerMinute", 45);
    quotas.wait(500);
    expect(() => telling.spend(ada, "planBytesPerMinute", 16)).toThrow(refusal(1));
    const facts = { quota: "planBytesPerMinute", limit: 60 };
    expect(told).toEqual([
      { ...facts, left: 15, fullInSeconds: 45 },
      { ...facts, left: 15, fullInSeconds: 45 },
    ]);
    // The counts are the same: what was told of one is no quota of its own.
    expect(() => quotas.spend(ada, "planBytesPerMinute", 16)).toThrow(refusal(1));
  });

  it("is the room that is left where no time brings it back, and nothing without a limit", async () => {
    const told: QuotaStanding[] = [];
    const tell = (standing: QuotaStanding) => void told.push(standing);
    const telling = quotasAt({ streams: 1, openRuns: 5 }).telling(tell);
    telling.hold(ada, "streams", new AbortController().signal);
    expect(() => telling.hold(ada, "streams", new AbortController().signal)).toThrow(refusal(10));
    await telling.requireRoom("openRuns", async () => 2);
    expect(told).toEqual([
      { quota: "streams", limit: 1, left: 0 },
      { quota: "streams", limit: 1, left: 0 },
      { quota: "openRuns", limit: 5, left: 2 },
    ]);
    const off = quotasAt("off").telling(() => expect.unreachable());
    off.spend(ada, "runsPerMinute", 1);
    off.hold(ada, "streams", new AbortController().signal);
  });
});

describe("limits", () => {
  it("are those of the table unless others are set, and none when they are off", async () => {
    const { limit } = QUOTAS.openRuns;
    await quotasAt({}).requireRoom("openRuns", async () => limit - 1);
    await expect(quotasAt({}).requireRoom("openRuns", async () => limit)).rejects.toThrow(refusal(10));
    const off = quotasAt("off");
    await off.requireRoom("openRuns", () => Promise.reject(new Error("nobody asks")));
    off.spend(ada, "runsPerMinute", 1e12);
    off.hold(ada, "streams", new AbortController().signal);
  });
});
