import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPlan } from "@/lib/testing/plans/arbitrary-plan";
import { errorsOf, inForce, readClean, readValid, warningsOf } from "@/lib/testing/plans/read-plan";
import { readPlan } from "./plan";

describe("a canonical plan", () => {
  it("reads back as itself, as data and as text", () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        expect(readPlan(plan, inForce(plan))).toEqual({ plan, warnings: [], errors: [] });
        expect(readPlan(JSON.stringify(plan), inForce(plan))).toEqual({ plan, warnings: [], errors: [] });
      }),
    );
  });
});

describe("names of fields", () => {
  it.each([
    ["tasks", "id", "agent", "input", "depends_on"],
    ["steps", "step_id", "worker", "query", "dependsOn"],
    ["workflow", "name", "assigned_to", "action", "requires"],
    ["phases", "id", "agent", "description", "after"],
    ["tasks", "stepId", "assignedTo", "input", "dependencies"],
  ])("%s, %s, %s, %s, %s", (tasks, id, agent, input, after) => {
    const plan = {
      [tasks]: [
        { [id]: "a", [agent]: "w", [input]: "do" },
        { [id]: "b", [after]: "a", [input]: "x" },
      ],
    };
    expect(readClean(plan)).toMatchObject([
      { id: "a", agent: "w", input: "do", dependsOn: [] },
      { id: "b", agent: "default", dependsOn: ["a"] },
    ]);
  });

  it("takes the first that has a value, adds up edges, and takes no other value beside it", () => {
    const plan = {
      tasks: [{ id: null, step_id: "a", input: "in", description: "in", dependsOn: ["b"], after: ["c"] }],
    };
    expect(readClean(plan)).toMatchObject([{ id: "a", input: "in", dependsOn: ["b", "c"] }]);
    expect(errorsOf({ tasks: [{ id: "a", input: "in", query: "out" }] })).toEqual(["unread tasks[0].query"]);
  });

  it("refuses unknown keys and values with their paths, but for what is harmless", () => {
    const plan = {
      colour: "red",
      tasks: [{ id: "a", colour: 1, critical: "maybe", timeout_ms: "soon" }],
    };
    expect(errorsOf(plan)).toEqual(["unread tasks[0].critical", "unread tasks[0].timeout_ms"]);
    expect(errorsOf({ "": 1, tasks: ["x"] })).toEqual(['unread ""']);
    expect(warningsOf({ tasks: [{ id: "a", note: null }] })).toEqual([]);
    expect(errorsOf({ tasks: [{ id: "a", input: "x".repeat(99), agent: { n: "y".repeat(99) } }] })).toEqual([
      "unread tasks[0].agent",
    ]);
  });

  it("reads enums in any case and with a colon, booleans and numbers as text", () => {
    const task = { id: "a", on_failure: ":Retry", critical: "False", timeoutMs: "500", max_retries: "3" };
    expect(readClean({ tasks: [task] })).toMatchObject([
      { onFailure: "retry", critical: false, timeoutMs: 500, maxRetries: 2 },
    ]);
  });

  it("does not take a number for a flag or a word", () => {
    expect(errorsOf({ tasks: [{ id: "a", critical: 1 }] })).toEqual(["unread tasks[0].critical"]);
    expect(errorsOf({ tasks: [{ id: "a", on_failure: 2 }] })).toEqual([
      "unreadable_guard tasks[0].on_failure",
    ]);
  });

  it("counts max_retries as all attempts, retries and maxRetries as further ones", () => {
    const of = (fields: object) => readValid({ tasks: [{ id: "a", ...fields }] }).tasks[0]?.maxRetries;
    expect([
      of({ max_retries: 3 }),
      of({ max_retries: 0 }),
      of({ retries: 3 }),
      of({ maxRetries: 3 }),
      of({}),
    ]).toEqual([2, 0, 3, 3, 1]);
    expect(errorsOf({ tasks: [{ id: "a", max_retries: 2, retries: 9, maxRetries: 9 }] })).toEqual([
      "unread tasks[0].retries",
      "unread tasks[0].maxRetries",
    ]);
    expect(errorsOf({ tasks: [{ id: "a", retries: "many" }] })).toEqual(["unread tasks[0].retries"]);
  });

  it("makes the first line of the input the title", () => {
    const tasks = [
      { id: "a", input: "\nFirst line\nsecond" },
      { id: "b", input: "x".repeat(200) },
      { id: "c", input: { q: 1 } },
      { id: "d", name: "Named", input: "x" },
      { id: "e", type: "checkpoint", review: "Is it good?" },
      {},
    ];
    expect(readClean({ tasks }).map((task) => task.title)).toEqual([
      "First line",
      `${"x".repeat(79)}…`,
      "c",
      "Named",
      "Is it good?",
      "Task",
    ]);
  });

  it("reads details, checks and the other fields of a task", () => {
    const task = {
      id: "a",
      details: "one\ntwo",
      verification: "(map? data/result)",
      on_verification_failure: "retry",
      signature: ":string",
      llm_review: "polite?",
      quality_gate: true,
      replaces: "old",
    };
    expect(readClean({ tasks: [task, { id: "b", details: ["x", 3], llmReview: true }] })).toMatchObject([
      {
        details: ["one", "two"],
        verification: "(map? data/result)",
        onVerificationFailure: "retry",
        outputSchema: ":string",
        llmReview: "polite?",
        qualityGate: true,
        replaces: "old",
      },
      { details: ["x", "3"], llmReview: true },
    ]);
    const odd = { id: "a", details: { x: 1 }, agent: ["w"] };
    expect(errorsOf({ tasks: [odd, { id: "b", details: [{}] }] })).toEqual([
      "unread tasks[0].agent",
      "unread tasks[0].details",
      "unread tasks[1].details[0]",
    ]);
  });
});

describe("edges", () => {
  it("are dependencies", () => {
    for (const edges of [
      [
        ["a", "b"],
        ["b", 3],
      ],
      [
        { from: "a", to: "b" },
        { source: "b", target: "3" },
      ],
    ])
      expect(
        readClean({ nodes: [{ id: "a" }, { id: "b" }, { id: "3" }], edges }).map((task) => task.dependsOn),
      ).toEqual([[], ["a"], ["b"]]);
  });

  it("are never dropped", () => {
    for (const edges of ["a<-b", [["a"]], [["a", "z"]], [{ from: "a" }]])
      expect(errorsOf({ nodes: [{ id: "a" }, { id: "b" }], edges })).toEqual(["unreadable_guard edges[0]"]);
  });
});

describe("placeholders", () => {
  const inputOf = (input: unknown) =>
    readClean({ tasks: [{ id: "a.b" }, { id: "z", after: "a.b", input }] })[1]?.input;

  it.each([
    ["{{a.b}}", "{{results.a.b}}"],
    ["{{ a.b.output }}", "{{results.a.b}}"],
    ["{{a.b.result.items[0].n}}", "{{results.a.b.items[0].n}}"],
    ["{{a.b.items.0}}", "{{results.a.b.items.0}}"],
    ["{{tasks.a.b}} {{steps.a.b.output.x}}", "{{results.a.b}} {{results.a.b.x}}"],
    ["{{tasks.elsewhere.output}}", "{{results.elsewhere}}"],
    ["{{results.a.b.output}} {{name}} {{}}", "{{results.a.b.output}} {{name}} {{}}"],
  ])("%s is %s", (written, meant) => {
    expect(inputOf(written)).toBe(meant);
    expect(inputOf({ deep: [written] })).toEqual({ deep: [meant] });
  });

  it("may stand in the question of a gate", () => {
    const tasks = [{ id: "a" }, { id: "g", after: "a", gate: "Good? {{a}}" }];
    expect(readClean({ tasks })[1]?.gate?.prompt).toBe("Good? {{results.a}}");
  });
});

describe("types of task", () => {
  const typeOf = (fields: object, agents = {}) =>
    readValid({ agents, tasks: [{ id: "a", ...fields }] }).tasks[0]?.type;

  it.each([
    ["synthesis_gate", "synthesis_gate gate synthesis compress summarize Synthesis-Gate :gate"],
    ["human_review", "human_review human approval review humanReview"],
    ["planning_review", "planning_review checkpoint"],
    ["task", "task action agent"],
    ["direct", "direct"],
  ])("%s by any of its names", (type, names) => {
    for (const name of names.split(" ")) expect(typeOf({ type: name })).toBe(type);
    expect(typeOf({ step_type: names.split(" ")[0] })).toBe(type);
  });

  it("takes a review for one that plans only if it has something of a planning review", () => {
    expect(typeOf({ type: "review" })).toBe("human_review");
    expect(typeOf({ type: "review", decision_points: ["ok?"] })).toBe("planning_review");
    expect(typeOf({ type: "review", review: { focus: "x" } })).toBe("planning_review");
    expect(typeOf({ review: { focus: "x" } })).toBe("planning_review");
  });

  it("is decided by a gate or a review, whatever the word says", () => {
    for (const gate of [{ gate: { prompt: "x" } }, { review: { focus: "x" } }])
      expect(errorsOf({ tasks: [{ id: "a", type: "banana", ...gate }] })).toEqual(["unread tasks[0].type"]);
    for (const type of ["task", "synthesis_gate", "human", undefined]) {
      expect(typeOf({ type, gate: { prompt: "x" } })).toBe("human_review");
      expect(typeOf({ type, review: { focus: "x" } })).toBe("planning_review");
    }
    expect(readValid({ tasks: [{ id: "a", type: "human", review: {} }] }).tasks[0]?.review).toMatchObject({
      requiresHumanApproval: true,
    });
    expect(typeOf({ type: "planning_review", gate: null, review: null })).toBe("planning_review");
    expect(errorsOf({ tasks: [{ id: "a", gate: {}, review: {} }] })).toEqual(["unreadable_guard tasks[0]"]);
  });

  it("takes a gate with people or a form for one that asks them", () => {
    for (const terms of [{ assignees: ["ann"] }, { quorum: 2 }, { form: {} }])
      expect(typeOf({ type: "gate", ...terms })).toBe("human_review");
  });

  it("takes the agent `direct` for the type, unless the plan has an agent of that name", () => {
    expect(readValid({ tasks: [{ id: "a", agent: "direct" }] }).tasks[0]).toMatchObject({
      type: "direct",
      agent: "default",
    });
    expect(typeOf({ agent: "direct" }, { direct: "An agent" })).toBe("task");
    const explicit = readValid({
      agents: { direct: {} },
      tasks: [{ id: "a", type: "direct", agent: "direct" }],
    });
    expect(explicit.tasks[0]).toMatchObject({ type: "direct", agent: "direct" });
  });
});

describe("agents", () => {
  const agentsOf = (agents: unknown) => readValid({ agents, tasks: ["x"] }).plan.agents;

  it("as a map of objects or bare prompts", () => {
    expect(
      agentsOf({
        a: "You fetch",
        b: {
          description: "You check",
          capabilities: "http_get",
          model: "m",
          max_turns: 4,
          reflection: { on: true },
        },
        c: { role: "You write", tools: ["x", { name: "y" }] },
        d: null,
      }),
    ).toEqual({
      a: { prompt: "You fetch", tools: [] },
      b: { prompt: "You check", tools: ["http_get"], model: "m", maxTurns: 4, reflection: { enabled: true } },
      c: { prompt: "You write", tools: ["x", "y"] },
      d: { prompt: "", tools: [] },
    });
  });

  it("with what limits and guides them", () => {
    const { a } = agentsOf({
      a: {
        hop_budget: "12",
        deadlineMs: 30_000,
        token_budget: 8_000,
        cost_budget_usd: "$0.25",
        max_parallel: 3,
        planning_hints: {
          order: ["search", "read"],
          parallel_groups: [["search", "look"]],
          sequentialOnly: "deploy",
          disallow: ["rm"],
          prefer: ["look"],
          max_parallel: 2,
        },
      },
    });
    expect(a).toEqual({
      prompt: "",
      tools: [],
      hopBudget: 12,
      deadlineMs: 30_000,
      tokenBudget: 8_000,
      costBudgetUsd: 0.25,
      maxParallel: 3,
      hints: {
        ordering: ["search", "read"],
        parallelGroups: [["search", "look"]],
        sequentialOnly: ["deploy"],
        disallowed: ["rm"],
        preferred: ["look"],
        maxParallel: 2,
      },
    });
  });

  it("and report limits and hints that are none", () => {
    const errors = errorsOf({
      agents: {
        a: { cost_budget_usd: "much", hints: "be quick" },
        b: { hints: { parallel_groups: ["x"], odd: 1 } },
      },
      tasks: [{ id: "t" }],
    });
    expect(errors).toEqual([
      "unread agents.a.cost_budget_usd",
      "unread agents.a.hints",
      "unread agents.b.hints.parallel_groups",
      "unread agents.b.hints.odd",
    ]);
  });

  it("as a list with names", () => {
    expect(agentsOf([{ name: "a", prompt: "P" }, "b", { id: "c" }])).toEqual({
      a: { prompt: "P", tools: [] },
      b: { prompt: "", tools: [] },
      c: { prompt: "", tools: [] },
    });
  });

  it("under `workers` or inside the plan", () => {
    expect(readValid({ workers: { a: "P" }, tasks: ["x"] }).plan.agents).toHaveProperty("a");
    expect(readValid({ plan: { agents: { a: "P" }, tasks: ["x"] } }).plan.agents).toHaveProperty("a");
  });

  it("that are none are reported", () => {
    expect(errorsOf({ agents: 3, tasks: ["x"] })).toEqual(["unread agents"]);
    expect(errorsOf({ agents: [{}, 3, ""], tasks: ["x"] })).toEqual([
      "unread agents[0]",
      "unread agents[1]",
      "unread agents[2]",
    ]);
    expect(
      errorsOf({
        agents: { a: 3, b: { tools: [{}] }, c: { tools: { x: 1 } } },
        tasks: ["x"],
      }),
    ).toEqual(["unread agents.a", "unread agents.b.tools[0]", "unread agents.c.tools"]);
  });
});
