import { describe, expect, it } from "vitest";
import { byteLength } from "../../bytes";
import { toolPolicy } from "../../policy";
import { type Plan, plan as planSchema } from "../schema";
import { validatePlan } from "./plan";

const tools = [
  { name: "search", tags: ["read"] },
  { name: "deploy", tags: [] },
];
const plan = (tasks: object[], agents: object = {}): Plan => planSchema.parse({ title: "P", agents, tasks });
const issuesOf = (tasks: object[], agents: object = {}, options: object = {}) =>
  validatePlan(plan(tasks, agents), { tools, ...options });
const codes = (...args: Parameters<typeof issuesOf>) => issuesOf(...args).map((issue) => issue.code);
const task = (id: string, more: object = {}) => ({ id, title: id, ...more });

describe("validatePlan", () => {
  it("finds nothing wrong with a good plan", () => {
    const good = [
      task("a", { agent: "worker" }),
      task("b", { dependsOn: ["a"], input: { q: "{{results.a.rows}}" }, outputSchema: { type: "object" } }),
      task("c", {
        type: "planning_review",
        dependsOn: ["b"],
        review: { previousTasks: ["a"], reviewers: ["worker"] },
      }),
      task("d", { type: "human_review", dependsOn: ["c"], gate: { prompt: "Good?" }, agent: "supervisor" }),
      task("e", { type: "synthesis_gate", dependsOn: ["d"] }),
    ];
    expect(issuesOf(good, { worker: { tools: ["search"] } })).toEqual([]);
  });

  it("refuses a gate that nobody can let pass, where it is known who could", () => {
    const gated = [task("a"), task("ask", { type: "human_review", dependsOn: ["a"] })];
    expect(codes(gated)).toEqual([]);
    const gates = { people: [], authors: [], fourEyes: false };
    expect(codes(gated, {}, { gates })).toEqual(["gate_unpassable"]);
  });

  it("refuses an empty plan and one over the limits, and looks no further", () => {
    expect(codes([])).toEqual(["empty_plan"]);
    expect(codes([task("a"), task("a"), task("a")], {}, { limits: { maxTasks: 2 } })).toEqual(["too_large"]);
    expect(codes([task("a", { input: "ü".repeat(300) })], {}, { limits: { maxBytes: 500 } })).toEqual([
      "too_large",
    ]);
    expect(codes([task("a", { input: "x".repeat(1_048_577) })])).toEqual(["too_large"]);
  });

  it("reports all issues at once, each with its task and what to do", () => {
    const issues = issuesOf([
      task("a", { dependsOn: ["ghost"], agent: "nobody" }),
      task("a", { input: "{{results.ghost}} {{results.b}}" }),
      task("b", { verification: " ", outputSchema: { type: "thing" } }),
    ]);
    expect(issues.map(({ code, taskId, path }) => [code, taskId, path])).toEqual([
      ["duplicate_id", "a", "id"],
      ["missing_dependency", "a", "dependsOn"],
      ["missing_agent", "a", "agent"],
      ["invalid_verification", "b", "verification"],
      ["invalid_output_schema", "b", "outputSchema"],
      ["unknown_placeholder", "a", "input"],
      ["unknown_placeholder", "a", "input"],
    ]);
    expect(issues.every((issue) => issue.severity === "error" && /[.:] /.test(issue.message))).toBe(true);
  });

  it.each(["input", "outputSchema"])("refuses %s that would be read as a text kept elsewhere", (field) => {
    const value = {
      $ref: "0".repeat(64),
      preview: "To staging",
      $defs: { a: { description: "To production" } },
    };
    expect(issuesOf([{ ...task("a"), [field]: value }])).toMatchObject([
      { severity: "error", code: "reserved_value", taskId: "a", path: field },
    ]);
    expect(issuesOf([{ ...task("a"), [field]: { type: "object", $defs: {} } }])).toEqual([]);
  });

  it("refuses what an agent is told that would be read as a text kept elsewhere", () => {
    const reflection = { $ref: "0".repeat(64), preview: "Look at it once more", criteria: "Mail all" };
    expect(issuesOf([task("a")], { mailer: { reflection } })).toMatchObject([
      { severity: "error", code: "reserved_value", path: "agents.mailer.reflection" },
    ]);
  });

  it.each(["(answer)", "(plan)", "(checks)", "(policy) shipper", "a\nb"])(
    "takes no task for what the engine names %j among controls",
    (id) => {
      expect(issuesOf([task(id)])).toMatchObject([{ severity: "error", code: "reserved_id", taskId: id }]);
    },
  );

  it("takes no question that is longer than people are shown, results that it quotes counted by their labels", () => {
    const asking = (prompt: string) => {
      const gate = task("ask", { type: "human_review", dependsOn: ["find"], gate: { prompt } });
      return issuesOf([task("find"), gate]).filter(({ code }) => code === "question_too_long");
    };
    expect(asking("x".repeat(2_000))).toEqual([]);
    expect(asking("x".repeat(2_001))).toMatchObject([
      { severity: "error", taskId: "ask", path: "gate.prompt" },
    ]);
    expect(asking(`${"x".repeat(1_990)}{{results.find}}`)).toMatchObject([{ taskId: "ask" }]);
    expect(asking(`${"x".repeat(1_970)}{{results.find}}`)).toEqual([]);
  });

  it("shows a cycle from end to end, and a task that waits for itself", () => {
    const [cycle] = issuesOf([task("a", { dependsOn: ["b"] }), task("b", { dependsOn: ["a"] })]);
    expect(cycle).toMatchObject({
      code: "cycle_detected",
      taskId: "a",
      message: expect.stringContaining("a -> b -> a"),
    });
    expect(issuesOf([task("a", { dependsOn: ["a"] })])[0]?.message).toContain("a -> a");
  });

  it("knows the tasks that were completed before", () => {
    const tail = [
      task("b", { dependsOn: ["a"], input: "{{results.a.x}}" }),
      task("c", { type: "planning_review", review: { previousTasks: ["a"] } }),
    ];
    expect(codes(tail)).toEqual(["missing_dependency", "missing_dependency", "unknown_placeholder"]);
    expect(codes(tail, {}, { knownIds: ["a"] })).toEqual([]);
  });

  it.each([
    ["a", "{{results.a.b}}", "a.b"],
    ["a", "{{ results.a[0].c }}", "a[0]"],
    ["a.b", "{{results.a.b.c.d}}", "a.b.c"],
  ])("refuses a placeholder that could mean %s or what comes to be there", (id, input, more) => {
    const reader = task("p", { dependsOn: [id, more], input });
    const question = task("g", { type: "human_review", dependsOn: [id, more], gate: { prompt: input } });
    for (const one of [reader, question]) {
      const [issue, ...others] = issuesOf([task(id), task(more), one]);
      expect(issue).toMatchObject({ code: "unknown_placeholder", taskId: more, path: "id" });
      expect(others).toEqual([]);
      const ended = new Set([id, one.id]);
      expect(issuesOf([task(id), task(more), one], {}, { ended })).toMatchObject([{ taskId: more }]);
      expect(issuesOf([task(id), task(more), one], {}, { ended: new Set([id, more]) })).toMatchObject([
        { taskId: one.id, path: "input" },
      ]);
      expect(codes([task(id), { ...one, dependsOn: [id] }])).toEqual([]);
    }
    const program = task("d", { type: "direct", dependsOn: [id], input: `(str "${input}")` });
    expect(codes([task(id), task(more), program])).toEqual([]);
  });

  it("accepts a placeholder for any ancestor, and for nothing else", () => {
    const chain = [task("a"), task("b", { dependsOn: ["a"] })];
    expect(codes([...chain, task("c", { dependsOn: ["b"], input: "{{results.a}}" })])).toEqual([]);
    const [issue] = issuesOf([...chain, task("c", { input: "{{results.a}}" })]);
    expect(issue).toMatchObject({ code: "unknown_placeholder", message: expect.stringContaining('Add "a"') });
  });

  it("names the agents and tools there are", () => {
    const [agent] = issuesOf([task("a", { agent: "worker" })], { other: {} });
    expect(agent?.message).toContain("Declared: other.");
    const [tool] = issuesOf([task("a")], { w: { tools: ["search", "fly"] } });
    expect(tool).toMatchObject({ code: "unknown_tool", path: "agents.w.tools[1]" });
    expect(tool?.message).toContain("Available: search, deploy.");
    const many = Array.from({ length: 30 }, (_, n) => ({ name: `tool_${n}` }));
    expect(issuesOf([task("a")], { w: { tools: ["fly"] } }, { tools: many })[0]?.message).toMatch(
      /Available: tool_0, tool_1, tool_2 and 27 more\.$/,
    );
    const served = { tools: [{ name: "files__list" }, { name: "mail__list" }] };
    expect(issuesOf([task("a")], { w: { tools: ["list"] } }, served)[0]?.message).toContain(
      'Did you mean "files__list" or "mail__list"?',
    );
    expect(issuesOf([task("a")], { w: { tools: ["fly"] } }, { tools: [] })[0]?.message).toContain(
      "Available: none.",
    );
    expect(codes([task("a", { review: { reviewers: ["anybody by a role's name"] } })])).toEqual([]);
  });

  it("warns of hints about tools that the agent does not have", () => {
    const hints = { ordering: ["search", "deploy"], parallelGroups: [["fly", "deploy"]] };
    const issues = issuesOf([task("a", { agent: "w" })], {
      w: { tools: ["search"], hints },
      v: { tools: [] },
    });
    expect(issues.map(({ severity, code, path }) => `${severity} ${code} ${path}`)).toEqual([
      "warning unknown_tool agents.w.hints",
      "warning unknown_tool agents.w.hints",
    ]);
    expect(issues[0]?.message).toContain('"deploy"');
  });

  it("refuses tools that a policy forbids", () => {
    const agents = { w: { tools: ["search", "deploy"] } };
    const policy = toolPolicy.parse({ denied: ["deploy"] });
    const tagged = toolPolicy.parse({ requiredTags: ["read"] });
    const [issue] = issuesOf([task("a")], agents, { policy });
    expect(issue).toMatchObject({ code: "forbidden_tool", path: "agents.w.tools[1]" });
    expect(issue?.message).toContain("deny-list");
    expect(codes([task("a")], agents, { policy: [toolPolicy.parse({}), tagged] })).toEqual([
      "forbidden_tool",
    ]);
    const bounded = (effect: string) =>
      toolPolicy.parse({ rules: [{ tool: "deploy", maxCostUsd: 0, effect }] });
    expect(codes([task("a")], agents, { policy: bounded("deny") })).toEqual(["forbidden_tool"]);
    expect(codes([task("a")], agents, { policy: bounded("ask") })).toEqual([]);
    expect(codes([task("a")], agents, { policy: [] })).toEqual([]);
  });

  it("looks at the outer shape of a JSON Schema", () => {
    const schemas = [
      { type: ["string", "null"] },
      { type: "array", items: true },
      { properties: { a: {} }, required: ["a"], items: {} },
    ];
    for (const outputSchema of schemas) expect(codes([task("a", { outputSchema })])).toEqual([]);
    const wrong = [{ type: [1] }, { properties: [] }, { required: "a" }, { required: [1] }, { items: "x" }];
    for (const outputSchema of wrong)
      expect(codes([task("a", { outputSchema })])).toEqual(["invalid_output_schema"]);
  });

  it("looks at the form of a gate in the same way", () => {
    const gate = { prompt: "", assignees: [], quorum: 1, onTimeout: "reject" as const };
    const [issue] = issuesOf([
      task("a", { type: "human_review", gate: { ...gate, form: { properties: [] } } }),
    ]);
    expect(issue).toMatchObject({ code: "invalid_output_schema", taskId: "a", path: "gate.form" });
    expect(codes([task("a", { type: "human_review", gate: { ...gate, form: { type: "object" } } })])).toEqual(
      [],
    );
  });

  it("takes a signature that can be read, and shows where another one cannot", () => {
    expect(codes([task("a", { outputSchema: "{items [{id :int}]}" })])).toEqual([]);
    const [issue] = issuesOf([task("a", { outputSchema: "{items [{id\n :number}]}" })]);
    expect(issue).toMatchObject({ code: "invalid_output_schema", taskId: "a", path: "outputSchema" });
    expect(issue?.message).toContain("at line 2, column 2");
    expect(codes([task("a", { outputSchema: " " })])).toEqual(["invalid_output_schema"]);
  });

  it("shows where a predicate cannot be read, in verifications and conditions", () => {
    const of = (fields: object) =>
      issuesOf([task("a", fields)])
        .filter(({ code }) => code === "invalid_verification")
        .map(({ path, message }) => [path, /in line \d+, column \d+ \(\w+\)/.exec(message)?.[0] ?? message]);
    expect(of({ verification: "(map? data/result)" })).toEqual([]);
    expect(of({ verification: "(and true\n  (mpa? data/result))" })).toEqual([
      ["verification", "in line 2, column 3 (unbound_symbol)"],
    ]);
    expect(of({ verification: "(map? data/result" })).toEqual([
      ["verification", "in line 1, column 1 (parse_error)"],
    ]);
    expect(of({ review: { condition: "(count)" } })).toEqual([
      ["review.condition", "in line 1, column 1 (arity_error)"],
    ]);
    expect(of({ verification: " " })[0]?.[1]).toContain("is empty");
    expect(of({ review: { condition: { previousFailed: true } } })).toEqual([]);
    expect(codes([task("a", { review: { condition: "(seq data/results)" } })])).toEqual([]);
  });

  it("asks a direct task for its program", () => {
    expect(codes([task("a", { type: "direct", input: { a: 1 } })])).toContain("invalid_direct_input");
    expect(codes([task("a", { type: "direct", input: " " })])).toContain("invalid_direct_input");
    expect(codes([task("a", { type: "direct", input: '(str "{{results.x}}" (inc 1))' })])).toEqual([]);
    const [fault] = issuesOf([task("a", { type: "direct", input: "(+ 1\n   (nonsense 2))" })]);
    expect(fault).toMatchObject({ code: "invalid_direct_input", taskId: "a", path: "input" });
    expect(fault?.message).toMatch(
      /^The program of "a" has a fault in line 2, column 4 \(unbound_symbol\): /,
    );
  });

  it("lets a direct task call the tools of its agent, else every one that is allowed", () => {
    const direct = (agent: string) => [task("a", { type: "direct", agent, input: '(tool/search {:q "x"})' })];
    const agents = { finder: { tools: ["search"] }, other: { tools: ["deploy"] } };
    expect(codes(direct("default"))).toEqual([]);
    expect(codes(direct("finder"), agents)).toEqual([]);
    expect(codes(direct("other"), agents)).toEqual(["invalid_direct_input"]);
    expect(codes(direct("nobody"))).toEqual(["missing_agent", "invalid_direct_input"]);
    const policy = toolPolicy.parse({ denied: ["search"] });
    expect(codes(direct("default"), {}, { policy })).toEqual(["forbidden_tool"]);
    const said = (input: string) => codes([task("a", { type: "direct", input })], {}, { policy });
    expect(said('(str "not tool/search")')).toEqual([]);
    expect(said('(str "not tool/search" (cuont []))')).toEqual(["invalid_direct_input"]);
    expect(said('(str (tool/search {:q "x"}) (tool/deploy {}))')).toEqual(["forbidden_tool"]);
    expect(codes([task("a", { verification: '(tool/search {:q "x"})' })])).toEqual(["invalid_verification"]);
  });

  it("warns of data that no predicate is given", () => {
    expect(issuesOf([task("a", { verification: "(pos? data/resutl)" })])).toMatchObject([
      { severity: "warning", code: "invalid_verification" },
    ]);
  });

  it("warns of checks on what nobody checks", () => {
    const checks = { verification: "(map? data/result)", llmReview: "polite?", qualityGate: true };
    const all = { ...checks, outputSchema: { type: "object" } };
    const warned = (fields: object) =>
      issuesOf([task("a", fields)]).map(({ severity, path }) => [severity, path]);
    expect(warned({ type: "human_review", ...all })).toEqual([
      ["warning", "verification"],
      ["warning", "outputSchema"],
      ["warning", "llmReview"],
      ["warning", "qualityGate"],
    ]);
    expect(warned({ type: "planning_review", qualityGate: true })).toEqual([["warning", "qualityGate"]]);
    expect(warned({ type: "task", ...all })).toEqual([]);
    expect(warned({ type: "synthesis_gate", ...all })).toEqual([]);
  });

  it("holds a plan to its limit as it is kept, too", () => {
    const tasks = Array.from({ length: 300 }, (_, n) => task(`t${n}`, { input: "x".repeat(100) }));
    const bytes = byteLength(JSON.stringify(plan(tasks)));
    const found = issuesOf(tasks, {}, { limits: { maxBytes: bytes } });
    expect(found).toMatchObject([{ code: "too_large", message: expect.stringContaining("as it is kept") }]);
    expect(issuesOf(tasks, {}, { limits: { maxBytes: 2 * bytes } })).toEqual([]);
  });

  it("takes several reviewers, but not any number of them", () => {
    const reviewed = (count: number) => {
      const reviewers = Array.from({ length: count }, (_, n) => `r${n}`);
      return task("a", { type: "planning_review", review: { reviewers, consensus: "majority" } });
    };
    expect(codes([reviewed(10)])).toEqual([]);
    expect(issuesOf([reviewed(11)])).toMatchObject([
      { severity: "error", code: "too_large", taskId: "a", path: "review.reviewers" },
    ]);
  });

  it("warns of wishes that it leaves out", () => {
    const issues = issuesOf([task("a", { type: "human_review", qualityGate: true })]);
    expect(issues.map(({ severity, code, path }) => [severity, code, path])).toEqual([
      ["warning", "unsupported", "qualityGate"],
    ]);
  });

  it("takes a plan of 2 000 tasks that all name each other's results", () => {
    const ids = Array.from({ length: 2_000 }, (_, n) => `t${n}`);
    const tasks = ids.map((id, n) =>
      task(id, { dependsOn: ids.slice(Math.max(0, n - 1), n), input: "{{results.t0}}" }),
    );
    expect(codes([task("t0"), ...tasks.slice(1)])).toEqual([]);
  });
});
