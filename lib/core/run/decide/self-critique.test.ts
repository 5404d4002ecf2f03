import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";
import { statedReason } from "../reasons";

const CRITIQUE = {
  wasBestApproach: false,
  mistakes: ["Nobody checked a."],
  simplerAlternatives: [],
  expertAdvice: "",
  selfRating: 0.4,
};

function carriedOut(settings = {}): RunWorld {
  const plan = planOf({ id: "a" });
  const world = new RunWorld({ plan, settings: { selfCritique: true, summarizer: "on", ...settings } });
  world.start();
  world.run("a").start();
  return world;
}

const kinds = ({ state }: RunWorld) => Object.values(state.inFlight).map(({ kind }) => kind);
const critique = (world: RunWorld, key = world.keyOfKind("critique_approach")) =>
  world.send({ type: "approach_critiqued", key, critique: CRITIQUE });

/** The summary; `missing` has the planner add something. */
function summarize(world: RunWorld, missing = ""): void {
  world.start();
  const finalAnswer = storeValue("The answer.").stored;
  const judged = { qualityScore: 0.9, qualityReasoning: "", usedEvidence: [] };
  const summary = { finalAnswer, ...judged, needReplan: missing !== "", replanReason: missing };
  world.send({ type: "summary_written", key: world.keyOfKind("summarize"), summary });
}

describe("a plan that was carried out", () => {
  it("is critiqued once before its answer is written", () => {
    const world = carriedOut();
    expect(kinds(world)).toEqual(["critique_approach"]);
    critique(world);
    expect(world.state.selfCritiques).toEqual([{ ...CRITIQUE, iteration: 0 }]);
    summarize(world);
    expect(world.state.finished?.reason).toBe("answer_complete");
    expect(world.types().filter((type) => type === "approach_critiqued")).toHaveLength(1);
  });

  it("is answered without a critique that cannot be had", () => {
    const world = carriedOut();
    const reason = statedReason("503");
    world.send({ type: "approach_not_critiqued", key: world.keyOfKind("critique_approach"), reason });
    expect(world.state.selfCritiques).toEqual([{ failed: reason, iteration: 0 }]);
    summarize(world);
    expect(world.state.phase).toBe("ended");
  });

  it("is answered, and nobody is asked, when the critic cannot be reached", () => {
    const world = carriedOut({ modelPatienceMs: 0 });
    const error = { code: "auth", message: "no key" };
    world.send({ type: "effect_failed", key: world.keyOfKind("critique_approach"), error });
    world.start();
    expect(kinds(world)).toEqual(["summarize"]);
    expect(world.types()).not.toContain("approval_opened");
  });

  it("is critiqued again when an iteration has carried out another", () => {
    const world = carriedOut({ maxIterations: 1 });
    critique(world);
    summarize(world, "the cost");
    expect(world.state.counters.iterations).toBe(1);
    expect(world.state.selfCritiques).toHaveLength(1);
  });

  it("is not critiqued where nobody asked for it, nor when a person ends the run", () => {
    expect(kinds(carriedOut({ selfCritique: false }))).toEqual(["summarize"]);
    const world = carriedOut();
    const key = world.keyOfKind("critique_approach");
    world.send({ type: "cancel" }, ANNA);
    critique(world, key);
    expect(world.state).not.toHaveProperty("selfCritiques");
    expect(world.last("late_result").payload.kind).toBe("approach_critiqued");
  });
});
