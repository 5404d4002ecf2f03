import { expect, test } from "vitest";
import { formatResults, runStages, type Stage } from "./stages";

const calm = new AbortController().signal;

function stage(name: string, run: Stage["run"] = async () => {}): Stage {
  return { name, run };
}

test("stages run in order, and none after the first that fails", async () => {
  const ran: string[] = [];
  const note = (name: string) => stage(name, async () => void ran.push(name));
  const broken = stage("broken", async ({ counts }) => {
    counts.passed = 2;
    counts.failed = 1;
    throw new Error("one failed");
  });
  const results = await runStages([note("one"), note("two"), broken, note("three")], calm);
  expect(ran).toEqual(["one", "two"]);
  expect(results.map(({ name, passed, failed, error }) => [name, passed, failed, Boolean(error)])).toEqual([
    ["one", 0, 0, false],
    ["two", 0, 0, false],
    ["broken", 2, 1, true],
  ]);
});

test("the stages of a list run side by side, and all of them end", async () => {
  const begun: string[] = [];
  const meeting = Promise.withResolvers<void>();
  const meet = (name: string) =>
    stage(name, async ({ shared }) => {
      expect(shared).toBe(true);
      if (begun.push(name) === 2) meeting.resolve();
      await meeting.promise;
      if (name === "broken") throw new Error("it failed");
    });
  const alone = stage("alone", async ({ shared }) => expect(shared).toBe(false));
  const results = await runStages([alone, [meet("broken"), meet("other")], stage("never")], calm);
  expect(results.map(({ name, error }) => [name, Boolean(error)])).toEqual([
    ["alone", false],
    ["broken", true],
    ["other", false],
  ]);
});

test("an interrupted run starts no stage", async () => {
  const [result] = await runStages(
    [stage("never", () => Promise.reject(new Error("ran")))],
    AbortSignal.abort(),
  );
  expect(result?.error).toMatchObject({ name: "AbortError" });
});

test("the table names each stage with its time, its outcome and its tests", () => {
  const results = [
    { name: "lint", ms: 1_240, passed: 0, failed: 0, flaky: 0 },
    { name: "unit", ms: 10_000, passed: 12, failed: 1, flaky: 2, error: new Error("no") },
  ];
  const table = formatResults(results, 10_500);
  expect(table.split("\n").map((line) => line.replace(/\s+/g, " "))).toEqual([
    "lint 1.2 s ok",
    "unit 10.0 s FAILED 12 passed, 1 failed, 2 flaky",
    "total 10.5 s",
  ]);
});
