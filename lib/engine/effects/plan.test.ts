import { expect, test } from "vitest";
import { formatReasons } from "@/lib/core/describe/reason";
import { type RoleName, readJsonBlock } from "@/lib/core/prompt-blocks";
import { createMemoryEngine, type MemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel, type Script, type ScriptedAnswer } from "@/lib/testing/models/scripted-model";
import { questionOf } from "@/lib/testing/runs/question-of";

type Roles = Partial<Record<RoleName, Script | ScriptedAnswer>>;

/** A model that answers by role; what no test says, succeeds. */
function modelOf(roles: Roles) {
  return createScriptedModel((request, context) => {
    const answer = roles[request.role ?? "agent"] ?? "All is well and done.";
    return typeof answer === "function" ? answer(request, context) : answer;
  });
}

async function run(roles: Roles, plan?: object, settings?: object): Promise<MemoryEngine> {
  const engine = createMemoryEngine({ model: modelOf(roles) });
  await engine.create("Do it", plan, settings);
  const actor = await engine.lease();
  await actor.ended;
  return engine;
}

const finished = (engine: MemoryEngine) => engine.store.state(RUN_ID).finished?.reason;
const statuses = (engine: MemoryEngine) =>
  Object.fromEntries(Object.values(engine.store.state(RUN_ID).tasks).map((task) => [task.id, task.status]));
const gates = (engine: MemoryEngine) => {
  const state = engine.store.state(RUN_ID);
  return Object.keys(state.openApprovals).map((id) => state.approvals[id]);
};
const planText = (tasks: object[]) => JSON.stringify({ title: "Plan", tasks });
const simple = { id: "a", title: "First", input: "go" };

test("the planner's plan is run; its errors go back to it once", async () => {
  const engine = await run({
    planner: ({ prompt }) =>
      prompt.includes("missing_dependency")
        ? planText([simple])
        : planText([{ ...simple, depends_on: ["nobody"] }]),
  });
  expect(finished(engine)).toBe("answer_complete");
  expect(statuses(engine)).toEqual({ a: "succeeded" });
});

test("a plan that stays wrong ends the run as rejected", async () => {
  const engine = await run({ planner: planText([{ ...simple, depends_on: ["nobody"] }]) });
  expect(finished(engine)).toBe("plan_rejected");
});

test("an answer without any plan is asked for again, then the run is rejected", async () => {
  const model = modelOf({ planner: "I would rather not." });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it");
  const actor = await engine.lease();
  await actor.ended;
  expect(model.requests).toHaveLength(4);
  expect(finished(engine)).toBe("plan_rejected");
});

test("a synthesis gate gets full results in order, and an empty answer of it blocks what follows", async () => {
  const plan = {
    title: "Plan",
    tasks: [
      { id: "b", title: "B", input: "go" },
      { id: "a", title: "A", input: "go" },
      { id: "s", title: "Sum", type: "synthesis_gate", dependsOn: ["b", "a"], onFailure: "skip" },
      { id: "c", title: "C", input: "{{results.s}}", dependsOn: ["s"], critical: false },
    ],
  };
  let seen = "";
  const engine = await run(
    {
      agent: "x".repeat(6_000),
      synthesis: ({ prompt }) => {
        seen = prompt;
        return "short";
      },
    },
    plan,
  );
  expect(seen.match(/x{6000}/g)).toHaveLength(2);
  expect(seen.indexOf('"a"')).toBeLessThan(seen.indexOf('"b"'));
  expect(statuses(engine)).toMatchObject({ s: "skipped", c: "skipped" });
});

test("a synthesis gate tells how much it read and wrote, also when it came out empty", async () => {
  const plan = {
    title: "Plan",
    tasks: [
      { id: "a", title: "A", input: "go" },
      { id: "s", title: "Sum", type: "synthesis_gate", dependsOn: ["a"], onFailure: "retry", maxRetries: 1 },
    ],
  };
  let asked = 0;
  const engine = await run(
    {
      synthesis: () => {
        asked += 1;
        return asked === 1 ? "" : "All is well.";
      },
    },
    plan,
    { gateOutputTokenLimit: 9 },
  );
  const reported = engine.store
    .events(RUN_ID)
    .flatMap((event) => (event.type === "synthesis_measured" ? event.payload : []));
  expect(reported).toEqual([
    { taskId: "s", attempt: 1, inputTokens: 100, outputTokens: 10, limit: 9 },
    { taskId: "s", attempt: 2, inputTokens: 100, outputTokens: 10, limit: 9 },
  ]);
  expect(engine.store.state(RUN_ID).tasks.s?.synthesis).toMatchObject({ attempt: 2, outputTokens: 10 });
});

test.each([["null"], [""], ["  \n"], ["too short"], ["[]"], ["{}"]])(
  "a synthesis gate that comes out as %j blocks what depends on it",
  async (answer) => {
    const plan = {
      title: "Plan",
      tasks: [
        { id: "a", title: "A", input: "go" },
        { id: "s", title: "Sum", type: "synthesis_gate", dependsOn: ["a"], critical: false },
        { id: "z", title: "Z", input: "go on", dependsOn: ["s"], critical: false },
      ],
    };
    const engine = await run({ synthesis: answer }, plan);
    expect(statuses(engine)).toEqual({ a: "succeeded", s: "failed", z: "skipped" });
    expect(engine.store.state(RUN_ID).tasks.s?.failureCode).toBe("empty_result");
  },
);

test("a human gate shows the results it depends on; approving passes them on", async () => {
  const plan = {
    title: "Plan",
    tasks: [
      simple,
      {
        id: "h",
        title: "Look at this",
        type: "human_review",
        dependsOn: ["a"],
        gate: { prompt: "Is {{results.a}} right?" },
      },
      { id: "z", title: "Last", input: "{{results.h}}", dependsOn: ["h"] },
    ],
  };
  const engine = await run({ agent: "forty-two" }, plan);
  const [gate] = gates(engine);
  expect(gate).toMatchObject({ kind: "human_review", shown: { inline: { a: "forty-two" } } });
  expect(questionOf(gate)).toBe("Is [result of “First”] right?");
  expect(gate?.quotes).toMatchObject([{ taskId: "a", text: "forty-two" }]);
  await engine.person({ type: "decide", verb: "approve" });
  await (await engine.lease()).ended;
  expect(finished(engine)).toBe("answer_complete");
});

test("a rejected gate fails its task with the comment, and the replanner hears of it", async () => {
  const plan = {
    title: "Plan",
    tasks: [simple, { id: "h", title: "Look", type: "human_review", dependsOn: ["a"] }],
  };
  let asked = "";
  const engine = await run(
    {
      replanner: ({ prompt }) => {
        asked = prompt;
        return JSON.stringify({ mission_impossible: "nobody wants it" });
      },
    },
    plan,
  );
  await engine.person({ type: "decide", verb: "reject", comment: "not like this" });
  await (await engine.lease()).ended;
  expect(asked).toContain("not like this");
});

const reviewed = {
  title: "Plan",
  tasks: [
    simple,
    { id: "r", title: "Check", type: "planning_review", dependsOn: ["a"], review: { focus: "All well?" } },
    { id: "z", title: "Last", input: "go", dependsOn: ["r"] },
  ],
};

const decision = (over: object) =>
  JSON.stringify({ reasoning: "because", conditions: [], answers: [], ...over });

test("CONTINUE continues", async () => {
  const engine = await run({ reviewer: decision({ decision: "CONTINUE" }) }, reviewed);
  expect(finished(engine)).toBe("answer_complete");
  expect(statuses(engine)).toEqual({ a: "succeeded", r: "succeeded", z: "succeeded" });
});

test("COMPLETE skips the rest and its result is the answer", async () => {
  const engine = await run(
    { reviewer: decision({ decision: "COMPLETE", finalResult: "It was done already." }) },
    reviewed,
  );
  expect(finished(engine)).toBe("completed_early");
  expect(statuses(engine)).toEqual({ a: "succeeded", r: "succeeded", z: "skipped" });
  expect(engine.store.state(RUN_ID).answer).toMatchObject({ inline: "It was done already." });
});

test("ABORT ends the run with its reason", async () => {
  const engine = await run({ reviewer: decision({ decision: "ABORT", abortReason: "no quota" }) }, reviewed);
  expect(finished(engine)).toBe("aborted_by_review");
  expect(formatReasons(engine.store.state(RUN_ID).finished?.because)).toContain("no quota");
});

test("REPLAN has the replanner write the tail, which keeps what is done; the reviewer's is a suggestion", async () => {
  const updatedPlan = { title: "Mine", tasks: [{ id: "x", title: "Mine", input: "go" }] };
  const tail = { title: "New tail", tasks: [{ id: "y", title: "Better", input: "{{results.a}}" }] };
  let asked = "";
  const engine = await run(
    {
      reviewer: decision({ decision: "REPLAN", updatedPlan }),
      replanner: ({ prompt }) => {
        asked = prompt;
        return JSON.stringify(tail);
      },
    },
    reviewed,
  );
  expect(readJsonBlock(asked, "trigger")).toMatchObject({ kind: "review", taskId: "r", reason: "because" });
  expect(readJsonBlock(asked, "suggestion")).toMatchObject(updatedPlan);
  expect(finished(engine)).toBe("answer_complete");
  expect(statuses(engine)).toEqual({ a: "succeeded", r: "succeeded", z: "superseded", y: "succeeded" });
  expect(engine.store.state(RUN_ID).planVersion).toBe(2);
});

/** A plan whose review looks at the scores of one task, on a condition. */
const conditional = (condition: unknown) => ({
  title: "Conditional",
  tasks: [
    simple,
    { id: "s", title: "Second", input: "go", dependsOn: ["a"] },
    {
      id: "r",
      title: "Check",
      type: "planning_review",
      dependsOn: ["s"],
      review: { previousTasks: ["a"], condition },
    },
    { id: "b", title: "Last", input: "go", dependsOn: ["r"] },
  ],
});
const scores = (accuracy: number) => ({
  agent: JSON.stringify({ accuracy, notes: "x".repeat(9_000) }),
  reviewer: decision({ decision: "ABORT", abortReason: "too low" }),
});

test("a conditional review is skipped when its condition does not hold, which is shown", async () => {
  const model = modelOf(scores(0.97));
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", conditional({ previousFailed: true, metric: { accuracy: "<0.95" } }));
  await (await engine.lease()).ended;
  expect(finished(engine)).toBe("answer_complete");
  expect(statuses(engine)).toEqual({ a: "succeeded", s: "succeeded", r: "skipped", b: "succeeded" });
  expect(engine.store.state(RUN_ID).tasks.r?.diagnosis).toEqual({
    code: "condition_false",
    condition: "previousFailed (a succeeded): false; accuracy of a is 0.97, wanted < 0.95: false",
  });
  expect(model.requests.filter((request) => request.system.startsWith("Role: reviewer"))).toEqual([]);
});

test("a condition may be a predicate over the results, large ones too", async () => {
  const predicate = '(and (< (get-in data/results ["a" "accuracy"]) 0.95) (some? (get data/results "s")))';
  const engine = await run(scores(0.97), conditional(predicate));
  expect(finished(engine)).toBe("answer_complete");
  expect(engine.store.state(RUN_ID).tasks.r?.diagnosis).toEqual({
    code: "condition_false",
    condition: `${predicate}: false`,
  });
  expect(finished(await run(scores(0.9), conditional(predicate)))).toBe("aborted_by_review");
});

test.each<[string, unknown, Roles]>([
  ["is neither true nor false", "(count data/results)", scores(0.97)],
  ["holds", { metric: { accuracy: "<0.95" } }, scores(0.9)],
  ["cannot be evaluated", { metric: { recall: "<0.95" } }, scores(0.97)],
  ["names what it does not look at", '(< (get-in data/results ["b" "accuracy"] 1) 0.95)', scores(0.97)],
  ["finds it by another number", '(> (get-in data/results ["a_v7" "accuracy"] 0) 0.95)', scores(0.97)],
])("a conditional review runs when its condition %s", async (_, condition, roles) => {
  expect(finished(await run(roles, conditional(condition)))).toBe("aborted_by_review");
});

test("an unreadable review is asked once more with the reason, then a person decides", async () => {
  const model = modelOf({ reviewer: "Looks fine to me." });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", reviewed);
  await (await engine.lease()).ended;
  expect(model.requests.filter((request) => request.system.startsWith("Role: reviewer"))).toHaveLength(2);
  expect(gates(engine)[0]).toMatchObject({ kind: "review_decision", taskId: "r" });
});

test("a REPLAN without reasons whose tail cannot be used is asked once more with what is wrong", async () => {
  const tail = { title: "T", tasks: [{ id: "y", title: "Y", input: "go" }] };
  const unfit = { ...tail, tasks: [{ ...tail.tasks[0], dependsOn: ["nobody"] }] };
  const engine = await run(
    {
      reviewer: ({ prompt }) =>
        prompt.includes("nobody")
          ? decision({ decision: "REPLAN" })
          : decision({ decision: "REPLAN", reasoning: "", updatedPlan: unfit }),
      replanner: JSON.stringify(tail),
    },
    reviewed,
  );
  expect(statuses(engine)).toMatchObject({ y: "succeeded", z: "superseded" });
});

const verification = '(= data/result "right")';
const failing = {
  title: "Plan",
  tasks: [
    { ...simple, verification },
    { id: "z", title: "Last", input: "go", dependsOn: ["a"] },
  ],
};

test("a failed check replans the tail with output and diagnosis", async () => {
  let asked = "";
  const engine = await run(
    {
      agent: ({ prompt }) =>
        prompt.includes('"id": "b"') || prompt.includes('"id":"b"') ? "right" : "wrong-output",
      replanner: ({ prompt }) => {
        asked = prompt;
        return planText([{ id: "b", title: "Other way", input: "go", verification }]);
      },
    },
    failing,
  );
  expect(asked).toContain("wrong-output");
  expect(finished(engine)).toBe("answer_complete");
  expect(statuses(engine)).toEqual({ a: "failed", z: "superseded", b: "succeeded" });
  expect(engine.store.state(RUN_ID).tasks.b?.spec.lineage).toBe("a");
});

test("the same failure again and again ends at a budget gate", async () => {
  let n = 0;
  const engine = await run(
    {
      agent: "wrong",
      replanner: () => {
        n += 1;
        return planText([{ id: `again${n}`, title: `Try ${n}`, input: "go", verification }]);
      },
    },
    failing,
    { maxReplansPerTask: 2 },
  );
  expect(n).toBe(2);
  expect(gates(engine)[0]).toMatchObject({ kind: "budget", subject: { counter: "maxReplansPerTask" } });
});

test("a replanner that never writes a usable plan leaves the old one in force and asks a person", async () => {
  const engine = await run(
    { agent: "wrong", replanner: planText([{ id: "b", title: "B", input: "go", dependsOn: ["nobody"] }]) },
    failing,
  );
  expect(gates(engine)[0]).toMatchObject({ kind: "replan_failed" });
  expect(engine.store.state(RUN_ID).planVersion).toBe(1);
});

test("a draft that a person wants changed is written again with their words, and may take up a dropped task", async () => {
  const seen: string[] = [];
  const other = { id: "b", title: "Second", input: "go" };
  const drafts = [planText([simple, other]), planText([simple]), planText([simple, other])];
  const engine = await run(
    {
      planner: ({ prompt }) => {
        seen.push(prompt);
        return drafts[seen.length - 1] ?? "";
      },
    },
    undefined,
    { planApproval: true },
  );
  for (const comment of ["without the second", "with it after all"]) {
    await engine.person({ type: "decide", verb: "request_changes", comment });
    await (await engine.lease()).ended;
  }
  expect(seen[1]).toContain("without the second");
  expect(seen[2]).toContain("with it after all");
  expect(seen[1]).toContain('"id":"b"');
  expect(seen[2]).not.toContain('"id":"b"');
  await engine.person({ type: "decide", verb: "approve" });
  await (await engine.lease()).ended;
  expect(engine.store.state(RUN_ID).planVersion).toBe(3);
  expect(statuses(engine)).toEqual({ a: "succeeded", b: "succeeded" });
  expect(finished(engine)).toBe("answer_complete");
});
