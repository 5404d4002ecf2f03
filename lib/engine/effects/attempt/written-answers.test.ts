import { describe, expect, test } from "vitest";
import { playScriptedRun, testTool as tool } from "@/lib/testing/engine/scripted-run";

const task = { id: "t", title: "Task", agent: "worker", input: "go", maxRetries: 0 };
const look = tool("look", { run: () => ({ seen: 1 }) });
const outputSchema = { type: "object", required: ["rows"], properties: { rows: { type: "integer" } } };
const written = '<tool_call>\n{"name": "look", "arguments": {"version": "1"}}\n</tool_call>';

/** A model that answers with one text a turn, the last again and again. */
const play = (texts: string[], more: object = {}) =>
  playScriptedRun([{ ...task, ...more }], {
    tools: [look],
    script: ({ messages }) =>
      texts[messages.filter(({ role }) => role === "assistant").length] ?? texts.at(-1) ?? "",
  });
const attemptOf = (run: Awaited<ReturnType<typeof play>>) => run.state().tasks.t;

describe("a call that is written as text", () => {
  test("is no result: the agent is told so once, and may still answer", async () => {
    const run = await play([written, "There is one."]);
    expect(attemptOf(run)).toMatchObject({ status: "succeeded", result: { preview: "There is one." } });
    expect(JSON.stringify(run.model.requests[1]?.messages)).toContain("where nothing runs");
  });

  test.each([
    'await look({"version": "1"})',
    '{"tool": {"look": {"version": "1"}}}',
    '{"tool": "look", "version": "1"}',
  ])("is none in any form: %s", async (text) => {
    const run = await play([text, "There is one."]);
    expect(attemptOf(run)).toMatchObject({ status: "succeeded", result: { preview: "There is one." } });
  });

  test("fails the attempt the second time", async () => {
    const run = await play([written]);
    expect(attemptOf(run)?.status).toBe("failed");
    expect(run.model.requests.filter(({ system }) => system.startsWith("Role: agent"))).toHaveLength(2);
    expect(JSON.stringify(attemptOf(run)?.diagnosis)).toContain("where nothing runs");
  });

  test("is a result where the task asks for such an object", async () => {
    const asked = { type: "object", required: ["name", "arguments"] };
    const run = await play(['{"name": "look", "arguments": {}}'], { outputSchema: asked });
    expect(attemptOf(run)).toMatchObject({ status: "succeeded" });
  });
});

describe("a result with a schema", () => {
  test("is read whatever stands around it, and in the form that the schema wants", async () => {
    const run = await play(
      ['<think>Count.</think>\nHere is the profile:\n\n```json\n{"rows": "500",}\n```\n\nAll clean.'],
      {
        outputSchema,
      },
    );
    expect(attemptOf(run)).toMatchObject({ status: "succeeded", result: { preview: '{"rows":500}' } });
  });

  test("is judged as it is where nothing in it fits", async () => {
    const run = await play(["I could not count."], { outputSchema });
    expect(attemptOf(run)?.status).not.toBe("succeeded");
  });
});

describe("thinking", () => {
  test("is no part of a result", async () => {
    const run = await play(["<think>\nTable of five?\n</think>\nA table."]);
    expect(attemptOf(run)).toMatchObject({ result: { preview: "A table." } });
  });

  test("alone is no answer", async () => {
    const run = await play(["<think>\nHm.\n</think>\n", "Done."]);
    expect(JSON.stringify(run.model.requests[1]?.messages)).toContain("The answer was empty");
  });
});
