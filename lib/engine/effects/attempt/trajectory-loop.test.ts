import { describe, expect, test } from "vitest";
import { formatReason } from "@/lib/core/describe/reason";
import type { Json } from "@/lib/core/json";
import type { ModelMessage } from "@/lib/core/ports";
import { deferred } from "@/lib/testing/deferred";
import { RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedRun, playScriptedRun, testTool as tool } from "@/lib/testing/engine/scripted-run";
import { createManualClock } from "@/lib/testing/manual-clock";
import type { Script } from "@/lib/testing/models/scripted-model";
import type { ToolDescriptor } from "@/lib/tools";

const task = { id: "t", title: "Task", agent: "worker", input: "go", maxRetries: 0 };
const look = tool("look");
const call = (args: Json = {}, name = "look") => ({ calls: [{ tool: name, args }] });
const turnOf = ({ messages }: { messages: ModelMessage[] }) =>
  1 + messages.filter(({ role }) => role === "assistant").length;

/** An agent that does one thing a turn, and answers when it has done them all. */
const inTurn =
  (...turns: ReturnType<Script>[]): Script =>
  (request) =>
    turns[turnOf(request) - 1] ?? "the answer";

type Played = Awaited<ReturnType<typeof playScriptedRun>>;
const play = (script: Script, agent: object = {}, tools: ToolDescriptor[] = [look], settings: object = {}) =>
  playScriptedRun([task], {
    script,
    tools,
    settings,
    agents: { worker: { prompt: "Work.", tools: tools.map(({ name }) => name), ...agent } },
  });

const endOf = (run: Played) => {
  const { status, failureCode, diagnosis, attempts } = run.state().tasks.t ?? {};
  const words = diagnosis && formatReason(diagnosis);
  return { status, failureCode, diagnosis: words, output: attempts?.[0]?.output };
};
const heard = (run: Played, nth: number) => JSON.stringify(run.model.requests[nth]?.messages.at(-1));
const ran = (run: Played) => [...run.engine.store.toolCalls.values()].map(({ tool: name }) => name);

describe("an agent whose calls are not in order", () => {
  test("recovers from a tool that does not exist: it is told what there is", async () => {
    const run = await play(inTurn(call({}, "fly"), call()));
    expect(heard(run, 1)).toContain('There is no tool \\"fly\\" here. Allowed: look.');
    expect(endOf(run).status).toBe("succeeded");
    expect(ran(run)).toEqual(["look"]);
  });

  test("repairs arguments by what is said of them", async () => {
    const run = await play(inTurn(call({ versoin: "1" }), call({ version: "1" })));
    expect(heard(run, 1)).toContain('Did you mean \\"version\\" instead of \\"versoin\\"?');
    expect(endOf(run).status).toBe("succeeded");
    expect(ran(run)).toEqual(["look"]);
  });

  test("gives no tool what it names twice with different values", async () => {
    const doubled = { tool: "look", args: { version: "2" }, rawArgs: '{"version": "1", "version": "2"}' };
    const run = await play(inTurn({ calls: [doubled] }, call({ version: "1" })));
    expect(heard(run, 1)).toContain('\\"version\\" is written twice');
    expect([...run.engine.store.toolCalls.values()]).toMatchObject([{ args: { version: "1" } }]);
  });

  test("fails after three in a row, with the last reason and its best answer", async () => {
    const run = await play(() => ({ text: "I try", ...call({ version: 1 }) }));
    expect(endOf(run)).toMatchObject({
      failureCode: "invalid_actions",
      diagnosis: expect.stringMatching(/^3 invalid actions in a row: Invalid arguments for "look"/),
      output: { inline: "I try" },
    });
    expect(run.model.requests).toHaveLength(3);
    expect(ran(run)).toEqual([]);
  });

  test("is given what a tool answered that breaks its own schema, and continues", async () => {
    const outputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const run = await play(inTurn(call()), {}, [tool("look", { outputSchema, run: () => ({ n: "one" }) })]);
    expect(heard(run, 1)).toContain("answered otherwise than its output schema says: n: must be integer");
    expect([...run.engine.store.toolCalls.values()]).toMatchObject([
      { ok: true, output: { result: { n: "one" }, mismatch: expect.any(String) } },
    ]);
    expect(endOf(run).status).toBe("succeeded");
  });

  const both = { calls: [...call({ version: "1" }).calls, ...call({ n: 1 }).calls] };

  test("runs nothing of a set of which one call is invalid, where a call may change something", async () => {
    const run = await play(inTurn(both), {}, [tool("look", { sideEffects: "write" })]);
    expect(heard(run, 1)).toContain("None of the calls was run.");
    expect(ran(run)).toEqual([]);
    expect(endOf(run).status).toBe("succeeded");
  });

  test("runs the others of a set that only looks", async () => {
    const run = await play(inTurn(both));
    expect(heard(run, 1)).toContain('Invalid arguments for \\"look\\"');
    expect(heard(run, 1)).not.toContain("None of the calls");
    expect(ran(run)).toEqual(["look"]);
    expect(endOf(run).status).toBe("succeeded");
  });
});

test("how an attempt began is stored with its first step, for the one who reads it later", async () => {
  const run = await play(inTurn(call()), { hopBudget: 5 });
  const { steps } = await run.engine.store.reads.attempt(RUN_ID, "t", 1);
  expect(steps.map(({ start }) => start)).toEqual([
    {
      query: run.prompts("agent")[0],
      context: { task: "t", attempt: 1, agent: "worker", model: "scripted:model" },
      constraints: { tools: ["look"], maxTurns: 8, hopBudget: 5 },
      preamble: expect.any(String),
    },
    undefined,
  ]);
  const { preamble = "" } = (steps[0]?.start ?? {}) as { preamble?: string };
  const { system, tools } = run.model.requests[0] ?? {};
  const stored = await run.engine.store.reads.values("local", [preamble]);
  expect(stored.get(preamble)).toEqual({ system, tools });
  expect(tools).toMatchObject([{ name: "look" }]);
});

describe("a tool that the agent may not have", () => {
  const secret = tool("secret");

  test.each([
    ["a policy denies", {}, { toolPolicy: { denied: ["secret"] } }],
    ["its hints keep from it", { hints: { disallowed: ["secret"] } }, {}],
  ])("because %s is not offered, and never runs", async (_, agent, settings) => {
    // A plan that gives the denied tool itself would be refused.
    const given = "toolPolicy" in settings ? { ...agent, tools: ["look"] } : agent;
    const run = await play(inTurn(call({}, "secret")), given, [look, secret], settings);
    expect(run.model.requests[0]?.tools?.map(({ name }) => name)).toEqual(["look"]);
    expect(heard(run, 1)).toContain('There is no tool \\"secret\\" here. Allowed: look.');
    expect(ran(run)).toEqual([]);
  });
});

describe("planning hints", () => {
  const tools = [look, tool("write")];

  test("are shown to the agent, those that bind it are held to, and it may fix", async () => {
    const hints = { ordering: ["look", "write"], preferred: ["look"], parallelGroups: [["look"]] };
    const run = await play(inTurn(call({}, "write"), call(), call({}, "write")), { hints }, tools);
    expect(run.prompts("agent")[0]).toContain(
      '<data name="hints">\n{"ordering":["look","write"],"parallelGroups":[["look"]],"preferred":["look"]}\n</data>',
    );
    expect(run.model.requests[0]?.system).toContain('"hints" say how to go about your tools');
    expect(heard(run, 1)).toContain('\\"write\\" comes after \\"look\\"');
    expect(ran(run)).toEqual(["look", "write"]);
  });

  test("keep a tool from running beside others", async () => {
    const both = { calls: [...call().calls, ...call({}, "write").calls] };
    const run = await play(inTurn(both), { hints: { sequentialOnly: ["write"] } }, tools);
    expect(heard(run, 1)).toContain('\\"write\\" has to be called alone');
    expect(ran(run)).toEqual([]);
  });
});

describe("calls of one turn", () => {
  /** How many calls are under way at the most; each ends when `together` have met, or when no more can come. */
  async function mostAtOnce(agent: object, together: number) {
    const met = deferred();
    let now = 0;
    let most = 0;
    const meeting = tool("look", {
      run: async () => {
        now += 1;
        most = Math.max(most, now);
        if (now === together) met.resolve();
        await met.promise;
        now -= 1;
        return most;
      },
    });
    const calls = ["1", "2", "3", "4"].map((version) => ({ tool: "look", args: { version } }));
    const run = await play(inTurn({ calls }), agent, [meeting]);
    expect(ran(run)).toHaveLength(4);
    return most;
  }

  test("run at the same time", async () => expect(await mostAtOnce({}, 4)).toBe(4));

  test.each([
    [{ maxParallel: 2 }],
    [{ hints: { maxParallel: 2 } }],
    [{ maxParallel: 2, hints: { maxParallel: 9 } }],
  ])("run no more at once than %j says", async (agent) => expect(await mostAtOnce(agent, 2)).toBe(2));
});

describe("a budget of the attempt", () => {
  const looking: Script = () => ({ text: "still looking", ...call() });

  test.each<[string, object, object, object]>([
    [
      "turns",
      { maxTurns: 2 },
      {},
      {
        failureCode: "no_path",
        diagnosis:
          "maxTurns: 2 of 2 turns are used, and there is no answer. agents.worker.maxTurns raises it.",
      },
    ],
    [
      "tool calls",
      { hopBudget: 2 },
      {},
      {
        failureCode: "budget_exhausted",
        diagnosis:
          "hopBudget: 2 of 2 tool calls are used, and 1 more would be needed. agents.worker.hopBudget raises it.",
      },
    ],
    [
      "tool calls, by the run's setting",
      {},
      { agentHopBudget: 1 },
      {
        failureCode: "budget_exhausted",
        diagnosis:
          "hopBudget: 1 of 1 tool calls are used, and 1 more would be needed. settings.agentHopBudget raises it, or agents.worker.hopBudget.",
      },
    ],
    [
      "tokens that not even the task fits into",
      { tokenBudget: 10 },
      {},
      {
        failureCode: "budget_exhausted",
        diagnosis: expect.stringMatching(/^tokenBudget: .*agents.worker.tokenBudget/),
      },
    ],
    [
      "cost",
      { costBudgetUsd: 0 },
      {},
      {
        failureCode: "budget_exhausted",
        diagnosis: expect.stringMatching(
          /^costBudgetUsd: 0.000000 of 0.000000 .*agents.worker.costBudgetUsd/,
        ),
      },
    ],
  ])("of %s ends it, and says what raises it", async (_, agent, settings, end) => {
    const run = await play(looking, agent, [look], settings);
    expect(endOf(run)).toMatchObject({ status: "failed", ...end });
    const asked = run.model.requests.length > 0;
    expect(endOf(run).output).toMatchObject({ inline: asked ? "still looking" : null });
    expect(run.payloads("task_step").some(({ thought }) => thought === "still looking")).toBe(asked);
  });

  test("of an agent that no plan describes is raised by the setting alone", async () => {
    const run = await playScriptedRun([{ ...task, agent: "default" }], {
      settings: { agentTokenBudget: 10 },
    });
    expect(endOf(run).diagnosis).toMatch(
      /^tokenBudget: .* and 10 are allowed\. settings\.agentTokenBudget raises it\.$/,
    );
    expect(run.model.requests.filter(({ system }) => system.startsWith("Role: agent"))).toEqual([]);
  });

  test("of time ends a call under way, and keeps the steps and the best answer", async () => {
    const clock = createManualClock();
    const asked = deferred();
    const run = await createScriptedRun([task], {
      script: (request, { signal }) => {
        if (turnOf(request) === 1) return { text: "I look", ...call() };
        asked.resolve();
        return new Promise((_resolve, reject) => {
          const abort = () => reject(Object.assign(new Error("x"), { code: "aborted" }));
          signal.addEventListener("abort", abort);
        });
      },
      tools: [look],
      clock,
      agents: { worker: { prompt: "Work.", tools: ["look"], deadlineMs: 5_000 } },
    });
    const actor = await run.lease();
    await asked.promise;
    await clock.advance(5_000);
    await actor.ended;
    expect(endOf(run)).toMatchObject({
      failureCode: "budget_exhausted",
      diagnosis: "deadlineMs: 5000 of 5000 ms are used. agents.worker.deadlineMs raises it.",
      output: { inline: "I look" },
    });
    expect(run.payloads("task_step").filter(({ observed }) => observed)).toHaveLength(1);
  });

  test.each([
    ["reads is broken off", "read", { finished: undefined, endsAtMs: 5_000 }],
    ["writes is waited for", "write", { finished: "slept", endsAtMs: 9_000 }],
  ] as const)("of time runs out in a call: one that %s", async (_, sideEffects, { finished, endsAtMs }) => {
    const clock = createManualClock();
    const started = deferred();
    const beginMs = clock.nowMs();
    let abortedAtMs: number | undefined;
    const slow = tool("slow", {
      sideEffects,
      timeoutMs: 60_000,
      run(_args, { signal }) {
        signal.addEventListener("abort", () => {
          abortedAtMs = clock.nowMs() - beginMs;
        });
        started.resolve();
        return clock.sleep(9_000).then(() => "slept");
      },
    });
    const run = await createScriptedRun([task], {
      script: () => ({ text: "I look", ...call({}, "slow") }),
      tools: [slow],
      clock,
      agents: { worker: { prompt: "Work.", tools: ["slow"], deadlineMs: 5_000 } },
    });
    const actor = await run.lease();
    await started.promise;
    await clock.advance(5_000);
    await clock.advance(4_000);
    await actor.ended;
    expect(endOf(run)).toMatchObject({ failureCode: "budget_exhausted", output: { inline: "I look" } });
    expect(abortedAtMs).toBe(endsAtMs);
    const [kept] = run.engine.store.toolCalls.values();
    expect(kept?.ok ? kept.output : undefined).toBe(finished);
  });

  test("of cost is reserved for the whole of the next call, and counts the ones before as they were", async () => {
    // A turn costs 120 micro-dollars; what it may cost at worst is 16 384 more than its prompt.
    const free = await play(inTurn(call(), call()), {});
    expect(free.state().tasks.t?.attempts[0]).toMatchObject({ costMicroUsd: 360 });
    const [worst = 0] = free.payloads("budget_reserved").flatMap(({ costMicroUsd }) => costMicroUsd ?? []);
    const turns = inTurn({ text: "I look", ...call() }, call());
    const run = await play(turns, { costBudgetUsd: (worst + 100) / 1_000_000 });
    expect(run.model.requests).toHaveLength(1);
    expect(run.model.requests[0]?.maxOutputTokens).toBe(8_192);
    expect(endOf(run)).toMatchObject({
      failureCode: "budget_exhausted",
      diagnosis: expect.stringMatching(/^costBudgetUsd: 0\.000120 of/),
      output: { inline: "I look" },
    });
  });

  test("of cost counts a call that broke off as it was reserved", async () => {
    const script: Script = (_request, { nth }) =>
      nth === 1 ? { fail: { code: "cut_stream" } } : "the answer";
    const free = await play(script);
    const [worst = 0] = free.payloads("budget_reserved").flatMap(({ costMicroUsd }) => costMicroUsd ?? []);
    expect(free.state().tasks.t?.attempts[0]).toMatchObject({ costMicroUsd: worst + 120 });
    const run = await play(script, { costBudgetUsd: (2 * worst - 1) / 1_000_000 });
    expect(run.model.requests).toHaveLength(1);
    expect(endOf(run)).toMatchObject({ failureCode: "budget_exhausted" });
  });

  test("of cost says once that it cannot hold a model whose price is not known", async () => {
    const agents = { worker: { prompt: "Work.", tools: ["look"], costBudgetUsd: 0.01 } };
    const tasks = [task, { ...task, id: "u" }];
    const about = { price: undefined };
    const run = await playScriptedRun(tasks, {
      script: inTurn(call()),
      tools: [look],
      agents,
      modelOverrides: about,
    });
    expect(run.payloads("budget_warned")).toEqual([
      {
        counter: "costBudgetUsd",
        used: 0,
        limit: 10_000,
        setting: "agents.worker.costBudgetUsd",
        unpriced: ["scripted:model"],
      },
    ]);
    expect(endOf(run).status).toBe("succeeded");
  });

  test("is fresh for a retry", async () => {
    const run = await playScriptedRun([{ ...task, maxRetries: 1, onFailure: "retry" }], {
      script: (request) =>
        request.prompt.includes("attempt 2") && turnOf(request) > 1
          ? "found"
          : looking(request, { nth: 0, signal: new AbortController().signal }),
      tools: [look],
      agents: { worker: { prompt: "Work.", tools: ["look"], hopBudget: 1 } },
    });
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", attempt: 2 });
    expect(ran(run)).toEqual(["look", "look"]);
  });
});
