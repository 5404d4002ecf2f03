import { expect, test } from "vitest";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";

const LONG = "é".repeat(17_000);
const world = () => new RunWorld({ plan: planOf({ id: "a" }) });

test("a command that would write an event over the limit is refused, and the run continues as it was", () => {
  const run = world();
  const before = structuredClone(run.state);
  const outcome = run.send({ type: "pause", reason: LONG }, ANNA);
  expect(outcome).toMatchObject({ ok: false, error: { code: "limit_exceeded" } });
  expect(outcome).toMatchObject({ error: { details: { type: "run_paused", bytes: 34_038, limit: 32_768 } } });
  expect(run.state).toEqual(before);
});

test("the limit is of bytes, not of characters, and what just fits is written", () => {
  const run = world();
  expect(run.send({ type: "pause", reason: "x".repeat(32_000) }, ANNA).ok).toBe(true);
  expect(run.last("run_paused").payload.reason).toEqual({ code: "stated", text: "x".repeat(32_000) });
});

test("a plan and a mission may be larger", () => {
  const run = new RunWorld({ plan: planOf({ id: "a", input: "x".repeat(3_900) }, { id: "b", input: LONG }) });
  expect(run.last("plan_version_adopted").payload.version).toBe(1);
});
