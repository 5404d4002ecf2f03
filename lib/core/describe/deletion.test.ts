import { describe, expect, it } from "vitest";
import type { DeletionCounts } from "../retention/deletion";
import { describeDeleted, describeKept } from "./deletion";

const NONE: DeletionCounts = {
  runs: 0,
  events: 0,
  comments: 0,
  replays: 0,
  files: 0,
  forks: 0,
  unfinished: 0,
  inUse: 0,
};

describe("what deleting runs removes", () => {
  it("is said with everything that goes along", () => {
    expect(describeDeleted(NONE)).toEqual([]);
    const counts = { ...NONE, runs: 1, events: 1_200, comments: 1, replays: 2, files: 1 };
    expect(describeDeleted(counts)).toEqual([
      "1 run with 1,200 events: plans, steps, calls, costs, decisions and the answer",
      ...["1 comment", "2 replays", "1 attached file that no other run has"],
    ]);
    expect(describeDeleted({ ...NONE, runs: 2 })).toHaveLength(1);
  });

  it("is said with what stays, and why", () => {
    expect(describeKept(NONE)).toEqual([]);
    expect(describeKept({ ...NONE, unfinished: 1, inUse: 2 })).toEqual([
      "1 run not finished: cancel first",
      "2 runs that an unfinished fork or replay needs",
    ]);
    expect(describeKept({ ...NONE, runs: 3, forks: 1 })).toEqual([
      "1 fork, with the events shared so far",
      expect.stringContaining("audit log"),
    ]);
  });
});
