import { describe, expect, it } from "vitest";
import { readChaosArguments, SERIES_NAMES } from "./arguments";

describe("the arguments of chaos", () => {
  it.each([
    [[], { series: [...SERIES_NAMES], seed: 1 }],
    [["--only", "kills"], { series: ["kills"], seed: 1 }],
    [["--seed", "31", "--seeds", "10", "--only", "commits"], { series: ["commits"], seed: 31, seeds: 10 }],
  ])("%j", (argv, value) => {
    expect(readChaosArguments(argv)).toEqual({ ok: true, value });
  });

  it.each([
    [["--only", "storms"], "There is no series storms."],
    [["--seed", "0"], "--seed must be a number from 1 on."],
    [["--seeds", "many"], "--seeds must be a number from 1 on."],
    [["--sed", "1"], expect.stringContaining("--sed")],
  ])("%j cannot be understood", (argv, message) => {
    expect(readChaosArguments(argv)).toEqual({ ok: false, message });
  });
});
