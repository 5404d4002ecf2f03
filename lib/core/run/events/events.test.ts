import { expect, test } from "vitest";
import { DomainFailure } from "../../errors";
import { EVENT_VERSION, readEvent } from ".";

const row = {
  run: "run_1",
  seq: 7,
  at: 1,
  v: EVENT_VERSION,
  actor: { kind: "system" },
  commandId: "c",
  planVersion: 1,
  type: "task_started",
  payload: { taskId: "a", attempt: 1 },
};

test("an event is read as it was written", () => {
  expect(readEvent(row)).toEqual(row);
});

test.each<[string, unknown]>([
  ["of an older version", { ...row, v: 0 }],
  ["of a newer version", { ...row, v: EVENT_VERSION + 1 }],
  ["of an unknown type", { ...row, type: "from_the_future" }],
  ["of a name of objects", { ...row, type: "constructor" }],
  ["with another payload", { ...row, payload: { taskId: 1, attempt: 1 } }],
  ["without a payload", { ...row, payload: undefined }],
  ["that is none", null],
])("an event %s refuses its run", (_, damaged) => {
  expect(() => readEvent(damaged)).toThrow(DomainFailure);
  expect(() => readEvent(damaged)).toThrow(/another version of Waymark/);
});
