import { describe, expect, it } from "vitest";
import type { RunState } from "@/lib/core/run/state";
import type { CostLine } from "@/lib/core/views";
import { bySize, costLineName, shareOf, versionName } from "./lines";

const line = (some: Partial<CostLine>): CostLine => ({
  key: "k",
  usd: 0,
  knownUsd: 0,
  unknownCalls: 0,
  modelCalls: 1,
  tokens: 0,
  knownTokens: 0,
  failedCalls: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  latencyMs: 0,
  ...some,
});
const state = { tasks: { build: { spec: { title: "Build the image" } } } } as unknown as RunState;

describe("the lines of a bill", () => {
  it.each([
    ["roles", "quality_gate", "quality gate"],
    ["tasks", "build", "Build the image"],
    ["tasks", "gone", "gone"],
    ["tasks", null, "Whole run"],
    ["agents", null, "No agent (planning, answer)"],
    ["models", "local:llama", "local:llama"],
  ] as const)("%s %s is called %s", (side, key, name) => {
    expect(costLineName(side, line({ key }), state)).toBe(name);
  });

  it("name plan versions, and the time before the first", () => {
    expect(["0", "2", null].map((key) => versionName(line({ key })))).toEqual([
      "Before the plan",
      "Plan v2",
      "Version not recorded",
    ]);
  });

  it("are shares of the money, or of the tokens where no price is known, and never of nothing", () => {
    const total = line({ knownUsd: 4, knownTokens: 100 });
    expect(shareOf(line({ knownUsd: 1, knownTokens: 90 }), total)).toBe(0.25);
    expect(shareOf(line({ knownTokens: 90 }), line({ knownTokens: 100 }))).toBe(0.9);
    expect(shareOf(line({}), line({}))).toBe(0);
  });

  it("stand with the largest first", () => {
    const lines = [
      line({ key: "a", knownTokens: 5 }),
      line({ key: "b", knownUsd: 1 }),
      line({ key: "c", knownTokens: 9 }),
    ];
    expect(lines.toSorted(bySize).map(({ key }) => key)).toEqual(["b", "c", "a"]);
  });
});
