import { afterAll, describe, expect, it } from "vitest";
import { readPlan } from "@/lib/core/plan";
import { createPlanReader, MAX_CHARS_IN_PLACE } from ".";

const reader = createPlanReader();
afterAll(() => reader.close());

const steps = (count: number) =>
  Array.from({ length: count }, (_, n) => `Step ${n + 1}: Look at part ${n + 1} ${"x".repeat(400)}`).join(
    "\n",
  );

describe("a plan", () => {
  it.each([
    ["short", "Step 1: Look"],
    ["long", steps(200)],
    ["of braces alone", "{".repeat(100_000)],
    ["of no use", "\0".repeat(100_000)],
  ])("that is %s is read as the core reads it", async (_, text) => {
    expect(await reader.read(text)).toEqual(structuredClone(readPlan(text)));
  });

  it("is read in turn with others, each with its own answer", async () => {
    const texts = [steps(180), steps(190), "Step 1: Look", steps(200)];
    const counts = (await Promise.all(texts.map((text) => reader.read(text)))).map(
      ({ plan }) => plan?.tasks.length,
    );
    expect(counts).toEqual([180, 190, 1, 200]);
  });

  it("keeps nobody else waiting, however long it takes", async () => {
    await reader.read(steps(200));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    const before = process.threadCpuUsage();
    await reader.read("[".repeat(900_000));
    const { user } = process.threadCpuUsage(before);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
    // Of this thread: reading it takes most of a second of a processor.
    expect(user / 1_000).toBeLessThan(300);
  });

  it("that takes too long is refused, and the next one is read", async () => {
    const hasty = createPlanReader({ timeLimitMs: 1 });
    await expect(hasty.read("[".repeat(900_000))).rejects.toMatchObject({ code: "limit_exceeded" });
    expect((await hasty.read("x".repeat(10))).plan).toBe(
      (readPlan("x".repeat(10)) as { plan?: unknown }).plan,
    );
    await hasty.close();
  });
});

it("reads up to its limit in place", async () => {
  const own = createPlanReader({ timeLimitMs: 1 });
  const text = "x".repeat(MAX_CHARS_IN_PLACE);
  expect(await own.read(text)).toEqual(readPlan(text));
  await own.close();
});
