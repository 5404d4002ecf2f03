import { describe, expect, it } from "vitest";
import { readChaosArguments, SERIES_NAMES } from "./arguments";

describe("the arguments of chaos", () => {
  it.each([
    [[], { series: [...SERIES_NAMES], seed: 1 }],
    [["--only", "kills"], { series: ["kills"], seed: 1 }],
    [["--seed", "31", "--seeds", "10", "--only", "commits"], { series: ["commits"], seed: 31, seeds: 10 }],
    [["--only", "golden", "--renew"], { series: ["golden"], seed: 1, renew: true }],
    [
      ["--only", "golden", "--story", "random-7", "--against", "../main"],
      { series: ["golden"], seed: 1, story: { name: "random-7", against: "../main" } },
    ],
  ])("%j", (argv, value) => {
    expect(readChaosArguments(argv)).toEqual({ ok: true, value });
  });

  it.each([
    [["--only", "storms"], "There is no series storms."],
    [["--seed", "0"], "--seed must be a number from 1 on."],
    [["--seeds", "many"], "--seeds must be a number from 1 on."],
    [["--renew"], "--renew and --story go with --only golden."],
    [["--only", "golden", "--renew", "--seeds", "3"], expect.stringContaining("all stories")],
    [["--sed", "1"], expect.stringContaining("--sed")],
  ])("%j cannot be understood", (argv, message) => {
    expect(readChaosArguments(argv)).toEqual({ ok: false, message });
  });
});
