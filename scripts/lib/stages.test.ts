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

test("an interrupted run starts no stage", async () => {
  const [result] = await runStages(
    [stage("never", () => Promise.reject(new Error("ran")))],
    AbortSignal.abort(),
  );
  expect(result?.error).toMatchObject({ name: "AbortError" });
});

test("the table names each stage with its time, its outcome and its tests", () => {
  const table = formatResults([
    { name: "lint", ms: 1_240, passed: 0, failed: 0, flaky: 0 },
    { name: "unit", ms: 10_000, passed: 12, failed: 1, flaky: 2, error: new Error("no") },
  ]);
  expect(table.split("\n").map((line) => line.replace(/\s+/g, " "))).toEqual([
    "lint 1.2 s ok",
    "unit 10.0 s FAILED 12 passed, 1 failed, 2 flaky",
    "total 11.2 s",
  ]);
});
