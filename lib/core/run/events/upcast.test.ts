import { describe, expect, test } from "vitest";
import { fold } from "..";
import { type RunEvent, readEvent } from ".";
import { EVENT_VERSION, type StoredEvent, UPCASTERS, type Upcasters, upcast } from "./upcast";

const envelope = { run: "run_1", at: 1, actor: { kind: "system" }, commandId: "c", planVersion: 1 };
const stored = (type: string, v: number, payload: StoredEvent["payload"], seq = 7) => ({
  ...{ ...envelope, seq, type, v, payload },
});

describe("an old event", () => {
  const steps: Upcasters = {
    moved: { 0: ({ x }) => ({ place: { x: x ?? 0 } }), 2: (payload) => ({ ...payload, unit: "m" }) },
  };

  test.each([
    ["moved", 0, { x: 3 }, { place: { x: 3 }, unit: "m" }],
    ["moved", 1, { place: { x: 3 } }, { place: { x: 3 }, unit: "m" }],
    ["moved", 3, { place: { x: 3 } }, { place: { x: 3 } }],
    ["other", 0, { x: 3 }, { x: 3 }],
  ])("%s of version %i goes through every version after it", (type, v, payload, now) => {
    expect(upcast(stored(type, v, payload), steps, 3)).toEqual(stored(type, 3, now));
  });

  test("is left as it is in the store: the row is not changed", () => {
    const row = Object.freeze(stored("moved", 0, Object.freeze({ x: 3 })));
    expect(upcast(row, steps, 1)).not.toBe(row);
  });

  test("of today's version is given back as it came", () => {
    const row = stored("moved", 3, { x: 3 });
    expect(upcast(row, steps, 3)).toBe(row);
  });
});

/** What the upcasters in force make of the forms that were written once. */
const OLD: [type: string, v: number, old: StoredEvent["payload"], now: object][] = [
  [
    ...(["approval_expired", 0] as const),
    { approvalId: "run_1-g1", verb: "reject" },
    { approvalId: "run_1-g1", verb: "reject", provenance: "timeout" },
  ],
];

test.each(OLD)("%s of version %i is read in today's form", (type, v, old, now) => {
  expect(readEvent(stored(type, v, old))).toMatchObject({ v: EVENT_VERSION, type, payload: now });
});

test("every upcaster in force has such a form", () => {
  const told = OLD.map(([type, v]) => `${type} ${v}`);
  const there = Object.entries(UPCASTERS).flatMap(([type, steps]) =>
    Object.keys(steps).map((v) => `${type} ${v}`),
  );
  expect(told.sort()).toEqual(there.sort());
});

describe("an event that this code cannot read", () => {
  test.each<[string, unknown]>([
    ["of a later version", stored("run_paused", EVENT_VERSION + 1, {})],
    ["of a type it does not know", stored("from_the_future", EVENT_VERSION, {})],
    ["whose payload is damaged", stored("approval_expired", EVENT_VERSION, {})],
    ["without an envelope", { type: "run_paused" }],
    ["that is nothing", null],
  ])("%s refuses the run as unsupported", (_which, row) => {
    expect(() => readEvent(row)).toThrow(expect.objectContaining({ code: "unsupported" }));
  });

  test("is named, with what can be done", () => {
    expect(() => readEvent(stored("run_paused", EVENT_VERSION + 1, {}))).toThrow(/Event 7 .* newer/);
  });
});

test("a log of mixed versions folds like one of today's", () => {
  const at = (seq: number, v: number) => stored("run_paused", v, {}, seq);
  const mixed = [at(1, 0), at(2, EVENT_VERSION)].map((row) => readEvent(row));
  const today = [at(1, EVENT_VERSION), at(2, EVENT_VERSION)].map((row) => row as unknown as RunEvent);
  expect(fold("run_1", mixed)).toEqual(fold("run_1", today));
});
