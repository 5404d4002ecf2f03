import { describe, expect, it } from "vitest";
import { critique } from "@/lib/agents/critique";
import { revision } from "@/lib/agents/revision";
import { DEFAULT_CRITERIA } from "@/lib/core/reflection";
import { SAMPLE_SETTINGS } from "@/lib/core/scenarios";
import { missionOf, playStory } from "@/lib/testing/engine/play-story";
import { askRole } from "@/lib/testing/models/simulated-model";

const mission = missionOf("reflect");
const settings = { ...SAMPLE_SETTINGS, summarizer: "on" };

describe("the reflect story", async () => {
  const { state, gates, calls } = await playStory(mission, { settings });
  const measured = state.tasks.measure_service;

  it("completes without a person", () => {
    expect(state.finished?.reason).toBe("answer_complete");
    expect(gates).toEqual([]);
    expect(state.counters).toMatchObject({ replans: 0, iterations: 0, attempts: 2 });
  });

  it("has its agent measure the load when a critic misses it, by another call of the tool", () => {
    expect(calls.filter((call) => call.startsWith("Run"))).toEqual([
      "Run the smoke tests on staging against 1.4.0",
      "Run the load tests on staging against 1.4.0",
    ]);
    expect(measured?.attempts).toMatchObject([
      { attempt: 1, steps: 4, reflection: { critiques: 2, outcome: "passed", score: 0.95, step: 4 } },
    ]);
    expect(measured?.result?.preview).toContain("p95 latency 85 ms");
    expect(measured?.result?.preview).toContain("1000 requests a minute");
  });

  it("has its answer revised, since it leaves out the servers, with the figures of the results", () => {
    const { answers = [], accepted } = state.reflection ?? {};
    expect(answers.map(({ critique: said }) => said?.score)).toEqual([0.75, 0.95]);
    expect(answers[0]?.critique?.issues).toEqual(["It does not say how many servers it needs."]);
    expect(answers[0]?.critique?.suggestions).toEqual([
      "Take it from the result of “Estimate the servers”: 6 servers.",
    ]);
    expect(answers[0]?.value.preview).not.toContain("servers");
    expect(accepted).toMatchObject({ outcome: "passed", revisions: 1, kept: 1 });
    for (const figure of ["85 ms", "1000 requests a minute", "6 servers"]) {
      expect(JSON.stringify(state.answer)).toContain(figure);
    }
  });

  it("answers with a gap where nobody reflects", async () => {
    const { state: plain } = await playStory(mission, { settings: { summarizer: "off" } });
    expect(plain.reflection).toBeUndefined();
    expect(JSON.stringify(plain.answer)).not.toContain("6 servers");
  });
});

describe("off its path", () => {
  const facts = { mission, criteria: DEFAULT_CRITERIA };
  const result = (id: string, value: string) => ({ id, title: id, status: "succeeded", value });

  it("the critic takes the figures from the results: one that is made up answers nothing", async () => {
    const results = [
      result("measure_service", "p95 latency 40 ms at 500 requests a minute"),
      result("x", "3 servers"),
    ];
    const judge = (answer: string) =>
      askRole(critique, { ...facts, answer, about: { outcome: { results } } });
    expect((await judge("p95 latency 85 ms, 500 requests a minute, 3 servers")).score).toBe(0.75);
    expect((await judge("p95 latency 40 ms, 500 requests a minute, 3 servers")).score).toBe(0.95);
    expect((await judge("It is fine.")).score).toBe(0.35);
  });

  it("a task of another plan is judged by the template", async () => {
    const task = { id: "else", title: "Else", details: [], input: "Do something else" };
    const about = { task, brief: "", given: [], trajectory: [] };
    expect(await askRole(critique, { ...facts, about, answer: "done" })).toMatchObject({ score: 0.9 });
    expect(await askRole(critique, { ...facts, about, answer: null })).toMatchObject({ score: 0.1 });
  });

  it("an answer about anything else is fixed with the results that it leaves out", async () => {
    const said = { score: 0.5, feedback: "Half.", issues: [], suggestions: [], questions: [] };
    const results = [result("a", "80 ms"), result("b", "6 servers")];
    const text = await askRole(revision, {
      mission: "Something else",
      results,
      critique: said,
      previousAnswer: "It takes 80 ms.",
    });
    expect(text).toBe("It takes 80 ms.\n- b: 6 servers");
  });
});
