import { describe, expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import { readBlock } from "@/lib/core/prompt-blocks";
import { DEFAULT_CRITERIA } from "@/lib/core/reflection";
import { rendered } from "../fixtures";
import { givenBlocks } from "../given";
import { critique } from ".";

const asked = {
  mission: "Report speed and cost",
  criteria: DEFAULT_CRITERIA,
  answer: "It answers in 80 ms.",
};

const NONE = { results: [], errors: [], evidence: [] };
const DOUBT = { score: 0.4, feedback: "No number.", issues: ["No p95."], suggestions: ["Measure it."] };

describe("the prompt of a critique", () => {
  it("has of an earlier answer only what this one does not have", () => {
    const shown = (answer: Json, before: Json) => {
      const previous = { answer: before, critique: { ...DOUBT, questions: [] } };
      const prompt = critique.buildPrompt({ ...asked, answer, about: { outcome: NONE }, previous });
      const [message] = prompt.messages;
      return readBlock(message && "text" in message ? message.text : "", "previous_answer");
    };
    expect(shown("# Speed\n\n80 ms\n\nMay cost.", "# Speed\n\nfast\n\nMay cost.")).toBe("fast");
    expect(shown("# Speed\n80 ms", "# Speed")).toBe("(nothing was taken out)");
    expect(shown({ ms: 80 }, { ms: 70 })).toContain("70");
  });

  it("gives an agent's answer with its task and what it did", async () => {
    const prompt = critique.buildPrompt({
      ...asked,
      previous: { answer: "It is fast.", critique: { ...DOUBT, questions: [] } },
      about: {
        task: { id: "measure", title: "Measure", details: ["On staging"], input: "Measure speed and errors" },
        brief: "You measure.",
        given: givenBlocks({
          attachments: [{ name: "limits.csv", kind: "csv", bytes: 9, begins: "p95\n80" }],
          upstream: '<result of="deploy">Deployed.</result>',
          effectsDone: ["deploy_service {} (task deploy)"],
          peopleSaid: ["Anna approved “Deploy it”: On staging alone."],
          feedback: { attempt: 2, of: 3, previousOutput: "It is fast.", diagnosis: "There is no number." },
        }),
        trajectory: [
          { omitted: 2 },
          {
            step: 3,
            thought: "I look.",
            calls: [{ tool: "run_tests", args: { suite: "load" }, gave: { p95: 80 } }],
          },
          { step: 4, thought: "", calls: [{ tool: "run_tests", args: {}, failed: "suite is missing" }] },
        ],
      },
    });
    await expect(rendered(prompt)).toMatchFileSnapshot("./critique.golden.txt");
  });

  it("gives the final answer with what the tasks came to", async () => {
    const prompt = critique.buildPrompt({
      ...asked,
      about: {
        outcome: {
          results: [{ id: "measure", title: "Measure", status: "succeeded", value: { p95Ms: 80 } }],
          errors: [{ taskId: "price", status: "failed", diagnosis: "There is no price list." }],
          evidence: [{ taskId: "measure", layer: "schema", outcome: "passed" }],
          effectsDone: ["deploy_service {} (task deploy)"],
          peopleSaid: ["Anna: leave the cost out."],
          mistakes: ["Nobody asked for the price list."],
          note: "A person completed the run early.",
        },
      },
    });
    await expect(rendered(prompt)).toMatchFileSnapshot("./critique-final.golden.txt");
  });

  it("cuts a long answer and says that the cut is not the answer's", () => {
    const { messages } = critique.buildPrompt({
      ...asked,
      about: { outcome: { results: [] } },
      answer: { text: "x".repeat(50_000) },
    });
    const text = messages[0]?.role === "user" ? messages[0].text : "";
    expect(readBlock(text, "answer")).toMatch(/x\n\(cut: 40000 of 50011 characters\)$/);
  });
});

describe("reading a critique", () => {
  const said = {
    score: 0.5,
    feedback: "Half.",
    issues: ["No cost."],
    suggestions: ["Add it."],
    questions: [],
  };

  it.each<[string, object | string, object]>([
    ["as it is asked for", { ...said, passed: false }, said],
    ["whatever the critic thinks of the score", { ...said, passed: true }, said],
    [
      "with a score written as text, and one issue alone",
      { score: "0.5", issues: " No cost. " },
      { issues: ["No cost."] },
    ],
    ["that is perfect and says nothing more", { score: 1 }, { score: 1, feedback: "", issues: [] }],
    ["of nothing", { score: 0, feedback: "Nothing is answered." }, { score: 0 }],
    ["in a code fence after some words", `Well:\n\`\`\`json\n${JSON.stringify(said)}\n\`\`\``, said],
    ["with null for nothing", { ...said, questions: null }, said],
    [
      "with issues that are objects",
      { ...said, issues: [{ what: "cost" }, ""] },
      { issues: ['{"what":"cost"}'] },
    ],
  ])("takes one %s", (_, answer, value) => {
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    expect(critique.parse(text)).toMatchObject({ ok: true, value });
  });

  it.each<[string, string]>([
    ["no object", "It is good: 0.9"],
    ["no score", JSON.stringify({ passed: true, feedback: "Good." })],
    ["a score in percent", JSON.stringify({ ...said, score: 80 })],
    ["a negative score", JSON.stringify({ ...said, score: -0.1 })],
    ["a score in words", JSON.stringify({ ...said, score: "good" })],
    ["a score that is null", JSON.stringify({ ...said, score: null })],
    ["two scores that contradict each other", '{"score": 0.2, "feedback": "no"} {"score": 0.9}'],
  ])("asks again for %s", (_, text) => {
    expect(critique.parse(text)).toMatchObject({ ok: false, problem: expect.stringContaining('"score"') });
  });

  it("asks again where nothing says why it is not perfect", () => {
    expect(critique.parse('{"score": 0.9, "feedback": ""}')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('"feedback"'),
    });
  });
});
