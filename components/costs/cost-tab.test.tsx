import { describe, expect, it } from "vitest";
import type { RunState } from "@/lib/core/run/state";
import { renderText } from "@/lib/testing/render";
import type { Moment } from "../runs/use-moment";
import { CostTab } from "./cost-tab";

const state = { runId: "r", counters: { modelCalls: 3 }, planVersion: 2 } as unknown as RunState;
const moment = { seq: 30_000, state, complete: false } as Moment;
const costs = { total: { modelCalls: 0 } };

const textOf = (queryKey: unknown[]) =>
  renderText(<CostTab state={state} showTask={() => {}} moment={moment} />, {
    queries: [{ queryKey, data: costs }],
  });

describe("the costs of a past moment of a run that is too long to be read here", () => {
  it("are those that the server has of that moment, and not of another", () => {
    expect(textOf(["costs", "r", 3, 2, 30_000])).toContain("No model calls yet");
    expect(textOf(["costs", "r", 3, 2, undefined])).not.toContain("No model calls yet");
  });
});
