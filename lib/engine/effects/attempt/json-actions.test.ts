import { describe, expect, test } from "vitest";
import type { Json } from "@/lib/core/json";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { deferred } from "@/lib/testing/deferred";
import { createScriptedRun, playScriptedRun, testTool as tool } from "@/lib/testing/engine/scripted-run";
import type { Script } from "@/lib/testing/models/scripted-model";
import type { ToolDescriptor } from "@/lib/tools";

const task = { id: "t", title: "Task", agent: "worker", input: "go", maxRetries: 0 };
const look = tool("look", { run: ({ version = "none" }) => ({ seen: version }) });
const merge = tool("merge", {
  inputSchema: {
    type: "object",
    properties: { parts: { type: "array" }, of: { type: "integer" } },
    required: ["parts"],
  },
  run: ({ parts }) => ({ merged: parts as Json }),
});
const act = (action: object) => `I act:\n\`\`\`json\n${JSON.stringify(action)}\n\`\`\``;
const both = {
  thought: "Both, then merge",
  next_node: null,
  plan: [
    { node: "look", args: { version: "1" } },
    { node: "look", args: { version: "2" } },
  ],
  join: { node: "merge", args: { parts: "$results", of: "$expect" } },
};
const finish = { thought: "All is seen", next_node: null, args: { answer: { found: 2 } } };

/** A model without tool calls of its own, which says one text a turn. */
const saying =
  (...texts: string[]): Script =>
  ({ messages }) =>
    texts[messages.filter(({ role }) => role === "assistant").length] ?? act(finish);

const about = { toolCalling: "json" } as const;
type Options = { tools?: ToolDescriptor[]; settings?: object };
const options = (script: Script, { tools = [look, merge], settings = {} }: Options = {}) => ({
  script,
  tools,
  settings,
  modelOverrides: about,
});
const play = (
  script: Script,
  { outputSchema, ...more }: Options & { outputSchema?: object | undefined } = {},
) => playScriptedRun([{ ...task, ...(outputSchema && { outputSchema }) }], options(script, more));
type Played = Awaited<ReturnType<typeof play>>;

const observed = (run: Played, nth: number) => {
  const message = run.model.requests[nth]?.messages.at(-1);
  return message?.role === "user" ? readJsonBlock(message.text, "observation") : message?.role;
};
const calls = (run: Played) => [...run.engine.store.toolCalls.values()];
const resultOf = (run: Played) => run.state().tasks.t?.result;

describe("a model without tool calls of its own", () => {
  test("is told of its tools in a block, acts in JSON, and is told what came of it", async () => {
    const run = await play(saying(act({ thought: "Look", next_node: "look", args: { version: "1" } })));
    const [first] = run.model.requests;
    expect(first?.tools).toBeUndefined();
    expect(first?.system).toContain("Each of your answers is one JSON object");
    const [prompt] = run.prompts("agent");
    expect(readJsonBlock(prompt ?? "", "tools")).toMatchObject([
      { name: "look", inputSchema: { type: "object" } },
      { name: "merge" },
    ]);
    expect(observed(run, 1)).toEqual({ seen: "1" });
    expect(run.model.requests[1]?.messages[1]).toMatchObject({
      role: "assistant",
      verbatim: [{ text: expect.stringContaining('"next_node":"look"') }],
    });
    expect(resultOf(run)).toMatchObject({ inline: { found: 2 } });
    expect(run.payloads("task_step").map(({ thought }) => thought)).toEqual(["Look", "Look", "All is seen"]);
  });

  test("has no block of tools when it has none", async () => {
    const run = await play(saying(), { tools: [] });
    expect(readBlock(run.prompts("agent")[0] ?? "", "tools")).toBeUndefined();
    expect(resultOf(run)).toMatchObject({ inline: { found: 2 } });
  });

  test.each([
    ["a text", "Three things are open.", "Three things are open."],
    ["a bare list", '["a", "b"]', ["a", "b"]],
    [
      "an object that would call something",
      '{"action": "buy", "input": {"n": 1}}',
      { action: "buy", input: { n: 1 } },
    ],
  ])("has its answer taken as it is where it has no tools: %s", async (_, said, result) => {
    const run = await play(() => said, { tools: [] });
    expect(run.prompts("agent")).toHaveLength(1);
    expect(run.model.requests[0]?.system).not.toContain("next_node");
    expect(resultOf(run)).toMatchObject({ inline: result });
  });

  test.each([
    ["a list", '```json\n["a", "b"]\n```', undefined, ["a", "b"]],
    ["an empty list", "[]", undefined, []],
    [
      "what its schema asks for",
      '<think>Two.</think>\n{"found": 2}',
      { type: "object", required: ["found"] },
      { found: 2 },
    ],
  ])("may give data alone where it is no action: %s", async (_, said, outputSchema, result) => {
    const run = await play(() => said, { outputSchema });
    expect(run.prompts("agent")).toHaveLength(1);
    expect(resultOf(run)).toMatchObject({ inline: result });
  });

  test.each([
    ["alone", '{"found": 2, "left_out": []}'],
    ["behind a line that announces it", 'Here it is:\n```json\n{"found": 2, "left_out": []}\n```'],
  ])("may give the object whose keys its input names, without a schema: %s", async (_, said) => {
    const input = "Look. Answer JSON {found, left_out: []}";
    const run = await playScriptedRun(
      [{ ...task, input }],
      options(() => said),
    );
    expect(run.prompts("agent")).toHaveLength(1);
    expect(resultOf(run)).toMatchObject({ inline: { found: 2, left_out: [] } });
  });

  test.each([
    ["arguments of a tool", '{"parts": []}'],
    ["an action that is not whole", '{"plan": "look"}'],
    ["a call in another form", '{"name": "look", "arguments": {"version": "1"}}'],
  ])("is asked again where its input names the keys of %s", async (_, said) => {
    const input = "Say name and arguments, the plan and its parts";
    const run = await playScriptedRun([{ ...task, input }], options(saying(said)));
    expect(observed(run, 1)).toMatchObject({ error: expect.any(String) });
  });

  test("may say without an action that there can be no result", async () => {
    const run = await play(() => '{"cannot": "Nothing can be looked at."}');
    expect(run.prompts("agent")).toHaveLength(1);
    expect(run.state().tasks.t?.attempts[0]).toMatchObject({ outcome: "failed", code: "abstained" });
  });

  test.each([
    ["an object of no form", '{"found": 2}', undefined],
    ["an object that its schema does not ask for", '{"rows": 2}', { type: "object", required: ["found"] }],
    ["a list of calls", '[{"name": "look", "arguments": {"version": "1"}}]', undefined],
    ["a list among words", 'I found ["a", "b"] so far.', undefined],
  ])("is asked again for data that may be none: %s", async (_, said, outputSchema) => {
    const run = await play(saying(said), { outputSchema });
    expect(run.prompts("agent").length).toBeGreaterThan(1);
    expect(observed(run, 1)).toMatchObject({ error: expect.any(String) });
  });

  test("is asked again for what is no action, three times at most", async () => {
    const fixed = await play(saying("The answer is 2."));
    expect(observed(fixed, 1)).toMatchObject({ error: expect.stringContaining("holds no action") });
    expect(resultOf(fixed)).toMatchObject({ inline: { found: 2 } });
    const never = await play(() => "The answer is 2.");
    expect(never.state().tasks.t).toMatchObject({
      failureCode: "invalid_actions",
      diagnosis: {
        code: "invalid_actions",
        count: 3,
        last: expect.stringContaining("Your answer holds no action."),
      },
    });
    expect(never.state().tasks.t?.attempts[0]?.output).toMatchObject({ inline: "The answer is 2." });
  });
});

describe("a join", () => {
  test("is one more call, recorded as such, with the results of its set in its arguments", async () => {
    const run = await play(saying(act(both)));
    expect(calls(run).map(({ tool: name, args, step }) => ({ name, args, step }))).toEqual([
      { name: "look", args: { version: "1" }, step: 1 },
      { name: "look", args: { version: "2" }, step: 1 },
      { name: "merge", args: { parts: [{ seen: "1" }, { seen: "2" }], of: 2 }, step: 1 },
    ]);
    expect(observed(run, 1)).toMatchObject({
      success: 2,
      failed: 0,
      join: { node: "merge", observation: { merged: [{ seen: "1" }, { seen: "2" }] } },
    });
    const reported = run
      .events()
      .map(({ type }) => type)
      .filter((type) => /^(task_step|tool_)/.test(type));
    expect(reported.slice(0, -1)).toEqual([
      ...["task_step", "tool_started", "tool_started", "tool_finished", "tool_finished"],
      ...["tool_started", "tool_finished", "task_step"],
    ]);
    expect(run.state().ledger.used.hops).toBe(3);
  });

  test("is skipped when a call of its set fails, with what failed", async () => {
    const breaking = tool("look", {
      run: ({ version }) => {
        if (version === "2") throw new Error("no network");
        return 1;
      },
    });
    const run = await play(saying(act(both)), { tools: [breaking, merge] });
    expect(calls(run).map(({ tool: name }) => name)).toEqual(["look", "look"]);
    expect(observed(run, 1)).toMatchObject({
      success: 1,
      failed: 1,
      join: {
        error: '"merge" was not run, because 1 of 2 calls failed: look: look failed: no network',
      },
    });
    expect(run.state().tasks.t?.status).toBe("succeeded");
  });

  test("whose arguments do not fit with the results in them is not run", async () => {
    const join = { node: "merge", args: { parts: "$expect" } };
    const run = await play(saying(act({ ...both, join })));
    expect(calls(run).map(({ tool: name }) => name)).toEqual(["look", "look"]);
    expect(observed(run, 1)).toMatchObject({
      join: { error: expect.stringMatching(/^"merge" was not run on the results: .*parts: must be array/) },
    });
  });

  test("is ruled by policy, with the results in its arguments", async () => {
    const rules = [{ tool: "merge", path: "of", operator: "=", value: 2, effect: "deny" }];
    const run = await play(saying(act(both)), { settings: { toolPolicy: { rules } } });
    expect(calls(run)).toHaveLength(2);
    expect(observed(run, 1)).toMatchObject({
      join: { error: expect.stringContaining('"merge" was not run.') },
    });
    expect(run.payloads("tool_denied")).toMatchObject([{ tool: "merge" }]);
  });

  test("may ask a person, after its set has run, and is told of what they changed", async () => {
    const rules = [{ tool: "merge", path: "of", operator: "=", value: 2, effect: "ask" }];
    const run = await createScriptedRun(
      [task],
      options(saying(act(both)), { settings: { toolPolicy: { rules } } }),
    );
    await (await run.lease()).ended;
    expect(calls(run)).toHaveLength(2);
    const [gate] = Object.values(run.state().approvals);
    expect(gate).toMatchObject({
      kind: "tool_approval",
      shown: { inline: { parts: [{ seen: "1" }, { seen: "2" }], of: 2 } },
      subject: { tool: "merge", callId: "call_1_join" },
    });
    await run.engine.person({ type: "decide", verb: "edit", value: { parts: ["mine"], of: 1 } });
    await (await run.lease()).ended;
    expect(calls(run)).toHaveLength(3);
    expect(observed(run, 1)).toMatchObject({
      join: { observation: { arguments: { parts: ["mine"] }, result: { merged: ["mine"] } } },
    });
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", attempt: 1 });
  });

  test("that a person rejects is an error, and its set has been run once", async () => {
    const rules = [{ tool: "merge", path: "of", operator: "exists", value: null, effect: "ask" }];
    const run = await createScriptedRun(
      [task],
      options(saying(act(both)), { settings: { toolPolicy: { rules } } }),
    );
    await (await run.lease()).ended;
    await run.engine.person({ type: "decide", verb: "reject", comment: "not now" });
    await (await run.lease()).ended;
    expect(calls(run)).toHaveLength(2);
    expect(observed(run, 1)).toMatchObject({
      success: 2,
      failed: 0,
      join: { error: expect.stringContaining("not now") },
    });
  });

  test("after a call of the set that waited for a person continues with all the results", async () => {
    const rules = [{ tool: "look", path: "version", operator: "=", value: "2", effect: "ask" }];
    const run = await createScriptedRun(
      [task],
      options(saying(act(both)), { settings: { toolPolicy: { rules } } }),
    );
    await (await run.lease()).ended;
    expect(calls(run)).toHaveLength(1);
    await run.engine.person({ type: "decide", verb: "approve" });
    await (await run.lease()).ended;
    expect(calls(run).at(-1)).toMatchObject({
      tool: "merge",
      args: { parts: [{ seen: "1" }, { seen: "2" }], of: 2 },
    });
    const denied = await createScriptedRun(
      [task],
      options(saying(act(both)), { settings: { toolPolicy: { rules } } }),
    );
    await (await denied.lease()).ended;
    await denied.engine.person({ type: "decide", verb: "reject", comment: "no" });
    await (await denied.lease()).ended;
    expect(calls(denied)).toHaveLength(1);
    expect(observed(denied, 1)).toMatchObject({
      failed: 1,
      join: { error: expect.stringContaining("was not run") },
    });
  });
});

test("a worker that is lost while the join runs leaves it to the next, which makes the same request", async () => {
  const started = deferred();
  let merged = 0;
  const slow = tool("merge", {
    inputSchema: { type: "object", properties: { parts: { type: "array" }, of: { type: "integer" } } },
    run: ({ parts }) => {
      merged += 1;
      if (merged > 1) return { merged: parts as Json };
      started.resolve();
      return new Promise(() => {});
    },
  });
  const run = await createScriptedRun([task], options(saying(act(both)), { tools: [look, slow] }));
  await run.takeOver(started.promise);
  expect(run.state().tasks.t).toMatchObject({ status: "succeeded", attempt: 1 });
  expect(merged).toBe(2);
  expect(calls(run).filter(({ tool: name }) => name === "look")).toHaveLength(2);
  expect(observed(run, 1)).toMatchObject({
    join: { observation: { merged: [{ seen: "1" }, { seen: "2" }] } },
  });
});
