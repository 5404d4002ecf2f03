import { describe, expect, it } from "vitest";
import { SAMPLE_SETTINGS, SCENARIOS } from "@/lib/core/scenarios";
import { missionOf, type PlayedStory, playStory } from "@/lib/testing/engine/play-story";
import { scaled } from "@/lib/testing/scaled";

describe("on the engine", () => {
  it("the fraud-model story replans once, asks one person and completes", async () => {
    const { state, gates } = await playStory(missionOf("fraud-model"));
    expect(state.finished?.reason).toBe("answer_complete");
    expect(gates).toEqual(["human_review approve_production_v2"]);
    expect(state.counters).toMatchObject({ replans: 1 });
    expect(state.tasks.validate_staging_v2?.result?.preview).toContain("98.1 %");
    expect(state.tasks.ramp_traffic_v2?.status).toBe("succeeded");
    expect(JSON.stringify(state.answer)).toContain("98.1 %");
  });

  it("the staging story goes straight through", async () => {
    const { state, gates } = await playStory(missionOf("staging"));
    expect(state.finished?.reason).toBe("answer_complete");
    expect(gates).toEqual([]);
    expect(state.counters).toMatchObject({ replans: 0 });
  });

  it("a person's plan with every kind of check runs, without a key", async () => {
    const tasks = [
      {
        id: "count",
        title: "Count the offers",
        input: "Count them",
        outputSchema: "{offers :int}",
        verification: '(nat-int? (get data/result "offers"))',
        llmReview: "The number is plausible.",
      },
      {
        id: "double",
        title: "Double it",
        type: "direct",
        dependsOn: ["count"],
        qualityGate: true,
        input:
          '(get (tool/calculator {:expression (str (get-in data/depends ["count" "offers"]) " * 2")}) "value")',
        verification: "(even? data/result)",
      },
    ];
    const { state, gates } = await playStory("Count offers", { plan: { title: "Count", tasks } });
    expect(state.finished?.reason).toBe("answer_complete");
    expect(gates).toEqual([]);
    const checks = Object.values(state.tasks).flatMap(({ attempts }) => attempts.at(-1)?.checks ?? []);
    expect(checks.map(({ layer, outcome }) => `${layer} ${outcome}`)).toEqual([
      "schema passed",
      "predicate passed",
      "model passed",
      "predicate passed",
    ]);
    expect(state.tasks.double).toMatchObject({ qualityGate: { outcome: "passed" } });
  });

  it("a story is the same for a model that has to write its actions as JSON", async () => {
    const native = await playStory(missionOf("research"));
    const inJson = await playStory(missionOf("research"), { toolCalling: "json" });
    expect(inJson.state.finished?.reason).toBe("answer_complete");
    expect(inJson.calls).toEqual(native.calls);
    expect(inJson.gates).toEqual(native.gates);
    const results = ({ state }: PlayedStory) =>
      Object.values(state.tasks).map(({ result }) => result?.digest);
    expect(results(inJson)).toEqual(results(native));
    const agents = inJson.prompts.filter(({ role }) => role === "agent");
    expect(agents.some(({ blocks }) => blocks.some(({ name }) => name === "tools"))).toBe(true);
  });

  it("any other mission completes without a person", async () => {
    const { state, gates } = await playStory("Compare two databases and write a report");
    expect(state.finished?.reason).toBe("answer_complete");
    expect(gates).toEqual([]);
  });

  it.each(SCENARIOS.slice(-scaled(SCENARIOS.length)))(
    "$name plays the same when everything is judged",
    async ({ mission }) => {
      const outcome = ({ state, gates, calls }: PlayedStory) => ({
        reason: state.finished?.reason,
        tasks: Object.values(state.tasks).map(({ id, status, attempt }) => `${id} ${status} ${attempt}`),
        gates,
        calls: calls.toSorted(),
      });
      const settings = { summarizer: "on" };
      const judged = {
        ...settings,
        ...SAMPLE_SETTINGS,
        llmReviewCritical: true,
        critic: { mode: "model" },
        maxConcurrency: 1,
      };
      const story = outcome(await playStory(mission, { settings }));
      expect(story.reason).toBeDefined();
      expect(outcome(await playStory(mission, { settings: judged }))).toEqual(story);
    },
  );
});
