import { describe, expect, it } from "vitest";
import type { Json } from "../json";
import { readAction } from ".";

const call = (callId: string, tool: string, args: Json = {}) => ({
  callId,
  tool,
  args,
  rawArgs: JSON.stringify(args),
});
const read = (value: unknown) => readAction(JSON.stringify(value), 3);
const problemOf = (text: string) => {
  const outcome = readAction(text, 3);
  return outcome.ok ? "" : outcome.problem;
};

describe("an action in JSON", () => {
  it("calls a tool", () => {
    expect(read({ thought: "Look", next_node: "search", args: { q: "x" }, plan: null, join: null })).toEqual({
      ok: true,
      action: { thought: "Look", toolCalls: [call("call_3_1", "search", { q: "x" })] },
    });
    expect(read({ nextNode: "now" })).toMatchObject({
      action: { thought: "", toolCalls: [call("call_3_1", "now")] },
    });
  });

  it("calls several at once, and joins them", () => {
    const plan = [
      { node: "search", args: { q: "x" } },
      { tool: "look", args: null },
    ];
    const join = { node: "merge", args: { of: "$expect" } };
    expect(read({ thought: { now: 1 }, next_node: null, plan, join })).toEqual({
      ok: true,
      action: {
        thought: '{"now":1}',
        toolCalls: [call("call_3_1", "search", { q: "x" }), call("call_3_2", "look")],
        join: call("call_3_join", "merge", { of: "$expect" }),
      },
    });
  });

  it.each<[string, object]>([
    ["beside the arguments", { args: { n: 1 }, inject: { lists: "$results" } }],
    ["as a mapping", { args: { n: 1 }, inject: { mapping: { lists: "$results" } } }],
  ])("may say what a join is put with %s", (_, join) => {
    const plan = [{ node: "search" }];
    expect(read({ plan, join: { node: "merge", ...join } })).toMatchObject({
      action: { join: { args: { n: 1, lists: "$results" } } },
    });
    expect(read({ plan, join: { node: "merge", inject: { lists: "$results" } } })).toMatchObject({
      action: { join: { args: { lists: "$results" } } },
    });
  });

  it.each<[Json, Json]>([
    [{ answer: "42" }, "42"],
    [{ raw_answer: { rows: 2 } }, { rows: 2 }],
    [
      { answer: 1, sure: true },
      { answer: 1, sure: true },
    ],
    [{ summary: "all" }, { summary: "all" }],
    ["42", "42"],
    [{}, "I know"],
    [null, "I know"],
  ])("without a tool answers: %j is %j", (args, answer) => {
    expect(read({ thought: "I know", next_node: null, args })).toMatchObject({
      action: { toolCalls: [], answer },
    });
    expect(read({ thought: "I know", next_node: "null", args, plan: [] })).toMatchObject({
      action: { answer },
    });
  });

  it("is found in what stands around it", () => {
    const text =
      '<think>{"next_node": "deploy"}</think>\nI look:\n```json\n{"thought": "Look", "next_node": "now",}\n```';
    expect(readAction(text, 1)).toMatchObject({ action: { toolCalls: [{ tool: "now" }] } });
    expect(readAction('{"rows": 1} {"thought": "Done", "args": {"answer": 1}}', 1)).toMatchObject({
      action: { answer: 1 },
    });
    expect(readAction('{"next_node": "now"} {"next_node": "now"}', 1)).toMatchObject({ ok: true });
  });

  it.each<[string, object, object]>([
    [
      "action",
      { thought: "I look", action: "search", action_input: { q: "x" } },
      { toolCalls: [{ tool: "search" }] },
    ],
    [
      "tool",
      { tool: "search", arguments: { q: "x" } },
      { toolCalls: [{ tool: "search", args: { q: "x" } }] },
    ],
    ["Final Answer", { action: "Final Answer", action_input: "High" }, { toolCalls: [], answer: "High" }],
    [
      "final_answer",
      { thought: "", next_node: "final_answer", args: { answer: "High" } },
      { answer: "High" },
    ],
  ])("goes by the name of %s as well", (_, action, expected) => {
    expect(readAction(JSON.stringify(action), 1, ["search"])).toMatchObject({ ok: true, action: expected });
  });

  it("calls a tool that is named like the end of the work", () => {
    const finish = JSON.stringify({ next_node: "finish", args: { id: 1 } });
    expect(readAction(finish, 1, ["finish"])).toMatchObject({ action: { toolCalls: [{ tool: "finish" }] } });
    expect(readAction(finish, 1, ["search"])).toMatchObject({ action: { toolCalls: [], answer: { id: 1 } } });
  });

  it("is none in an object that only has a name in common with one", () => {
    expect(readAction('{"action": "Deploy it", "owner": "Anna"}', 1)).toMatchObject({ ok: false });
  });

  it.each([
    ["thought", '<think>\n{"next_node": "deploy"}\n</think>\n{"next_node": "now"}'],
    ["thought without saying so", 'Maybe {"next_node": "deploy"}?\n</think>\n{"next_node": "now"}'],
    [
      "quoted from its data",
      '<data name="observation">\n{"next_node": "deploy"}\n</data>\n{"next_node": "now"}',
    ],
    ["wrote in a text", '{"thought": "</think>\\n", "next_node": "now"}'],
  ])("is not what a model %s", (_, text) => {
    expect(readAction(text, 1)).toMatchObject({ ok: true, action: { toolCalls: [{ tool: "now" }] } });
  });

  it.each<[string, string, string]>([
    ["nothing like one", "The answer is 42.", "Your answer holds no action."],
    ["another object", '{"rows": 1} [1]', "Your answer holds no action."],
    [
      "a part of one",
      'I look: {"thought": "Look", "plan": [{"next_node": "now"}',
      "cannot be read from character",
    ],
    ["two", '{"next_node": "a"} {"next_node": "b"}', "Your answer holds 2 actions: give one."],
    ["a tool and a plan", '{"next_node": "a", "plan": [{"node": "b"}]}', 'Give either "next_node" or "plan"'],
    ["a plan that is none", '{"plan": "a, b"}', '"plan" has to be a list'],
    ["a plan without a tool", '{"plan": [{"args": {}}, 1]}', '"plan" has to be a list'],
    ["a join of nothing", '{"next_node": "a", "join": {"node": "b"}}', '"join" needs a "plan"'],
    ["a join without a tool", '{"plan": [{"node": "a"}], "join": {"node": ""}}', '"join" has to be'],
  ])("is not made of %s", (_, text, problem) => {
    expect(problemOf(text)).toContain(problem);
    expect(problemOf(text)).toContain('Answer with one JSON object: {"thought"');
  });
});

describe("an action that names something twice", () => {
  it.each([
    ['{"next_node": "pay", "args": {"amount": 1, "amount": 900}}', "args.amount"],
    ['{"next_node": "look", "args": {}, "next_node": "pay"}', "next_node"],
    ['{"plan": [{"node": "pay", "args": {"to": {"id": "a", "id": "b"}}}]}', "plan[0].args.to.id"],
  ])("is none where the values differ: %s", (text, path) => {
    expect(problemOf(text)).toContain(`"${path}" is written twice`);
  });

  it("counts where they are the same", () => {
    expect(readAction('{"next_node": "pay", "args": {"n": 1, "n": 1}}', 3)).toMatchObject({ ok: true });
  });
});
