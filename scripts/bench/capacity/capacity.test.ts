import { describe, expect, it } from "vitest";
import { needsAt } from "./needs";
import { busiestByHash, busiestByTable, zipfShares } from "./placement";

const unit = { commits: 2, logKb: 10, storedKb: 5, serverMs: 3, workerMs: 7 };
const notice = { serverUs: 20 };
const run = { tasks: 20, openSeconds: 400 };

describe("needsAt", () => {
  it("counts commits, log, processes and jobs of a rate", () => {
    expect(needsAt(100, unit, notice, run)).toEqual({
      tasksPerSecond: 100,
      commitsPerSecond: 200,
      logGbPerDay: 86.4,
      storedGbPerDay: 43.2,
      workers: 1,
      connections: 20,
      noticesPerSecond: 200,
      noticeCores: 0.004,
      jobs: 20_000,
      serverCores: 0.304,
    });
  });

  it("has notices grow with the square of the processes", () => {
    const [ten, hundred] = [1_000, 10_000].map((rate) => needsAt(rate, unit, notice, run));
    expect(ten).toMatchObject({ workers: 10, connections: 150, noticesPerSecond: 50 * 15 ** 2 });
    expect(hundred).toMatchObject({ workers: 100, connections: 1_500, noticesPerSecond: 50 * 150 ** 2 });
  });

  it("never has less than one worker and one web process", () => {
    expect(needsAt(0.1, unit, notice, run)).toMatchObject({ workers: 1, connections: 20 });
  });
});

describe("the load of the busiest database", () => {
  it("is that of all where there is one, and of equal shares where places are chosen", () => {
    const shares = zipfShares(16, 0);
    expect(busiestByHash(shares, 1)).toBeCloseTo(1);
    expect(busiestByTable(shares, 16)).toBeCloseTo(1);
  });

  it("is less with chosen places than with hashed ones, but no less than the largest workspace", () => {
    const shares = zipfShares(1_000, 1);
    const [largest = 0] = shares;
    expect(busiestByTable(shares, 16)).toBeLessThan(busiestByHash(shares, 16));
    expect(busiestByTable(shares, 16)).toBeCloseTo(largest * 16);
  });
});
