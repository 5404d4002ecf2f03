import { afterEach, describe, expect, test } from "vitest";
import { createAiSdkModel } from "@/lib/adapters/ai-sdk-model";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { testTool } from "@/lib/testing/engine/scripted-run";
import {
  createOpenAiWireServer,
  type Reply,
  type WireRequest,
  type WireServer,
} from "@/lib/testing/wire/openai-server";
import { createToolbox } from "@/lib/tools";

/** What models and their providers do otherwise costs no person's time, no attempt and no replan. */
let server: WireServer;
afterEach(() => server.close());

const answer = (text: string, finishReason?: string): Reply => ({
  kind: "answer",
  text,
  ...(finishReason !== undefined && { finishReason }),
});
const refuse = (message: string): Reply => ({ kind: "error", status: 400, error: { message } });
const isOf = (role: string, { body }: WireRequest) => JSON.stringify(body.messages).includes(`Role: ${role}`);

type Look = Partial<ReturnType<typeof testTool>>;

async function play(
  respond: (request: WireRequest) => Reply,
  task: object,
  settings: object = {},
  look: Look = {},
) {
  server = await createOpenAiWireServer({ respond });
  const model = createAiSdkModel({
    providers: { wire: { kind: "openai-compatible", baseUrl: server.baseUrl } },
    models: [{ id: "wire:one" }],
  });
  const tools = createToolbox([testTool("look", { run: () => ({ seen: 3 }), ...look })]);
  const engine = createMemoryEngine({ model, tools });
  const agents = { worker: { prompt: "Work.", tools: ["look"] } };
  const tasks = [{ id: "t", title: "Task", agent: "worker", input: "go", maxRetries: 0, ...task }];
  await engine.create(
    "Do it",
    { title: "Plan", agents, tasks },
    { models: { default: "wire:one" }, ...settings },
  );
  await (await engine.lease()).ended;
  const state = engine.store.state(RUN_ID);
  return { engine, state, task: state.tasks.t, gates: Object.values(state.openApprovals).length };
}

describe("a model that takes no tools", () => {
  test("writes its actions as JSON from then on", async () => {
    let turn = 0;
    const { task, gates } = await play((request) => {
      if (!isOf("agent", request)) return answer("All is done.");
      if (request.body.tools !== undefined) return refuse("This model does not support tools");
      turn += 1;
      return turn === 1
        ? answer('{"thought": "I look", "next_node": "look", "args": {}}')
        : answer('{"thought": "Seen", "next_node": null, "args": {"answer": "There are three."}}');
    }, {});
    expect(task).toMatchObject({ status: "succeeded", attempt: 1, result: { preview: "There are three." } });
    expect(gates).toBe(0);
    const ofAgent = server.requests.filter((request) => isOf("agent", request));
    expect(ofAgent.map(({ body }) => body.tools !== undefined)).toEqual([true, false, false]);
  });
});

describe("a model whose provider does not take the schema of a tool", () => {
  test("is offered it in a simple form, is held to the whole one, and the step says so", async () => {
    const inputSchema = {
      type: "object",
      required: ["code"],
      additionalProperties: false,
      properties: { code: { type: "string", pattern: "^[A-Z]+$" } },
    };
    const call = (code: string, number: number): Reply => {
      return { kind: "answer", toolCalls: [{ id: `c${number}`, tool: "look", args: { code } }] };
    };
    const { task, gates, engine } = await play(
      (request) => {
        const { number, body } = request;
        if (!isOf("agent", request)) return answer("All is done.");
        if (JSON.stringify(body.tools).includes('"pattern":'))
          return refuse("Invalid schema for function 'look': bad pattern");
        return number < 4 ? call(number === 2 ? "abc" : "ABC", number) : answer("There are three.");
      },
      {},
      {},
      { inputSchema },
    );
    expect(task).toMatchObject({ status: "succeeded", attempt: 1, result: { preview: "There are three." } });
    expect(gates).toBe(0);
    const { steps } = await engine.store.reads.attempt(RUN_ID, "t", 1);
    expect(steps.map(({ body }) => body)).toMatchObject([
      { refusedTools: [{ tool: "look", sent: "simplified" }], error: expect.stringContaining("code") },
      { observation: { seen: 3 } },
      { action: { type: "finish" } },
    ]);
    expect(steps.slice(1).filter(({ body }) => JSON.stringify(body).includes("refusedTools"))).toEqual([]);
  });
});

describe("a model that takes no schema", () => {
  test("is asked for the result in words, and the form is read all the same", async () => {
    const schema = { type: "object", properties: { rows: { type: "integer" } }, required: ["rows"] };
    const { task, gates } = await play(
      ({ body }) =>
        body.response_format === undefined
          ? answer('Here it is:\n```json\n{"rows": "3",}\n```')
          : refuse("This response_format type is unavailable now"),
      { outputSchema: schema, agent: "default" },
    );
    expect(task).toMatchObject({ status: "succeeded", attempt: 1, result: { preview: '{"rows":3}' } });
    expect(gates).toBe(0);
  });
});

describe("an answer without an end", () => {
  test.each([
    ["cut off", "length", "Give a shorter one"],
    ["withheld", "content_filter", "content filter stopped it, or the model refused"],
  ])(
    "that is %s is asked for again, also of a role whose answer is a text",
    async (_, finishReason, words) => {
      const asked: string[] = [];
      const { state } = await play((request) => {
        if (!isOf("answer", request)) return answer("There are three.");
        asked.push(JSON.stringify(request.body.messages));
        return asked.length === 1
          ? answer("The mission was", finishReason)
          : answer("The mission was achieved.");
      }, {});
      expect(asked).toHaveLength(2);
      expect(asked[1]).toContain(words);
      expect(state.answer?.preview).toContain("The mission was achieved.");
    },
  );

  test("is named where it stays so", async () => {
    const { task } = await play(() => answer("", "content_filter"), {});
    expect(task).toMatchObject({ status: "failed", failureCode: "invalid_actions" });
    expect(JSON.stringify(task?.diagnosis)).toContain("content filter stopped it, or the model refused");
  });
});
