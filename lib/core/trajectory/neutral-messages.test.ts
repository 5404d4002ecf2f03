import { expect, test } from "vitest";
import { readBlock } from "../prompt-blocks";
import { neutralMessagesOf, readAction, readTrajectory, type Trajectory } from ".";

const facts = { usage: {}, startedAtMs: 0, latencyMs: 0 };
const steps = [
  {
    ...facts,
    step: 1,
    thought: "I look.",
    action: { type: "tool", callId: "c1", tool: "look", args: { q: 1 } },
    observation: 7,
  },
  {
    ...facts,
    step: 2,
    thought: "",
    steering: ["Hurry."],
    action: {
      type: "parallel",
      calls: [{ callId: "c2", tool: "look", args: {} }],
      join: { callId: "j", tool: "add", args: { all: "$results" } },
    },
    observation: {
      branches: [{ callId: "c2", tool: "look", ok: true, output: 1 }],
      success: 1,
      failed: 0,
      join: { callId: "j", tool: "add", ok: true, output: 2 },
    },
  },
  { ...facts, step: 3, thought: "", action: { type: "finish", answer: { sum: 2 } }, error: "Too short." },
  { ...facts, step: 4, thought: "Nothing", action: { type: "finish", answer: "" }, error: "Empty." },
];

function recorded(more: object = {}): Trajectory {
  const read = readTrajectory({
    query: "Find it",
    context: null,
    summary: null,
    answer: null,
    steps,
    constraints: { tools: ["look", "add"], maxTurns: 8, ...more },
  } as never);
  if (!read.ok) throw new Error(read.problem);
  return read.trajectory;
}

test("turns stand in no provider's form: what was said, and what was called", () => {
  const messages = neutralMessagesOf(recorded(), ["Now."]);
  expect(messages.map(({ role }) => role)).toEqual(
    "user assistant tool user assistant tool assistant user assistant user user".split(" "),
  );
  const turns = messages.flatMap((message) => ("turn" in message ? [message.turn] : []));
  expect(turns).toEqual([
    { text: "I look.", toolCalls: [{ callId: "c1", tool: "look", args: { q: 1 } }] },
    {
      text: "",
      toolCalls: [
        { callId: "c2", tool: "look", args: {} },
        { callId: "j", tool: "add", args: { all: "$results" } },
      ],
    },
    { text: '{"sum":2}', toolCalls: [] },
    { text: "Nothing", toolCalls: [] },
  ]);
  const last = messages.at(-1);
  expect(last?.role === "user" && readBlock(last.text, "steering")).toBe("Now.");
});

test("to a model that writes its actions as JSON they read as actions", () => {
  const messages = neutralMessagesOf(recorded({ toolCalling: "json" }));
  const turns = messages.flatMap((message) => ("turn" in message ? [message.turn] : []));
  const actions = turns.map(({ text }, index) => readAction(text, index + 1, ["look", "add"]));
  expect(actions).toMatchObject([
    { ok: true, action: { thought: "I look.", toolCalls: [{ tool: "look", args: { q: 1 } }] } },
    { ok: true, action: { toolCalls: [{ tool: "look" }], join: { tool: "add" } } },
    { ok: true, action: { toolCalls: [], answer: { sum: 2 } } },
    { ok: true, action: { answer: "" } },
  ]);
  expect(turns.every(({ toolCalls }) => toolCalls.length === 0)).toBe(true);
});
