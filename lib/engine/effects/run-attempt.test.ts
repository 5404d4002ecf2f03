import { expect, test } from "vitest";
import { readBlock } from "@/lib/core/prompt-blocks";
import { deferred } from "@/lib/testing/deferred";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { testTool as tool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { createToolbox, type ToolDescriptor } from "@/lib/tools";

function planOf(task: object, more: object[] = []) {
  return {
    title: "Plan",
    agents: { worker: { prompt: "Work.", tools: ["look", "deploy"] } },
    tasks: [{ id: "t", title: "Task", agent: "worker", input: "go", ...task }, ...more],
  };
}

async function runToEnd(
  script: Script,
  plan: object | undefined,
  tools: ToolDescriptor[] = [],
  settings: object = {},
) {
  const model = createScriptedModel((request, context) =>
    request.role === "answer" ? "All is done." : script(request, context),
  );
  const engine = createMemoryEngine({ model, tools: createToolbox(tools) });
  await engine.create("Do it", plan, { replanOnFailure: false, ...settings });
  const actor = await engine.lease();
  await actor.ended;
  const state = engine.store.state(RUN_ID);
  const events = engine.store.events(RUN_ID);
  return { engine, model, state, task: state.tasks.t, events };
}

const last = (messages: { role: string }[]) => messages.at(-1);

test("a turn with tool calls is recorded before they run, and answered with what came of them", async () => {
  const { task, events, engine } = await runToEnd(
    ({ messages }) => (messages.length === 1 ? { calls: [{ tool: "look", args: {} }] } : "found it"),
    planOf({}),
    [tool("look"), tool("deploy")],
  );
  expect(task?.result).toMatchObject({ inline: "found it" });
  const reported = events.map((event) => event.type).filter((type) => /^(task_step|tool_)/.test(type));
  expect(reported).toEqual(["task_step", "tool_started", "tool_finished", "task_step", "task_step"]);
  expect([...engine.store.toolCalls.values()]).toMatchObject([
    { tool: "look", status: "finished", ok: true },
  ]);
});

test("a tool of a server is meant by its bare name too, in the plan of a model and in a turn", async () => {
  const plan = { ...planOf({}), agents: { worker: { prompt: "Work.", tools: ["list"] } } };
  const { task, engine } = await runToEnd(
    ({ role, messages }) => {
      if (role === "planner") return JSON.stringify(plan);
      return messages.length === 1 ? { calls: [{ tool: "list", args: {} }] } : "found it";
    },
    undefined,
    [tool("files__list"), tool("files__read")],
  );
  expect(task?.result).toMatchObject({ inline: "found it" });
  expect([...engine.store.toolCalls.values()]).toMatchObject([{ tool: "files__list", ok: true }]);
});

test("reasoning is kept with its step, and goes nowhere else", async () => {
  const aloud = "Hm, let me think.";
  const { task, model, engine } = await runToEnd(
    ({ messages }) =>
      messages.length === 1
        ? { reasoning: aloud, calls: [{ tool: "look", args: {} }] }
        : { text: "found it", reasoning: `${aloud}${"x".repeat(30_000)}` },
    planOf({}, [{ id: "u", title: "Next", agent: "worker", dependsOn: ["t"] }]),
    [tool("look"), tool("deploy")],
  );
  expect(task?.result).toMatchObject({ inline: "found it", bytes: 10 });
  const { steps } = await engine.store.reads.attempt(RUN_ID, "t", 1);
  expect(steps.map(({ body }) => (body as { reasoning: string }).reasoning.length)).toEqual([17, 20_000]);
  expect(JSON.stringify(model.requests)).not.toContain(aloud);
});

test("several calls of one turn run side by side and are answered in order", async () => {
  const met = deferred();
  let waiting = 0;
  const meet = async () => {
    waiting += 1;
    if (waiting === 2) met.resolve();
    await met.promise;
    return waiting;
  };
  const { model, task } = await runToEnd(
    ({ messages }) =>
      messages.length === 1
        ? {
            calls: [
              { tool: "look", args: { version: "a" }, callId: "a" },
              { tool: "look", args: { version: "b" }, callId: "b" },
            ],
          }
        : "both",
    planOf({}),
    [tool("look", { run: meet }), tool("deploy")],
  );
  expect(task?.status).toBe("succeeded");
  expect(last(model.requests[1]?.messages ?? [])).toMatchObject({
    role: "tool",
    results: [{ callId: "a" }, { callId: "b" }],
  });
});

test("a result that does not fit the schema is tried again with the diagnosis", async () => {
  const schema = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] };
  const { model, task, events } = await runToEnd(
    ({ prompt }) => (prompt.includes("This is attempt 2 of 2") ? '{"ok": true}' : '{"ok": "maybe"}'),
    planOf({ outputSchema: schema, onVerificationFailure: "retry" }),
    [tool("look"), tool("deploy")],
  );
  expect(task?.result).toMatchObject({ inline: { ok: true } });
  const second = model.requests[2]?.messages[0];
  expect(second).toMatchObject({ text: expect.stringContaining('"ok":"maybe"') });
  expect(second).toMatchObject({ text: expect.stringContaining("does not fit the task's schema") });
  expect(events.map((event) => event.type)).toContain("verification_failed");
});

test("a signature is shown as JSON Schema, and holds the result like one", async () => {
  const { model, task } = await runToEnd(
    ({ prompt }) =>
      prompt.includes("This is attempt 2 of 2") ? '{"items": [{"id": 1}]}' : '{"items": [{"id": "one"}]}',
    planOf({ outputSchema: "{items [{id :int}], note :string?}", onVerificationFailure: "retry" }),
    [tool("look"), tool("deploy")],
  );
  expect(task?.result).toMatchObject({ inline: { items: [{ id: 1 }] } });
  expect(task?.attempts[0]).toMatchObject({
    diagnosis: { code: "schema_mismatch", mismatches: [{ path: "items.0.id", message: "must be integer" }] },
  });
  expect(JSON.stringify(model.requests[0]?.messages)).toContain('{\\"id\\":{\\"type\\":\\"integer\\"}}');
});

test("an attempt whose tools take its time ends with timeout, and is made again before its plan is at fault", async () => {
  const waits = tool("look", { timeoutMs: 60_000, run: () => new Promise(() => undefined) });
  const look = { calls: [{ tool: "look", args: {} }] };
  const { task, events } = await runToEnd(() => look, planOf({ timeoutMs: 20, onFailure: "replan" }), [
    waits,
    tool("deploy"),
  ]);
  expect(task).toMatchObject({ status: "failed", failureCode: "timeout", attempt: 2 });
  expect(events.filter(({ type }) => type === "task_retried")).toHaveLength(1);
});

test("a slow model takes none of its time", async () => {
  const { task } = await runToEnd(
    () => new Promise((resolve) => void setTimeout(() => resolve("found it"), 40)),
    planOf({ timeoutMs: 20 }),
    [tool("look"), tool("deploy")],
  );
  expect(task).toMatchObject({ status: "succeeded", attempt: 1 });
});

test("too many turns end with no_path and keep the best answer so far", async () => {
  const { task } = await runToEnd(
    () => ({ text: "still looking", calls: [{ tool: "look", args: {} }] }),
    planOf({}),
    [tool("look"), tool("deploy")],
    { maxTurns: 2 },
  );
  expect(task).toMatchObject({ status: "failed", failureCode: "no_path" });
  expect(task?.attempts[0]?.output).toMatchObject({ inline: "still looking" });
});

test("placeholders are filled with the full results, large ones too", async () => {
  const large = "x".repeat(10_000);
  const { model } = await runToEnd(
    ({ prompt }) => (prompt.includes('"id":"u"') || /"id": "u"/.test(prompt) ? "used" : large),
    planOf({}, [{ id: "u", title: "User", input: "Use {{results.t}}", dependsOn: ["t"] }]),
    [tool("look"), tool("deploy")],
  );
  const prompt = JSON.stringify(model.requests[1]?.messages);
  expect(prompt).toContain(large);
});

/** Lets the worker be lost while a tool runs, then a second one take the run over. */
async function crashDuring(descriptor: ToolDescriptor, started: Promise<void>) {
  const model = createScriptedModel(({ role, messages }) => {
    if (role === "answer") return "All is done.";
    return messages.length === 1 ? { calls: [{ tool: "deploy", args: { version: "1" } }] } : "deployed";
  });
  const engine = createMemoryEngine({ model, tools: createToolbox([tool("look"), descriptor]) });
  await engine.create("Do it", planOf({}), { replanOnFailure: false });
  const first = await engine.lease();
  await started;
  first.lose();
  await engine.store.jobs.release(first.claim);
  const second = await engine.lease();
  return { engine, model, second };
}

test("after a crash a reading tool runs again, and the model's turn is not repeated", async () => {
  const started = deferred();
  let runs = 0;
  const descriptor = tool("deploy", {
    sideEffects: "read",
    run: () => {
      runs += 1;
      started.resolve();
      return runs === 1 ? new Promise(() => {}) : { runs };
    },
  });
  const { second, engine, model } = await crashDuring(descriptor, started.promise);
  await second.ended;
  expect(runs).toBe(2);
  expect(engine.store.state(RUN_ID).finished?.reason).toBe("answer_complete");
  expect(model.requests).toHaveLength(3);
});

test("after a crash a writing tool waits for a person, and runs when they say so", async () => {
  const started = deferred();
  let runs = 0;
  const descriptor = tool("deploy", {
    sideEffects: "external",
    run: () => {
      runs += 1;
      started.resolve();
      return runs === 1 ? new Promise(() => {}) : { runs };
    },
  });
  const { second, engine } = await crashDuring(descriptor, started.promise);
  expect(await second.ended).toBe("parked");
  expect(runs).toBe(1);
  const [approvalId = ""] = Object.keys(engine.store.state(RUN_ID).openApprovals);
  expect(engine.store.state(RUN_ID).approvals[approvalId]?.kind).toBe("unknown_outcome");
  await engine.person({ type: "decide", verb: "run" });
  const third = await engine.lease();
  await third.ended;
  expect(runs).toBe(2);
  expect(engine.store.state(RUN_ID).tasks.t?.status).toBe("succeeded");
});

test("a paused run ends the call in flight and continues from there", async () => {
  const [asked, held] = [deferred(), deferred()];
  const model = createScriptedModel(async ({ role }, { nth }) => {
    if (role === "answer") return "All is done.";
    if (nth > 1) return "found it";
    asked.resolve();
    await held.promise;
    return { calls: [{ tool: "look", args: {} }] };
  });
  const engine = createMemoryEngine({ model, tools: createToolbox([tool("look"), tool("deploy")]) });
  await engine.create("Do it", planOf({}));
  const first = await engine.lease();
  await asked.promise;
  await engine.person({ type: "pause" });
  held.resolve();
  expect(await first.ended).toBe("parked");
  expect(engine.store.state(RUN_ID).tasks.t).toMatchObject({ status: "running", attempt: 1 });
  await engine.person({ type: "resume" });
  const second = await engine.lease();
  await second.ended;
  expect(engine.store.state(RUN_ID).finished?.reason).toBe("answer_complete");
  expect(model.requests).toHaveLength(3);
});

test("a writing tool that is running at a cancel ends, and its outcome is kept as late evidence", async () => {
  const [started, held] = [deferred(), deferred()];
  const descriptor = tool("deploy", {
    sideEffects: "write",
    async run() {
      started.resolve();
      await held.promise;
      return { deployed: true };
    },
  });
  const model = createScriptedModel(() => ({ calls: [{ tool: "deploy", args: {} }] }));
  const engine = createMemoryEngine({ model, tools: createToolbox([tool("look"), descriptor]) });
  await engine.create("Do it", planOf({}));
  const actor = await engine.lease();
  await started.promise;
  await engine.person({ type: "cancel" });
  held.resolve();
  expect(await actor.ended).toBe("parked");
  expect(engine.store.state(RUN_ID).tasks.t?.status).toBe("aborted");
  expect(engine.store.events(RUN_ID).at(-1)?.type).toBe("late_result");
  expect([...engine.store.toolCalls.values()]).toMatchObject([{ status: "finished", ok: true }]);
});

test("a result that the input holds whole is not repeated among the results before it", async () => {
  const prompts: string[] = [];
  await runToEnd(
    ({ prompt }) => {
      prompts.push(prompt);
      return prompt.includes("Use <result") ? "done" : '{"x": "the x"}';
    },
    {
      title: "Plan",
      tasks: [
        { id: "a", title: "A", input: "go" },
        { id: "b", title: "B", input: "go" },
        { id: "t", title: "T", input: "Use {{results.a}} and {{results.b.x}}", dependsOn: ["a", "b"] },
      ],
    },
  );
  const last = prompts.find((prompt) => prompt.includes("Use <result")) ?? "";
  expect(readBlock(last, "input")).toBe(
    'Use <result of="a">{"x":"the x"}</result> and <result of="b.x">the x</result>',
  );
  expect(readBlock(last, "upstream")).toBe('<result of="b">{"x":"the x"}</result>\n(in the input, whole: a)');
});
