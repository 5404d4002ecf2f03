import { describe, expect, it, test } from "vitest";
import { differences } from "./end-state";
import { takeOversAfter } from "./take-overs";
import { effectProblems } from "./world-file";

const effect = (id: string, tool = "world_write", key = `key of ${id}`) => ({ id, tool, key, pid: 1 });

describe("effects in the world", () => {
  it.each([
    ["that happened once are well", [effect("a"), effect("b")], []],
    [
      "that may be repeated are well twice",
      [effect("a", "world_put"), effect("a", "world_put"), effect("b")],
      [],
    ],
    ["that are missing are told", [effect("a")], ["b never happened"]],
    ["that happened twice are told", [effect("a"), effect("a"), effect("b")], ["a happened 2 times"]],
    [
      "under two keys are told",
      [effect("a", "world_put", "x"), effect("a", "world_put", "y"), effect("b")],
      ["a has 2 idempotency keys"],
    ],
    [
      "that nobody asked for are told",
      [effect("a"), effect("b"), effect("c")],
      ["c happened, which nobody asked for"],
    ],
  ])("%s", (_name, effects, problems) => {
    expect(effectProblems(["a", "b"], effects)).toEqual(problems);
  });
});

test("end states are told apart by the path of what differs", () => {
  const calm = { reason: "answer_complete", tasks: { a: { status: "succeeded", attempts: [{ steps: 1 }] } } };
  expect(differences(calm, structuredClone(calm))).toEqual([]);
  const faulty = {
    reason: "answer_complete",
    tasks: { a: { status: "failed", attempts: [{ steps: 2 }] }, b: {} },
  };
  expect(differences(calm, faulty)).toEqual([
    "tasks.a.attempts.0.steps: 1 | 2",
    'tasks.a.status: "succeeded" | "failed"',
    "tasks.b: undefined | {}",
  ]);
});

test("a take-over lasts from the kill of the holder to the next lease of its run", () => {
  const leases = [
    { runId: "r1", workerId: "w1", atMs: 100 },
    { runId: "r1", workerId: "w2", atMs: 9_000 },
    { runId: "r1", workerId: "w3", atMs: 20_000 },
    { runId: "r2", workerId: "w1", atMs: 2_000 },
    { runId: "r3", workerId: "w2", atMs: 100 },
  ];
  // w2 lives on and gave its run away in good order; r2 was taken by w1 only after the kill of another.
  expect(takeOversAfter(leases, [{ workerId: "w1", atMs: 1_000 }], [])).toEqual([8_000]);
  // Another worker claimed the run and died before it had the lease.
  const kills = [
    { workerId: "w1", atMs: 1_000 },
    { workerId: "w4", atMs: 3_000 },
  ];
  expect(takeOversAfter(leases, kills, [{ workerId: "w4", runId: "r1", atMs: 2_900 }])).toEqual([6_000]);
  expect(takeOversAfter(leases, kills, [{ workerId: "w4", runId: "r2", atMs: 2_900 }])).toEqual([8_000]);
});
