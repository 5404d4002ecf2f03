import { describe, expect, it, test } from "vitest";
import type { Json } from "../../json";
import { toolPolicy } from "../../policy";
import { readPlan, serializePlan, validatePlan, writePlanText } from "..";
import { type Plan, plan as planSchema } from "../schema";
import { NO_TOOLS } from "./agent-settings";

const RULE = { tool: "pay", path: "amount", operator: ">", value: 100, effect: "ask" };
const task = (fields: object = {}) => ({ id: "a", title: "A", agent: "ops", input: "go", ...fields });
const planWith = (policy: Json, tasks: object[] = [task()]) => ({
  title: "P",
  agents: { ops: { prompt: "Do it", tools: ["pay", "look"], policy } },
  tasks,
});
const readText = (policy: string) =>
  readPlan(`PLAN: P\nAgent "ops": Do it\n- Tools: pay, look\n- Policy: ${policy}\nStep 1: A\n- Agent: ops\n`);

describe("other names of what limits an agent", () => {
  const agentOf = (fields: object) => readPlan({ agents: { a: fields }, tasks: ["x"] }).plan?.agents.a;

  it("are read", () => {
    const lists = { denied_tools: ["pay"], allowed_tools: ["pay", "look"], require_tags: ["safe"] };
    const policy = { denied: ["pay"], allowed: ["pay", "look"], requiredTags: ["safe"], rules: [] };
    expect(agentOf({ tools: ["look"], policy: lists })).toEqual({ prompt: "", tools: ["look"], policy });
    expect(agentOf({ tools: ["look"], ...lists })).toEqual({ prompt: "", tools: ["look"], policy });
    expect(agentOf({ deadline_s: 30, max_iters: 4 })).toMatchObject({ deadlineMs: 30_000, maxTurns: 4 });
  });
});

describe("what an agent says beside its fields", () => {
  const read = (agent: object) => readPlan({ agents: { a: { prompt: "Pays", ...agent } }, tasks: ["x"] });

  it("is an error where it may be a guard: a name that sounds like one, a word of its own, what a tool has", () => {
    for (const agent of [
      { human_input_mode: "ALWAYS" },
      { autonomy: "supervised" },
      { tools: [{ name: "pay", needsApproval: true }] },
      { tools: [{ name: "pay", mode: "ask" }] },
    ])
      expect(read(agent), JSON.stringify(agent)).toMatchObject({ errors: [expect.anything()] });
  });

  it("goes to its prompt where it is words about it or its tools", () => {
    const { plan, errors } = read({
      role: "Clerk",
      motto: "Slow and sure",
      tools: [{ name: "pay", description: "Sends money to one supplier" }],
    });
    expect(errors).toEqual([]);
    expect(plan?.agents.a?.tools).toEqual(["pay"]);
    expect(plan?.agents.a?.prompt).toBe(
      "Pays\npay: Description: Sends money to one supplier\nRole: Clerk\nMotto: Slow and sure",
    );
  });
});

describe("the policy of an agent", () => {
  test.each<[string, Json]>([
    ["by its own names", { denied: ["pay"], allowed: null, requiredTags: ["x"], rules: [RULE] }],
    ["in other letters", { DENIED: ["pay"], requiredTags: ["x"], Rules: [RULE] }],
    ["by other names", { deny: ["pay"], required_tags: ["x"], rules: [RULE] }],
  ])("is read from JSON %s", (_, policy) => {
    const read = readPlan(JSON.stringify(planWith(policy)));
    expect(read.warnings).toEqual([]);
    expect(read.plan?.agents.ops?.policy).toEqual(
      toolPolicy.parse({ denied: ["pay"], requiredTags: ["x"], rules: [RULE] }),
    );
  });

  it("may bound what calls cost", () => {
    const rules = [{ maxCostUsd: 0.05, effect: "ask" }];
    const read = readPlan(JSON.stringify(planWith({ rules })));
    expect(read.warnings).toEqual([]);
    expect(read.plan?.agents.ops?.policy).toEqual(toolPolicy.parse({ rules }));
  });

  it("is read from text", () => {
    const read = readText('{"allowed": ["look"]}');
    expect([read.plan?.agents.ops?.policy, read.warnings]).toEqual([
      toolPolicy.parse({ allowed: ["look"] }),
      [],
    ]);
  });

  it("is written in both, and read back", () => {
    const bounds = [
      { tool: null, maxCostUsd: 0.05, effect: "ask" },
      { tool: "pay", maxCostUsd: 0, effect: "deny" },
    ];
    const written = planSchema.parse(planWith({ denied: ["pay"], rules: [RULE, ...bounds] }));
    const plan: Plan = { ...written, tasks: written.tasks.map((one) => ({ ...one, id: "step_1" })) };
    expect(readPlan(serializePlan(plan)).plan).toEqual(plan);
    expect(readPlan(writePlanText(plan)).plan?.agents).toEqual(plan.agents);
  });

  test.each<[string, Json]>([
    ["a word", "strict"],
    ["a list", ["pay"]],
    ["a misspelt field", { forbid: ["pay"] }],
    ["a misspelt field of a rule", { rules: [{ ...RULE, when: "always" }] }],
    ["a misspelt bound of costs", { rules: [{ maxCost: 0.05, effect: "ask" }] }],
    ["an unknown effect", { rules: [{ ...RULE, effect: "maybe" }] }],
    ["a field given twice", { deny: ["pay"], denied: [] }],
  ])("that is not understood is an error, and left out leaves it no tools: %s", (_, policy) => {
    const { unread } = readPlan(JSON.stringify(planWith(policy)));
    expect(unread).toMatchObject([{ code: "unread", path: "agents.ops.policy" }]);
    const { plan } = readPlan(JSON.stringify(planWith(policy)), { leaveOut: ["agents.ops.policy"] });
    expect(plan?.agents.ops?.policy).toEqual(NO_TOOLS);
    expect(readText(JSON.stringify(policy)).errors).not.toEqual([]);
    const tools = [{ name: "pay" }, { name: "look" }];
    expect(validatePlan(plan as Plan, { tools }).map(({ code }) => code)).toEqual([
      "forbidden_tool",
      "forbidden_tool",
    ]);
  });
});

describe("the tools of a plan", () => {
  const tools = [{ name: "pay" }, { name: "look" }];
  const denies = [
    { ...toolPolicy.parse({ denied: ["pay"] }), source: { level: "role", role: "direct" } as const },
  ];
  const codes = (tasks: object[], context: object, policy: Json = {}) =>
    validatePlan(planSchema.parse(planWith(policy, tasks)), { tools, ...context }).map(({ code }) => code);
  const program = task({ id: "b", type: "direct", input: "(tool/pay {})" });
  const harmless = task({ id: "b", type: "direct", input: "(tool/look {})" });

  it("are held against the policies of those who call them", () => {
    expect(codes([task()], { policies: { direct: denies } })).toEqual([]);
    expect(codes([task()], { policies: { agent: denies } })).toEqual(["forbidden_tool"]);
    expect(codes([program], { policies: { agent: denies } })).toEqual([]);
    expect(codes([task(), harmless], { policies: { direct: denies } })).toEqual([]);
    expect(codes([task(), program], { policies: { direct: denies } })).toEqual(["forbidden_tool"]);
    expect(codes([program], {}, { denied: ["pay"] })).toEqual(["forbidden_tool", "forbidden_tool"]);
  });

  it("are named with the level that forbids them", () => {
    const plan = planSchema.parse(
      planWith({}, [task({ type: "direct", input: "(tool/pay {})", agent: "default" })]),
    );
    const [issue] = validatePlan(plan, { tools, policies: { direct: denies } });
    expect(issue).toMatchObject({ code: "forbidden_tool", taskId: "a", path: "input" });
    expect(issue?.message).toContain(
      'may not call the tool "pay": "pay" is on the deny-list (policy for programs).',
    );
  });
});
