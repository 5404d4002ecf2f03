import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../json";
import { readAgentExample } from "./agent";
import type { AgentExample, Example } from "./form";
import { MAX_EXAMPLE_BYTES, MAX_EXAMPLES_PER_FILE } from "./limits";
import { readExample, readExamples, writeExamples } from "./read";
import { EXAMPLE_OUTCOMES } from "./words";

/** The example that the form was first described with. */
const PAPERS: AgentExample = {
  query: "Find recent papers on transformers",
  steps: [
    {
      thought: "Search academic database",
      next_node: "search_papers",
      args: { keywords: "transformers", since: "2023" },
    },
    { observation: { papers: ["Paper A", "Paper B"] } },
    { thought: "Summarize findings", next_node: null, args: { summary: "Found 2 recent papers..." } },
  ],
  outcome: "answer_complete",
  note: "Always filter by date for 'recent' queries",
};
const MEMO: Example = { mission: "Write a memo", plan: "Step 1: Write it", note: null };
const FINISH = { thought: "", next_node: null, args: { answer: "x" } };

const codesOf = (value: unknown) => {
  const read = readExample(value);
  return read.ok ? [] : read.problems.map(({ code, path }) => `${code} ${path}`.trim());
};

describe("an example", () => {
  it.each<[string, Json]>([
    ["of an agent", PAPERS],
    ["of an agent, without a note", { ...PAPERS, note: null }],
    [
      "whose steps hold calls in parallel",
      {
        ...PAPERS,
        steps: [{ thought: "", plan: [{ node: "a", args: {} }], join: { node: "b", args: {} } }, FINISH],
      },
    ],
    ["that found no path", { ...PAPERS, steps: [FINISH], outcome: "no_path" }],
    ["of the planner", MEMO],
    ["of the planner, its plan as JSON", { ...MEMO, plan: { tasks: [{ id: "a", input: "Write it" }] } }],
  ])("%s is read as it is", (_, value) => {
    expect(readExample(value)).toEqual({ ok: true, example: value });
  });

  it.each<[string, Json, ...string[]]>([
    ["an empty query", { ...PAPERS, query: " \n" }, "empty_query query"],
    ["no step that finishes", { ...PAPERS, steps: PAPERS.steps.slice(0, 2) }, "no_finish_step steps"],
    ["no steps", { ...PAPERS, steps: [] }, "no_finish_step steps"],
    ["a call at its end", { ...PAPERS, steps: [{ next_node: "search", args: {} }] }, "no_finish_step steps"],
    ["more than 20 steps", { ...PAPERS, steps: Array(21).fill(FINISH) }, "too_many_steps steps"],
    ["a step of neither kind", { ...PAPERS, steps: [{ note: "x" }, FINISH] }, "unreadable_step steps[0]"],
    [
      "a step of two kinds of call",
      { ...PAPERS, steps: [{ next_node: "a", plan: [{ node: "b" }] }, FINISH] },
      "unreadable_step steps[0]",
    ],
    ["an unknown outcome", { ...PAPERS, outcome: "done" }, "unreadable outcome"],
    ["a field that is not known", { ...PAPERS, author: "me" }, "unreadable"],
    ["a step that is no object", { ...PAPERS, steps: ["search"] }, "unreadable steps[0]"],
    ["an empty mission", { ...MEMO, mission: "" }, "empty_mission mission"],
    ["no plan", { ...MEMO, plan: "" }, "unreadable_plan plan"],
    ["a plan without tasks", { ...MEMO, plan: { tasks: [] } }, "unreadable_plan plan"],
    ["too many bytes", { ...PAPERS, note: "x".repeat(MAX_EXAMPLE_BYTES) }, "too_large"],
    ["nothing at all", null, "unreadable"],
  ])("with %s is refused, with words", (_, value, ...codes) => {
    expect(codesOf(value)).toEqual(codes);
    const read = readExample(value);
    for (const { message } of read.ok ? [] : read.problems) expect(message).toMatch(/[.…:]/);
  });

  it("of a plan is an agent's", () => {
    expect(readAgentExample(PAPERS).ok).toBe(true);
    expect(readAgentExample(MEMO).ok).toBe(false);
  });
});

describe("a file of examples", () => {
  it.each<[string, Json]>([
    ["one", PAPERS],
    ["a list", [PAPERS, MEMO]],
    ["a list by its name", { few_shot_examples: [PAPERS] }],
    ["a list by another name", { examples: [MEMO] }],
  ])("holds %s", (_, value) => {
    const read = readExamples(JSON.stringify(value));
    expect(read.ok && read.examples.length).toBeGreaterThan(0);
  });

  it("is taken whole or not at all, and says of which example what is wrong", () => {
    const bad = { ...PAPERS, query: "" };
    const read = readExamples(JSON.stringify({ few_shot_examples: [PAPERS, bad, 7] }));
    expect(read.ok ? [] : read.problems.map(({ path }) => path)).toEqual([
      "few_shot_examples[1].query",
      "few_shot_examples[2]",
    ]);
    expect(readExamples("{")).toMatchObject({ ok: false, problems: [{ code: "unreadable" }] });
    const many = JSON.stringify(Array(MAX_EXAMPLES_PER_FILE + 1).fill(7));
    expect(readExamples(many)).toMatchObject({ ok: false, problems: [{ code: "too_many_examples" }] });
  });

  it("comes back unchanged, whatever it holds", () => {
    const args = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue() as fc.Arbitrary<Json>);
    const action = fc.record({ thought: fc.string(), next_node: fc.constantFrom("a", "b"), args });
    const observation = fc.record({ observation: fc.jsonValue() as fc.Arbitrary<Json> });
    const steps = fc.array(fc.oneof(action, observation), { maxLength: 19 });
    const example = fc.record(
      {
        query: fc.string().map((text) => `q ${text}`),
        steps: steps.map((all): JsonObject[] => [...all, FINISH]),
        outcome: fc.constantFrom(...EXAMPLE_OUTCOMES),
        note: fc.option(fc.string()),
      },
      { requiredKeys: ["query", "steps", "outcome"] },
    );
    fc.assert(
      fc.property(fc.array(example, { maxLength: 4 }), (examples) => {
        const text = writeExamples(examples);
        const read = readExamples(text);
        expect(read.ok ? read.examples : read.problems).toEqual(JSON.parse(text));
        expect(read.ok && writeExamples(read.examples)).toBe(text);
      }),
    );
  });
});
