import { describe, expect, it } from "vitest";
import { SCENARIOS } from "@/lib/core/scenarios";
import { playMission } from "@/lib/testing/models/role-player";
import { openSimulatedModel, SIMULATED_MODEL_ID } from "@/lib/testing/models/simulated-model";
import { builtInTools, createToolbox } from "@/lib/tools";

const world = {
  model: openSimulatedModel(),
  modelId: SIMULATED_MODEL_ID,
  toolbox: createToolbox(builtInTools({ nowMs: () => 0 })),
};
const missionOf = (name: string) => SCENARIOS.find((scenario) => scenario.name === name)?.mission ?? "";

describe("the fraud-model story", async () => {
  const story = await playMission(missionOf("fraud-model"), world);
  const result = (id: string) => String(story.results.get(id));

  it("exports and packages at the same time, then is reviewed", () => {
    const [first] = story.plans;
    expect(first?.tasks.slice(0, 3).map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ["export_model", []],
      ["package_dependencies", []],
      ["review_artifacts", ["export_model", "package_dependencies"]],
    ]);
    expect(result("export_model")).toContain("127 MB");
    expect(result("package_dependencies")).toContain("145 MB of 200 MB");
  });

  it("finds the first version too inaccurate on staging and replans", () => {
    expect(result("validate_staging")).toMatch(/98\/100 tests passed, accuracy 94\.3 %, p95 latency 85 ms/);
    expect(story.decisions.map(({ taskId, decision }) => [taskId, decision])).toEqual([
      ["review_artifacts", "CONTINUE"],
      ["review_staging", "REPLAN"],
      ["review_staging_v2", "CONTINUE"],
    ]);
    expect(story.decisions.map(({ answers }) => answers)).toEqual([
      ["yes", "yes", "warning"],
      ["yes", "warning", "no", "yes", "yes"],
      ["yes", "yes", "yes", "yes", "yes"],
    ]);
    expect(story.plans).toHaveLength(2);
  });

  it("finds the cause, retrains, and validates the second version", () => {
    expect(result("analyze_failures")).toContain("data drift");
    expect(result("retrain_model")).toMatch(/last 30 days.*v2/);
    expect(result("validate_staging_v2")).toMatch(
      /100\/100 tests passed, accuracy 98\.1 %, p95 latency 82 ms/,
    );
  });

  it("asks a person before production, once, and releases the second version only", () => {
    expect(story.gates).toHaveLength(1);
    expect(story.gates[0]).toContain("Version v2");
    expect(result("smoke_production_v2")).toMatch(/10\/10 passed, 0 % errors, p95 latency 78 ms/);
    expect(story.calls).toMatchInlineSnapshot(`
      [
        "Export fraud-model v1 to ONNX",
        "Package the dependencies of fraud-model v1",
        "Deploy fraud-model v1 to staging",
        "Run the validation tests on staging against v1",
        "Run the load tests on staging against v1",
        "Analyze the failures of v1 on staging",
        "Retrain fraud-model from v1 with the last 30 days",
        "Export fraud-model v2 to ONNX",
        "Package the dependencies of fraud-model v2",
        "Deploy fraud-model v2 to staging",
        "Run the validation tests on staging against v2",
        "Run the load tests on staging against v2",
        "Deploy fraud-model v2 to production",
        "Run the smoke tests on production against v2",
        "Shift production traffic to fraud-model v2 in stages (5, 25, 50, 100 %)",
      ]
    `);
  });

  it("answers with the accuracy that was reached", () => {
    expect(story.answer).toMatchInlineSnapshot(`
      "The fraud detection model is in production with an accuracy of 98.1 %. The first version reached only 94.3 %; it was retrained with recent transactions.
      - Validation: 100/100 tests passed, p95 latency 82 ms.
      - Production smoke tests of v2: 10/10 passed, 0 % errors, p95 latency 78 ms.
      - Traffic ramped up to 100 % on v2 in stages (5, 25, 50, 100 %); metrics stable at every stage."
    `);
  });

  it.each(["Deploy the ML model to production", "deploy ML model to production."])(
    "is told of a model by no name, too: %s",
    async (mission) => {
      const { decisions, calls } = await playMission(mission, world);
      expect(decisions.map(({ decision }) => decision)).toEqual(["CONTINUE", "REPLAN", "CONTINUE"]);
      expect(calls).toEqual(story.calls);
    },
  );

  it("never does the same thing to the world twice", () => {
    expect(new Set(story.calls).size).toBe(story.calls.length);
  });

  it("plays the same way again", async () => {
    expect(await playMission(missionOf("fraud-model"), world)).toEqual(story);
  });
});

describe("the staging story", async () => {
  const story = await playMission(missionOf("staging"), world);

  it("goes straight through, with one review and nobody asked", () => {
    expect([...story.results.keys()]).toEqual([
      "build_artifacts",
      "deploy_staging",
      "review_deployment",
      "smoke_tests",
    ]);
    expect(story.decisions).toEqual([
      { taskId: "review_deployment", decision: "CONTINUE", answers: ["yes", "yes"] },
    ]);
    expect(story.plans).toHaveLength(1);
    expect(story.gates).toEqual([]);
    expect(story.calls).toEqual([
      "Build web-app 1.4.0",
      "Deploy web-app 1.4.0 to staging",
      "Run the smoke tests on staging against 1.4.0",
    ]);
  });

  it("answers what runs where", () => {
    expect(story.answer).toMatchInlineSnapshot(`
      "The application is on staging.
      - web-app 1.4.0 runs on staging at web-app-staging:8080: healthy, 1 replica.
      - Smoke tests of 1.4.0 on staging: 10/10 passed, 0 % errors, p95 latency 85 ms."
    `);
  });
});

describe("the story of a release under load", async () => {
  const story = await playMission(missionOf("iterate"), world);

  it("forgets the load tests at first: the summarizer says so, and scores it by half", () => {
    expect(story.plans[0]?.tasks.map(({ id }) => id)).not.toContain("load_tests");
    expect(story.summaries[0]).toMatchObject({
      qualityScore: 0.55,
      needReplan: true,
      replanReason: expect.stringContaining("load suite"),
      finalAnswer: expect.stringContaining("not known yet"),
    });
  });

  it("adds them in one iteration, behind what is done, and tells their figures", () => {
    expect(story.plans).toHaveLength(2);
    expect(story.plans[1]?.tasks.slice(0, -1)).toEqual(story.plans[0]?.tasks);
    expect(story.plans[1]?.tasks.at(-1)?.id).toBe("load_tests");
    expect(story.summaries[1]).toMatchObject({
      needReplan: false,
      finalAnswer: expect.stringContaining("1000 requests a minute"),
      usedEvidence: ["deploy_staging", "smoke_tests", "load_tests"],
    });
    expect(story.summaries).toHaveLength(2);
  });
});

describe.each(["fraud-model", "staging"])("the summary of the %s story", async (name) => {
  const story = await playMission(missionOf(name), world);

  it("says what the plain answer says, and that nothing is missing", () => {
    expect(story.summaries).toMatchObject([
      { finalAnswer: story.answer, qualityScore: 1, needReplan: false },
    ]);
  });
});
