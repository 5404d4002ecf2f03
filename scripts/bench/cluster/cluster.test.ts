import { describe, expect, it } from "vitest";
import { createClient, inParallel } from "./client";
import { fairnessOf, mistakesIn, type Success } from "./evidence";

const at = (runId: string, taskId: string, atMs: number, workerId = "w1"): Success => ({
  runId,
  taskId,
  atMs,
  workerId,
});

describe("fairnessOf", () => {
  it("is even where runs move side by side", () => {
    const side = [1, 2].flatMap((n) => [at("a", `t${n}`, 100 * n), at("b", `t${n}`, 100 * n, "w2")]);
    expect(fairnessOf(side, ["a", "b"], 0)).toEqual({ evenness: 1, slowest: 1, busiest: 1 });
  });

  it("is uneven where one run moves after the other, and one worker does most", () => {
    const after = [at("a", "t1", 10), at("a", "t2", 20), at("b", "t1", 30), at("b", "t2", 40, "w2")];
    const { evenness, busiest } = fairnessOf(after, ["a", "b"], 0);
    expect(evenness).toBe(0.5);
    expect(busiest).toBe(1.5);
  });

  it("counts from the moment at which all waited, and other runs not", () => {
    const runs = [at("a", "t1", 110), at("b", "t1", 110), at("c", "t1", 130), at("x", "t1", 900)];
    expect(fairnessOf(runs, ["a", "b", "c"], 100).slowest).toBe(3);
  });

  it("knows nothing of a run that did not end", () => {
    expect(fairnessOf([at("a", "t1", 10)], ["a", "b"], 0).slowest).toBeNaN();
  });
});

describe("mistakesIn", () => {
  it("finds tasks that are done twice or not at all", () => {
    const done = [at("a", "t1", 1), at("a", "t1", 2), at("b", "t2", 3)];
    expect(mistakesIn(["a", "b"], ["t1", "t2"], done)).toEqual({ lost: 2, doubled: 1 });
  });

  it("finds none where each is done once", () => {
    expect(mistakesIn(["a"], ["t1"], [at("a", "t1", 1)])).toEqual({ lost: 0, doubled: 0 });
  });
});

describe("inParallel", () => {
  it("does each once, in their order, and not more at a time than it may", async () => {
    let busy = 0;
    let most = 0;
    const results = await inParallel(7, 3, async (n) => {
      busy += 1;
      most = Math.max(most, busy);
      await Promise.resolve();
      busy -= 1;
      return n;
    });
    expect(results).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(most).toBe(3);
  });
});

describe("createClient", () => {
  it("gives up when no process is there", async () => {
    const client = createClient(["http://127.0.0.1:1"]);
    await expect(client.create({ mission: "Go" })).rejects.toThrow("No web process took the run");
    expect(client.repeats()).toBe(200);
  });
});
