import { expect, it } from "vitest";
import { entryTokens } from "../take-within";
import type { AgentExample } from "./form";
import { shortenedExample } from "./shorten";

const program = `(and ${"(> data/result.total 0) ".repeat(20)})`;
const example: AgentExample = {
  query: "Rank the customers",
  steps: [
    { thought: "Read them", next_node: "sql", args: { query: "select 1", check: program } },
    { observation: "row ".repeat(900) },
    { next_node: null, args: { answer: "A, B" } },
  ],
  outcome: "answer_complete",
};

it("keeps steps and programs whole, and of other texts as much as there is room for", () => {
  const [wide, narrow] = [shortenedExample(example, 400), shortenedExample(example, 300)];
  for (const short of [wide, narrow]) {
    expect(short?.steps[0]).toEqual(example.steps[0]);
    expect(short?.steps[2]).toEqual(example.steps[2]);
  }
  expect(String(wide?.steps[1]?.observation).length).toBeGreaterThan(
    String(narrow?.steps[1]?.observation).length,
  );
  expect(entryTokens(JSON.stringify(narrow))).toBeLessThanOrEqual(300);
});

it("is none where even its steps are too long", () => {
  expect(shortenedExample(example, 100)).toBeUndefined();
});
