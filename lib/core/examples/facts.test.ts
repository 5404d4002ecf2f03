import { expect, it } from "vitest";
import { exampleIdOf, kindOfExample, questionOf, storableExample, toolsOfExample } from "./facts";
import type { AgentExample, PlannerExample } from "./form";

const call = (fields: object) => ({ thought: "", ...fields });
const FINISH = call({ next_node: null, args: { answer: "x" } });
const search: AgentExample = {
  query: "Find it",
  steps: [
    call({ next_node: "search", args: {} }),
    { observation: { next: 1 } },
    call({
      plan: [
        { node: "load", args: {} },
        { node: "search", args: {} },
      ],
      join: { node: "join", args: {} },
    }),
    call({ next_node: "a", plan: [{ node: "b" }] }),
    FINISH,
  ],
  outcome: "answer_complete",
};
const deploy: PlannerExample = {
  mission: "Deploy it",
  plan: {
    agents: { ops: { prompt: "Deploy", tools: ["deploy", "test"] } },
    tasks: [
      { id: "a", agent: "ops", input: "go" },
      { id: "b", type: "direct", input: "(tool/measure {})" },
    ],
  },
};

it("names the tools that it calls or gives, each once", () => {
  expect(toolsOfExample(search)).toEqual(["join", "load", "search"]);
  expect(toolsOfExample(deploy)).toEqual(["deploy", "measure", "test"]);
  expect(toolsOfExample({ mission: "M", plan: "" })).toEqual([]);
});

it("is for agents by a query, for planners by a mission", () => {
  expect([search, deploy].map(kindOfExample)).toEqual(["agent", "planner"]);
  expect([search, deploy].map(questionOf)).toEqual(["Find it", "Deploy it"]);
});

it("is stored without secrets, wherever they stand", () => {
  const stored = storableExample({
    ...search,
    query: "Use sk-live-4242abcd",
    steps: [
      call({ next_node: "login", args: { user: "ada", password: "hunter2", Authorization: "x", token: "" } }),
      FINISH,
    ],
  });
  expect(stored.query).toBe("Use [hidden]");
  expect(stored.steps[0]).toMatchObject({
    args: { user: "ada", password: "[hidden]", Authorization: "[hidden]", token: "" },
  });
  expect(storableExample(deploy)).toEqual(deploy);
});

it("has an id by what it says, whatever the order of its fields", () => {
  const { query, ...rest } = search;
  expect(exampleIdOf({ ...rest, query })).toBe(exampleIdOf(search));
  expect(exampleIdOf(search)).toMatch(/^exm_[0-9a-f]{24}$/);
  expect(exampleIdOf({ ...search, query: "Find that" })).not.toBe(exampleIdOf(search));
});
