import { describe, expect, it } from "vitest";
import { ANNA, offer, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { reachOf } from "../../../plan/reach";
import { type Agent, type Plan, plan as planSchema } from "../../../plan/schema";
import { storePlan } from "../../../plan/store";
import { evaluatePolicies, NO_POLICIES } from "../../../policy";
import { policiesOfTask } from "../../tool-policies";
import { heldPoliciesOf } from "./policies";

const TOOLS = [
  { name: "mail", sideEffects: "external" },
  { name: "search", sideEffects: "read" },
] as const;
const ask = { tool: "mail", path: "to", operator: "!=", value: "us", effect: "ask" } as const;
const bound = { tool: null, maxCostUsd: 0.1, effect: "deny" } as const;
const policy = (fields: object = { rules: [ask, bound] }) => ({ policy: fields }) as Partial<Agent>;

const planWith = (agents: Record<string, Partial<Agent>>, ...tasks: TaskDraft[]): Plan =>
  planSchema.parse({
    title: "Plan",
    agents: Object.fromEntries(
      Object.entries(agents).map(([name, one]) => [name, { prompt: "", tools: ["mail"], ...one }]),
    ),
    tasks: tasks.map((task) => ({ title: task.id, ...task })),
  });

const SEND: TaskDraft = { id: "send", agent: "mailer", input: "Send", dependsOn: ["draft"] };
const SEND_2: TaskDraft = { ...SEND, id: "send_2", input: "Send now" };
const FIRST = planWith({ mailer: policy() }, { id: "draft" }, SEND);

const offered = (plan: Plan, parent?: Plan) => ({
  ...offer(plan, parent && storePlan(parent).plan),
  reach: reachOf(plan, TOOLS),
});

function started(first = FIRST, settings: object = {}): RunWorld {
  const world = new RunWorld({
    settings: { critic: { mode: "off", minScore: 0 }, replanGraceMs: 0, ...settings },
    by: ANNA,
  });
  world.start();
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offered(first) });
  world.plan = first;
  return world;
}

/** A model writes this tail, and insists on it. */
function replanned(next: Plan, first = FIRST): RunWorld {
  const world = started(first);
  world.send({ type: "request_replan", instruction: "faster" }, ANNA);
  world.replan(offered(next, first));
  if (world.state.replan) world.replan(offered(next, first));
  return world;
}

const decisionOn = ({ state }: RunWorld, taskId: string, costHint = 0.1) =>
  evaluatePolicies(policiesOfTask(state, NO_POLICIES, taskId), { name: "mail", costHint }, { to: "all" })
    .decision;

const without = planWith({ mailer: {} }, { id: "draft" }, SEND_2);

describe("the policy of an agent", () => {
  it.each<[string, Plan]>([
    ["is redefined without its rule", without],
    [
      "gives its tools to another agent",
      planWith({ other: {} }, { id: "draft" }, { ...SEND_2, agent: "other" }),
    ],
    [
      "has a higher bound of costs than any tool had",
      planWith({ mailer: policy({ rules: [ask, { ...bound, maxCostUsd: 0.2 }] }) }, { id: "draft" }, SEND_2),
    ],
    [
      "has its bound of costs for another tool",
      planWith({ mailer: policy({ rules: [ask, { ...bound, tool: "search" }] }) }, { id: "draft" }, SEND_2),
    ],
    [
      "is asked where it was denied",
      planWith({ mailer: policy({ rules: [ask, { ...bound, effect: "ask" }] }) }, { id: "draft" }, SEND_2),
    ],
    [
      "has another rule",
      planWith({ mailer: policy({ rules: [{ ...ask, value: "all" }] }) }, { id: "draft" }, SEND_2),
    ],
  ])("has everyone asked before a model's plan takes effect in which the agent %s", (_, next) => {
    const world = replanned(next);
    expect(world.state.planVersion).toBe(1);
    const [id = ""] = Object.keys(world.state.openApprovals);
    expect(world.state.approvals[id]).toMatchObject({
      kind: "control_waiver",
      assignees: [],
      question: {
        weakened: {
          control: "(policy) mailer",
          title: "(policy) mailer",
          exposed: [{ taskId: "send_2", lacks: ["policy"] }],
        },
      },
    });
    world.send(
      {
        type: "decide_approval",
        approvalId: id,
        verb: "approve",
        provenance: "person",
        by: { id: "anna", name: "Anna", roles: [], mayReview: true },
      },
      ANNA,
    );
    expect(world.last("plan_version_adopted").payload.waives).toEqual(["(policy) mailer"]);
    expect(world.state.releases).toEqual([]);
    if (next === without) expect(decisionOn(world, "send_2")).toBe("allow");
  });

  const PROGRAM: TaskDraft = {
    id: "send",
    type: "direct",
    agent: "mailer",
    input: '(tool/mail {"to" "us"})',
    dependsOn: ["draft"],
  };
  const strict = { mailer: policy() };
  const both = { ...strict, twin: {} };
  const boundBy = (work: TaskDraft) => planWith(strict, { id: "draft" }, work);

  it.each<[string, TaskDraft, Record<string, Partial<Agent>>, TaskDraft]>([
    ["a program's agent without it", PROGRAM, { mailer: {} }, { ...PROGRAM, id: "send_2" }],
    ["the same program of a twin", PROGRAM, both, { ...PROGRAM, agent: "twin" }],
    ["the same program of nobody", PROGRAM, strict, { ...PROGRAM, id: "send_2", agent: "default" }],
    ["a program in place of an agent", SEND, strict, { ...PROGRAM, id: "send_2", agent: "default" }],
    ["an agent in place of a program", PROGRAM, both, { ...SEND_2, agent: "twin" }],
    ["a program of all tools' agent", PROGRAM, strict, { ...PROGRAM, id: "send_2", agent: "supervisor" }],
  ])("has people asked, and takes the right to review, for %s", (_, first, agents, work) => {
    const before = boundBy(first);
    const next = planWith(agents, { id: "draft" }, work);
    const world = replanned(next, before);
    expect(world.state.planVersion).toBe(1);
    const [id = ""] = Object.keys(world.state.openApprovals);
    expect(world.state.approvals[id]).toMatchObject({ kind: "control_waiver" });
    const edit = (mayReview: boolean) => {
      const by = { id: "anna", name: "Anna", roles: [], mayReview };
      const plan = offered(next, before);
      return started(before).send(
        { type: "edit_plan", plan, expectedPlanVersion: 1, reason: "tidy", by },
        ANNA,
      );
    };
    expect(edit(false)).toMatchObject({ ok: false, error: { code: "forbidden" } });
    expect(edit(true)).toMatchObject({ ok: true });
  });

  it("is kept by a program of its agent, whatever it calls", () => {
    const again = { ...PROGRAM, id: "send_2", input: '(tool/mail {"to" "all"})' };
    expect(replanned(boundBy(again), boundBy(PROGRAM)).state.planVersion).toBe(2);
    expect(replanned(boundBy(again), boundBy(SEND)).state.planVersion).toBe(2);
  });

  it("is held by what a program names where nobody knows what it may change", () => {
    const { tasks, agents } = storePlan(boundBy(PROGRAM)).plan;
    expect(heldPoliciesOf({ version: 1, tasks, agents })).toMatchObject([{ tools: ["mail"] }]);
  });

  it("is kept by a plan that has its rules, and more", () => {
    const lower = { ...bound, tool: "mail", maxCostUsd: 0.05 };
    const more = policy({ rules: [ask, { ...ask, path: "subject" }, lower] });
    expect(
      replanned(planWith({ other: more }, { id: "draft" }, { ...SEND_2, agent: "other" })).state.planVersion,
    ).toBe(2);
  });

  it("still rules the calls of later work, whatever its agent says", () => {
    const world = started();
    expect(decisionOn(world, "draft")).toBe("ask");
    world.state.agents.mailer = { ...world.state.agents.mailer, policy: undefined } as never;
    expect(decisionOn(world, "send")).toBe("ask");
    expect(decisionOn(world, "send", 0.2)).toBe("deny");
  });

  it("leaves alone the work that used the tool without it from the start", () => {
    const first = planWith({ mailer: policy(), free: {} }, { id: "draft" }, SEND, {
      id: "note",
      agent: "free",
      input: "Note",
    });
    const world = started(first);
    expect(decisionOn(world, "note")).toBe("allow");
    expect(decisionOn(world, "send")).toBe("ask");
  });

  it("holds equal work of another agent into which other results flow than into the work that was free", () => {
    const note: TaskDraft = { id: "note", title: "Note", agent: "free", input: "Send", dependsOn: ["draft"] };
    const secret: TaskDraft = { id: "secret" };
    const first = planWith({ mailer: policy(), free: {} }, { id: "draft" }, secret, note, SEND);
    const moved: TaskDraft = { ...note, dependsOn: ["draft", "secret"] };
    const next = planWith({ mailer: policy(), free: {} }, { id: "draft" }, secret, moved, SEND);
    const world = replanned(next, first);
    expect(world.state.planVersion).toBe(1);
    const [id = ""] = Object.keys(world.state.openApprovals);
    expect(world.state.approvals[id]).toMatchObject({ kind: "control_waiver" });
  });

  it("is a person's to drop, and not its author's under four eyes", () => {
    const edit = (world: RunWorld) => {
      const plan = offered(without, FIRST);
      const by = { id: "anna", name: "Anna", roles: [], mayReview: true };
      return world.send({ type: "edit_plan", plan, expectedPlanVersion: 1, reason: "trusted", by }, ANNA);
    };
    const world = started();
    expect(edit(world)).toMatchObject({ ok: true });
    expect(decisionOn(world, "send_2")).toBe("allow");
    expect(decisionOn(world.fork(world.state.seq), "send_2")).toBe("ask");
    expect(edit(started(FIRST, { fourEyes: true }))).toMatchObject({
      ok: false,
      error: { code: "forbidden" },
    });
  });
});

describe("heldPoliciesOf", () => {
  const heldOf = (agent: Partial<Agent>, reach: "known" | "unknown" = "known") => {
    const plan = planWith({ mailer: agent }, { id: "draft" }, SEND);
    const { tasks, agents } = storePlan(plan).plan;
    return heldPoliciesOf({
      version: 1,
      tasks,
      agents,
      ...(reach === "known" && { reach: reachOf(plan, TOOLS) }),
    });
  };

  it("keeps what is denied, asked about or off the list, of tools that change something", () => {
    const fields = {
      denied: ["mail"],
      rules: [
        ask,
        { ...ask, tool: "search" },
        { ...ask, effect: "allow" },
        bound,
        { ...bound, tool: "search" },
      ],
    };
    expect(heldOf(policy(fields))).toMatchObject([
      { agent: "mailer", tools: ["mail"], denied: ["mail"], rules: [ask, { ...bound, tool: "mail" }] },
    ]);
    expect(heldOf(policy({ allowed: ["search"] }))).toMatchObject([{ denied: ["mail"], rules: [] }]);
    expect(heldOf(policy(), "unknown")).toMatchObject([
      { tools: ["mail"], rules: [ask, { ...bound, tool: "mail" }] },
    ]);
  });

  it("keeps nothing of a policy that allows everything, nor where there is none", () => {
    expect(heldOf(policy({}))).toEqual([]);
    expect(heldOf({})).toEqual([]);
  });
});
