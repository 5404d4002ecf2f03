import { describe, expect, it } from "vitest";
import { MEASURED_WAY, rendered } from "../fixtures";
import { retrospective } from ".";

it("gives what came of the run, and what happened on the way", async () => {
  const prompt = retrospective.buildPrompt({
    mission: "Report speed and cost",
    ended: "Completed early: the mission was achieved",
    answer: "It answers in 80 ms.",
    results: [{ id: "measure", title: "Measure", status: "succeeded", value: { p95Ms: 80 } }],
    errors: [{ taskId: "price", status: "failed", diagnosis: "There is no price list." }],
    evidence: [{ taskId: "measure", layer: "schema", outcome: "passed" }],
    ...MEASURED_WAY,
    history: ["[Replan 1] price failed"],
    peopleSaid: ["Anna: leave the cost out."],
  });
  await expect(rendered(prompt)).toMatchFileSnapshot("./retrospective.golden.txt");
});

describe("reading a retrospective", () => {
  const said = {
    goalAchieved: "partial",
    efficiency: 0.5,
    unnecessaryTasks: ["b"],
    workedWell: ["It was fast."],
    improvements: ["Ask first."],
    lesson: "Ask for the price list first.",
  };

  it.each<[string, object | string, object]>([
    ["as it is asked for", said, said],
    [
      "with a number written as text, and one point alone",
      { ...said, efficiency: "0.5", workedWell: "It was fast." },
      said,
    ],
    [
      "without a lesson",
      { goalAchieved: "yes", efficiency: 1 },
      { goalAchieved: "yes", lesson: "", improvements: [] },
    ],
    ["in a code fence after some words", `Well:\n\`\`\`json\n${JSON.stringify(said)}\n\`\`\``, said],
    ["with null for nothing", { ...said, lesson: null }, { lesson: "" }],
  ])("takes one %s", (_, answer, value) => {
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    expect(retrospective.parse(text)).toMatchObject({ ok: true, value });
  });

  it.each<[string, string, string]>([
    ["no object", "All went well.", "goalAchieved"],
    ["another verdict", JSON.stringify({ ...said, goalAchieved: "mostly" }), "goalAchieved"],
    ["an efficiency in percent", JSON.stringify({ ...said, efficiency: 80 }), "efficiency"],
    ["no efficiency", JSON.stringify({ goalAchieved: "yes" }), "efficiency"],
  ])("asks again for %s", (_, text, problem) => {
    expect(retrospective.parse(text)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  });

  it("cuts what is longer than an event holds", () => {
    const read = retrospective.parse(JSON.stringify({ ...said, lesson: "x".repeat(5_000) }));
    expect(read.ok && read.value.lesson.length).toBeLessThanOrEqual(300);
  });
});
