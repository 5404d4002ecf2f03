import { describe, expect, it, test } from "vitest";
import { NO_POLICIES, type PolicyRole, toolPolicy, type WorkspacePolicies } from "@/lib/core/policy";
import type { SafeHttp } from "@/lib/core/ports";
import { readBlock, readRole } from "@/lib/core/prompt-blocks";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import { gates, resumeRun, TASK, toolResults } from "@/lib/testing/engine/tool-call-runs";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";
import { webTools } from "@/lib/tools/http";

/** A tool that must never run, whichever way it is reached, and one that may. */
function forbiddenWorld() {
  const effects: string[] = [];
  const wipe = testTool("wipe", {
    tags: ["mcp"],
    sideEffects: "external",
    run({ version }) {
      effects.push(String(version));
      return { wiped: true };
    },
  });
  return { effects, tools: [wipe, testTool("look", { tags: ["safe"] })] };
}

const DENIES = toolPolicy.parse({ denied: ["wipe"] });
const LEVELS = ["workspace", "role", "run", "agent"] as const;
type Level = (typeof LEVELS)[number];

/** A run in which a policy of this level forbids the tool to the one who has the role. */
function forbidAt(level: Level, role: PolicyRole, policy = DENIES) {
  const inForce: WorkspacePolicies = {
    workspace: level === "workspace" ? [policy] : [],
    roles: level === "role" ? { [role]: [policy] } : {},
  };
  const worker = { prompt: "Work.", tools: ["wipe", "look"], ...(level === "agent" && { policy }) };
  return {
    policies: () => inForce,
    settings: level === "run" ? { toolPolicy: policy } : {},
    agents: { worker },
  };
}

const calling = (...versions: string[]) => ({
  calls: versions.map((version, n) => ({ tool: "wipe", args: { version }, callId: `c${n + 1}` })),
});
const callsOnce: Script = ({ messages }) => (messages.length === 1 ? calling("1") : "done");
const besideOthers: Script = ({ messages }) => {
  const look = { tool: "look", args: {}, callId: "c0" };
  return messages.length === 1 ? { calls: [look, ...calling("1", "2").calls] } : "done";
};

/** A model without tool calls of its own acts once, and then answers. */
const inJson = (action: object): Script => {
  const acts = { thought: "", next_node: null, args: {}, plan: null, join: null };
  return ({ messages, role }) => {
    if (role !== "agent") return "All is done.";
    return JSON.stringify(
      messages.length === 1 ? { ...acts, ...action } : { ...acts, args: { answer: "done" } },
    );
  };
};
const WIPES = { node: "wipe", args: { version: "1" } };
const LOOKS = { node: "look", args: {} };
const JSON_MODEL = { modelOverrides: { toolCalling: "json" } } as const;

describe.each(LEVELS)("a tool that a policy of the %s denies", (level) => {
  test.each<[string, PolicyRole, Script, object]>([
    ["the call of an agent", "agent", callsOnce, TASK],
    ["a branch of a parallel set", "agent", besideOthers, TASK],
    ["an action in JSON", "agent", inJson({ next_node: "wipe", args: { version: "1" } }), TASK],
    ["a branch in JSON", "agent", inJson({ plan: [LOOKS, WIPES] }), TASK],
    ["a join", "agent", inJson({ plan: [LOOKS, LOOKS], join: WIPES }), TASK],
    ["a program", "direct", () => "-", { ...TASK, type: "direct", input: '(tool/wipe {:version "1"})' }],
  ])("never runs by %s", async (name, role, script, task) => {
    const { effects, tools } = forbiddenWorld();
    const model = name.includes("JSON") || name === "a join" ? JSON_MODEL : {};
    const run = await createScriptedRun([task], { script, tools, ...model, ...forbidAt(level, role) });
    await resumeRun(run);
    expect(effects).toEqual([]);
    expect(run.payloads("tool_started").filter(({ tool }) => tool === "wipe")).toEqual([]);
    const offered = run.model.requests.flatMap((request) => request.tools ?? []);
    expect(offered.filter(({ name: one }) => one === "wipe")).toEqual([]);
    const reported = run.prompts("agent").map((prompt) => readBlock(prompt, "tools") ?? "");
    expect(reported.join()).not.toContain("wipe");
  });
});

describe("a tool that lacks a tag", () => {
  it("never runs, wherever it came from", async () => {
    const { effects, tools } = forbiddenWorld();
    const safe = toolPolicy.parse({ requiredTags: ["safe"] });
    const run = await createScriptedRun([TASK], {
      script: besideOthers,
      tools,
      ...forbidAt("workspace", "agent", safe),
    });
    await resumeRun(run);
    expect(effects).toEqual([]);
  });
});

describe("what planners may put into plans", () => {
  const plan = (tool: string) =>
    JSON.stringify({
      title: "Plan",
      agents: { worker: { prompt: "Work.", tools: [tool] } },
      tasks: [TASK],
    });
  const program = JSON.stringify({
    title: "Plan",
    tasks: [{ id: "t", title: "T", type: "direct", input: '(tool/wipe {:version "1"})' }],
  });

  async function planned(written: (nth: number) => string, policies: () => WorkspacePolicies) {
    const { effects, tools } = forbiddenWorld();
    const prompts: string[] = [];
    const model = createScriptedModel(({ role, prompt, messages }) => {
      if (role === "planner") {
        prompts.push(prompt);
        return written(prompts.length);
      }
      return role === "agent" && messages.length === 1 ? calling("1") : "done";
    });
    const engine = createMemoryEngine({ model, tools: createToolbox(tools), policies });
    await engine.create("Do it");
    await (await engine.lease()).ended;
    return { effects, prompts, state: engine.store.state(RUN_ID) };
  }

  test.each<[string, string, Level, PolicyRole]>([
    ["an agent with it", plan("wipe"), "workspace", "agent"],
    ["an agent with it, against a policy for planners", plan("wipe"), "role", "planner"],
    ["an agent with it, against a policy for agents", plan("wipe"), "role", "agent"],
    ["a program that calls it", program, "workspace", "direct"],
    ["a program that calls it, against a policy for programs", program, "role", "direct"],
  ])("is not %s: the planner is shown why", async (_, first, level, role) => {
    const { policies } = forbidAt(level, role);
    const { effects, prompts, state } = await planned((nth) => (nth === 1 ? first : plan("look")), policies);
    expect(readBlock(prompts[1] ?? "", "problem")).toContain("deny-list");
    expect(effects).toEqual([]);
    expect(state.finished?.reason).toBe("answer_complete");
  });

  it("is not told to them at all", async () => {
    const { policies } = forbidAt("role", "planner");
    const { prompts } = await planned(() => plan("look"), policies);
    expect(readBlock(prompts[0] ?? "", "tools")).toContain("look");
    expect(readBlock(prompts[0] ?? "", "tools")).not.toContain("wipe");
  });

  it("is told to them where only programs are not to call it", async () => {
    const { policies } = forbidAt("role", "direct");
    const { prompts } = await planned(() => plan("look"), policies);
    expect(readBlock(prompts[0] ?? "", "tools")).toContain("wipe");
  });
});

describe("a new tail", () => {
  const tail = {
    title: "Tail",
    agents: { rogue: { tools: ["wipe"] } },
    tasks: [{ ...TASK, id: "n", agent: "rogue" }],
  };
  const review = { id: "r", title: "Check", type: "planning_review", dependsOn: ["a"], review: {} };
  const tasks = [
    { id: "a", title: "A", input: "go" },
    review,
    { id: "z", title: "Z", input: "go", dependsOn: ["r"] },
  ];

  test.each<[string, object[]]>([
    ["reviewer", tasks],
    ["replanner", [{ id: "a", title: "A", input: "go", verification: "false" }]],
  ])("of the %s with a forbidden tool is not adopted: it is told why", async (role, planned) => {
    const { effects, tools } = forbiddenWorld();
    const script: Script = ({ role: asked, messages }) => {
      if (asked === "replanner") return role === "replanner" ? JSON.stringify(tail) : "No plan.";
      if (asked === "agent") return messages.length === 1 ? calling("1") : "done";
      return JSON.stringify({ decision: "REPLAN", reasoning: "", answers: [], updatedPlan: tail });
    };
    const { policies } = forbidAt("workspace", "agent");
    const run = await createScriptedRun(planned, { script, tools, policies });
    await resumeRun(run);
    expect(effects).toEqual([]);
    expect(run.payloads("plan_version_adopted")).toHaveLength(1);
    const asked = run.model.requests.filter(({ system }) => readRole(system) === role);
    expect(JSON.stringify(asked)).toContain("deny-list");
  });

  it("is adopted although an agent that has done its work had a tool that is forbidden now", async () => {
    const { effects, tools } = forbiddenWorld();
    let inForce = NO_POLICIES;
    const later = { ...tail, agents: {}, tasks: [{ ...TASK, id: "n", agent: "default" }] };
    const first = { ...TASK, id: "a" };
    const script: Script = ({ role, prompt, messages }) => {
      if (role === "reviewer") {
        inForce = forbidAt("workspace", "agent").policies();
        return JSON.stringify({ decision: "REPLAN", reasoning: "again", answers: [], updatedPlan: later });
      }
      if (role === "replanner") return JSON.stringify(later);
      return prompt.includes('"a"') && messages.length === 1 ? calling("1") : "done";
    };
    const run = await createScriptedRun([first, ...tasks.slice(1)], {
      script,
      tools,
      policies: () => inForce,
    });
    await resumeRun(run);
    expect(effects).toEqual(["1"]);
    expect(run.state().tasks.n?.status).toBe("succeeded");
  });
});

describe("a policy that changes", () => {
  const asks = toolPolicy.parse({
    rules: [{ tool: "wipe", path: "version", operator: "exists", effect: "ask" }],
  });
  const nine = toolPolicy.parse({
    rules: [{ tool: "wipe", path: "version", operator: "=", value: "9", effect: "deny" }],
  });
  const of = (...workspace: WorkspacePolicies["workspace"]): WorkspacePolicies => ({ workspace, roles: {} });

  it("is told once for each attempt with what was left, and nothing is where nothing was taken", async () => {
    const { tools } = forbiddenWorld();
    const run = await createScriptedRun([TASK], { script: callsOnce, tools, policies: () => of(DENIES) });
    await resumeRun(run);
    const reason = { code: "on_deny_list", tool: "wipe", source: { level: "workspace" } };
    expect(run.payloads("policy_applied")).toEqual([
      {
        taskId: TASK.id,
        attempt: 1,
        original: ["wipe", "look"],
        available: ["look"],
        filtered: [{ tool: "wipe", reason }],
      },
    ]);
    expect(run.state().tasks[TASK.id]?.attempts[0]?.filteredTools).toEqual([{ tool: "wipe", reason }]);
    const free = await createScriptedRun([TASK], {
      script: () => "done",
      tools,
      policies: () => NO_POLICIES,
    });
    await resumeRun(free);
    expect(free.payloads("policy_applied")).toEqual([]);
  });

  it("between the model's turn and its call holds for the call", async () => {
    const { effects, tools } = forbiddenWorld();
    let inForce = NO_POLICIES;
    const script: Script = ({ messages }) => {
      inForce = of(DENIES);
      return messages.length === 1 ? calling("1") : "done";
    };
    const run = await createScriptedRun([TASK], { script, tools, policies: () => inForce });
    await resumeRun(run);
    expect(effects).toEqual([]);
    expect(run.model.requests[0]?.tools?.map(({ name }) => name)).toContain("wipe");
    expect(toolResults(run.model.requests[1])).toMatchObject([
      { isError: true, output: '"wipe" was not run. "wipe" is on the deny-list (workspace policy).' },
    ]);
  });

  test.each<[string, object]>([
    ["approval", { verb: "approve" }],
    ["edited arguments", { verb: "edit", value: { version: "2" } }],
  ])("between the question and its %s holds for the call", async (_, answer) => {
    const { effects, tools } = forbiddenWorld();
    let inForce = of(asks);
    const run = await createScriptedRun([TASK], { script: callsOnce, tools, policies: () => inForce });
    await resumeRun(run);
    expect(gates(run)).toMatchObject([{ kind: "tool_approval", status: "open" }]);
    inForce = of(DENIES);
    await run.engine.person({ type: "decide", ...answer } as never);
    await resumeRun(run);
    expect(effects).toEqual([]);
    expect(run.payloads("tool_denied")).toHaveLength(1);
  });

  it("is held against what a person puts in the place of the arguments", async () => {
    const { effects, tools } = forbiddenWorld();
    const run = await createScriptedRun([TASK], { script: callsOnce, tools, policies: () => of(asks, nine) });
    await resumeRun(run);
    await run.engine.person({ type: "decide", verb: "edit", value: { version: "9" } });
    await resumeRun(run);
    expect(effects).toEqual([]);
  });

  it("after a worker was lost in a call keeps the call from being made again", async () => {
    const { effects, tools } = forbiddenWorld();
    let inForce = NO_POLICIES;
    const later = forbidAt("workspace", "agent").policies();
    let begun = () => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const [wipe] = tools;
    const hanging = {
      ...(wipe as (typeof tools)[number]),
      idempotent: true,
      run: () => {
        effects.push("begun");
        begun();
        return new Promise<never>(() => {});
      },
    };
    const run = await createScriptedRun([TASK], {
      script: callsOnce,
      tools: [hanging],
      policies: () => inForce,
    });
    const actor = await run.lease();
    await started;
    actor.lose();
    await run.engine.store.jobs.release(actor.claim);
    inForce = later;
    await resumeRun(run);
    expect(effects).toEqual(["begun"]);
    expect(toolResults(run.model.requests[1])).toMatchObject([{ isError: true }]);
  });

  it("while a set is at work holds for its join", async () => {
    const { effects, tools } = forbiddenWorld();
    let inForce = NO_POLICIES;
    const [wipe, look] = tools as [(typeof tools)[number], (typeof tools)[number]];
    const turning = {
      ...look,
      run: () => {
        inForce = of(DENIES);
        return "looked";
      },
    };
    const run = await createScriptedRun([TASK], {
      script: inJson({ plan: [LOOKS], join: WIPES }),
      tools: [wipe, turning],
      policies: () => inForce,
      ...JSON_MODEL,
    });
    await resumeRun(run);
    expect(effects).toEqual([]);
    expect(run.payloads("tool_denied")).toMatchObject([{ tool: "wipe" }]);
  });

  it("while a program is at work holds for its next call", async () => {
    const { effects, tools } = forbiddenWorld();
    let inForce = NO_POLICIES;
    const [wipe, look] = tools as [(typeof tools)[number], (typeof tools)[number]];
    const turning = {
      ...look,
      run: () => {
        inForce = of(DENIES);
        return "looked";
      },
    };
    const program = { ...TASK, type: "direct", input: '(do (tool/look {}) (tool/wipe {:version "1"}))' };
    const run = await createScriptedRun([program], { tools: [wipe, turning], policies: () => inForce });
    await resumeRun(run);
    expect(effects).toEqual([]);
    expect(run.payloads("tool_denied")).toMatchObject([{ tool: "wipe" }]);
  });
});

test("a redirect leads a reading call to no host that the policies deny or ask about: the agent reads where it led", async () => {
  const hosts = { path: "url", operator: "host_not_in" } as const;
  const policy = toolPolicy.parse({
    rules: [
      { ...hosts, tool: "http_get", value: ["good.example", "asked.example"], effect: "deny" },
      { ...hosts, tool: "http_get", value: ["good.example"], effect: "ask" },
    ],
  });
  const urls = ["https://good.example/b", "https://asked.example/", "https://evil.example/"];
  const followed: string[] = [];
  const http: SafeHttp = {
    async send({ url, mayFollow }) {
      followed.push(...urls.filter((next) => mayFollow?.(next) ?? true));
      const reply = { url, status: 302, headers: { location: "https://evil.example/" }, bytes: 0 };
      return { ...reply, text: "", truncated: false };
    },
  };
  const run = await createScriptedRun([TASK], {
    ...forbidAt("workspace", "agent", policy),
    agents: { worker: { prompt: "Read.", tools: ["http_get"] } },
    tools: webTools(http),
    script: ({ messages }) =>
      messages.length === 1
        ? { calls: [{ tool: "http_get", args: { url: "https://good.example/a" }, callId: "c1" }] }
        : "done",
  });
  await resumeRun(run);
  expect(followed).toEqual(["https://good.example/b"]);
  expect(JSON.stringify(toolResults(run.model.requests[1]))).toContain("evil.example");
});
