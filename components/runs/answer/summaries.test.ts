import { describe, expect, it } from "vitest";
import { headline } from "@/lib/core/describe/gates/headline";
import { truncateSummary } from "@/lib/core/run/truncate/summary";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { routeSentence } from "./summaries";

const facts = { needReplan: true, iteration: 1, limit: 2, limitReached: false };

describe("where a summary led", () => {
  it.each([
    [{ ...facts, decision: "iterate" }, "↻ Iteration 2 of 2 fills the gaps"],
    [
      { ...facts, iteration: 2, decision: "finish", limitReached: true },
      "△ Incomplete, but all 2 iterations are used",
    ],
    [
      { ...facts, iteration: 0, limit: 0, decision: "finish", limitReached: true },
      "△ Incomplete, but iterations are off",
    ],
    [
      { ...facts, decision: "finish", repeated: true },
      "△ Incomplete: the last iteration did not add what was missing",
    ],
    [{ ...facts, decision: "finish" }, "△ Incomplete; the run finished with the results so far"],
    [{ ...facts, needReplan: false, decision: "finish" }, "✓ Nothing is missing"],
  ] as const)("%o: %s", (route, words) => {
    expect(routeSentence({ route, replanReason: "" })?.words).toBe(words);
  });

  it("is no word that nothing is missing where something is said to be", () => {
    const route = { ...facts, needReplan: false, decision: "finish" } as const;
    const replanReason = "The price of A107, which no file has.";
    expect(routeSentence({ route, replanReason })?.words).toBe("No further tasks were asked for");
  });

  it("is not said before it is decided", () => {
    expect(routeSentence({ replanReason: "" })).toBeUndefined();
  });
});

describe("a run in its first iteration", () => {
  const world = new RunWorld({ plan: planOf({ id: "a" }), settings: { summarizer: "on" } }).run("a");
  world.start();
  const written = { finalAnswer: "A is done.", qualityScore: 0.4, qualityReasoning: "", usedEvidence: [] };
  const { kept } = truncateSummary({ ...written, needReplan: true, replanReason: "B is missing." });
  world.send({ type: "summary_written", key: world.keyOfKind("summarize"), summary: kept });
  const { state } = world;

  it("says in its header which it is and why it is planned", () => {
    expect(state.taskTotals).toMatchObject({ total: 1, open: 0, done: 1 });
    expect(headline(state)).toBe("Planning iteration 1: B is missing.");
  });

  it("does not claim that the mission was achieved when the iteration could not be planned", () => {
    world.start();
    world.send({ type: "plan_refused", key: world.keyOfKind("plan"), issues: [] });
    expect(headline(state)).toBe(
      "Completed with the results so far. Iteration 1 could not be planned: no plan was written",
    );
  });
});
