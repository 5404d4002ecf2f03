import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANNA, offer, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { scaled } from "@/lib/testing/scaled";
import { reachOf } from "../../../plan/reach";
import { type Plan, plan as planSchema } from "../../../plan/schema";
import { storePlan } from "../../../plan/store";
import { holdOn } from "../hold";

const TOOLS = [
  { name: "deploy", sideEffects: "external" },
  { name: "mail", sideEffects: "external" },
  { name: "search", sideEffects: "read" },
] as const;

const AGENTS = {
  releaser: { prompt: "Deploy.", tools: ["deploy"] },
  writer: { prompt: "Write.", tools: ["deploy", "mail"] },
};

const planWith = (...tasks: TaskDraft[]): Plan =>
  planSchema.parse({
    title: "Plan",
    agents: AGENTS,
    tasks: tasks.map((task) => ({ title: task.id, ...task })),
  });

const TRAIN: TaskDraft = { id: "train", title: "Train" };
const STAGING: TaskDraft = {
  id: "staging",
  title: "Deploy to staging",
  agent: "releaser",
  input: "Deploy the model at https://staging.corp and ask ops@corp.com",
};
const GATE: TaskDraft = {
  id: "gate",
  title: "Approval for production",
  type: "human_review",
  dependsOn: ["train"],
  gate: { prompt: "Go?", assignees: ["Bob"] } as TaskDraft["gate"],
};
const PRODUCTION: TaskDraft = {
  id: "production",
  title: "Deploy to production",
  agent: "releaser",
  input: "Deploy the model at https://www.corp",
  dependsOn: ["gate"],
};
const TELL: TaskDraft = { id: "tell", title: "Tell ops", agent: "writer", input: "Mail ops@corp.com" };
const FIRST = planWith(TRAIN, STAGING, GATE, PRODUCTION);

/** Rewritten by a model: the same task in other words. */
const STAGING_2: TaskDraft = {
  ...STAGING,
  id: "staging_v2",
  input: "Deploy the improved model at https://staging.corp",
};
const PRODUCTION_2: TaskDraft = { ...PRODUCTION, id: "production_v2", replaces: "production" };
const KEPT = [TRAIN, GATE, PRODUCTION] as const;

function offered(world: RunWorld, plan: Plan) {
  const known = new Map(Object.values(world.state.tasks).map(({ id, spec }) => [id, spec.lineage]));
  const parent = world.plan && storePlan(world.plan, known).plan;
  return { ...offer(plan, parent), reach: reachOf(plan, TOOLS) };
}

function started(first = FIRST, settings: object = {}): RunWorld {
  const world = new RunWorld({
    settings: { critic: { mode: "off", minScore: 0 }, replanGraceMs: 0, ...settings },
    by: ANNA,
  });
  world.start();
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offered(world, first) });
  world.plan = first;
  return world;
}

/** A model writes this tail, and insists on it. */
function replan(world: RunWorld, ...tasks: TaskDraft[]): RunWorld {
  const next = planWith(...tasks);
  world.send({ type: "request_replan", instruction: "faster" }, ANNA);
  world.replan(offered(world, next));
  if (world.state.replan) world.replan(offered(world, next));
  world.readPlan();
  return world;
}

const asked = ({ state }: RunWorld) =>
  Object.keys(state.openApprovals).map((id) => state.approvals[id]?.question);
const heldBy = ({ state }: RunWorld, taskId: string, tool = "deploy") =>
  holdOn(state, { taskId, tool })?.controls ?? [];

describe("a task that stood beside a control", () => {
  it.each<[string, TaskDraft]>([
    ["under its title", STAGING_2],
    ["in place of it by name", { ...STAGING_2, title: "Redeploy", replaces: "staging" }],
    ["with its tools and addresses", { ...STAGING_2, title: "Again", input: `Once more: ${STAGING.input}` }],
  ])("is rewritten without asking anyone %s, and asks the control's people when it acts", (_, task) => {
    const world = replan(started(), ...KEPT, task);
    expect(world.state.planVersion).toBe(2);
    expect(asked(world)).toEqual([]);
    expect(world.last("plan_version_adopted").payload).not.toHaveProperty("waives");
    expect(heldBy(world, "staging_v2")).toEqual(["Approval for production"]);
    expect(world.state.releases).toEqual([]);
  });

  it("acts freely as the same work, as before", () => {
    const world = replan(started(), ...KEPT, { ...STAGING, id: "staging_v2" });
    expect(world.state.planVersion).toBe(2);
    expect(heldBy(world, "staging_v2")).toEqual([]);
  });

  it("is rewritten beside a rewritten gate, again and again", () => {
    const gate: TaskDraft = { ...GATE, id: "gate_v2", replaces: "gate" };
    const after: TaskDraft = { ...PRODUCTION_2, dependsOn: ["gate_v2"] };
    const world = replan(started(), TRAIN, STAGING_2, gate, after);
    expect(world.state.planVersion).toBe(2);
    const again: TaskDraft = { ...STAGING_2, id: "staging_v3", input: "Third time" };
    replan(world, TRAIN, again, gate, after);
    expect(world.state.planVersion).toBe(3);
    expect(heldBy(world, "staging_v3")).toEqual(["Approval for production"]);
  });
});

describe("work that a control guarded", () => {
  it.each<[string, TaskDraft[]]>([
    ["under the title of a task beside it", [{ ...PRODUCTION, id: "x", title: STAGING.title as string }]],
    ["in place of a task beside it", [{ ...PRODUCTION, id: "x", replaces: "staging" }]],
    [
      "under its own title, with the words of a task beside it",
      [{ ...STAGING_2, title: PRODUCTION.title as string }],
    ],
    ["as the thread of the guarded work", [{ ...STAGING_2, replaces: "production" }]],
    ["at the address of the guarded work", [{ ...STAGING_2, input: "Deploy at https://www.corp" }]],
    ["at another address", [{ ...STAGING_2, input: "Deploy at https://evil.example" }]],
    ["by another tool", [{ ...STAGING_2, agent: "writer" }]],
    ["by any tool", [{ ...STAGING_2, agent: "supervisor" }]],
    ["beside the task as it stood", [STAGING, STAGING_2]],
    ["once more than it stood there", [STAGING_2, { ...STAGING_2, id: "staging_v3", input: "And again" }]],
    ["as a program", [{ ...STAGING_2, type: "direct", input: '(tool/deploy {:to "all"})' }]],
  ])("is not taken for work beside it %s", (_, tasks) => {
    const world = replan(started(), TRAIN, GATE, ...tasks.map((task) => ({ ...task, dependsOn: [] })));
    expect(world.state.planVersion).toBe(1);
    expect(asked(world)).toMatchObject([{ about: "control", weakened: { control: "gate" } }]);
  });

  it("is named beside what only was rewritten, in one question about all of it", () => {
    const free: TaskDraft = { ...PRODUCTION, id: "x", dependsOn: [] };
    const world = replan(started(), TRAIN, GATE, STAGING_2, free);
    const exposed = [{ taskId: "staging_v2", beside: true }, { taskId: "x" }];
    expect(asked(world)).toMatchObject([{ weakened: { exposed } }]);
    expect(asked(world)[0]).not.toMatchObject({ weakened: { exposed: [{}, { beside: true }] } });
  });

  it("stays held back in what was rewritten to do it, whatever the next versions call it", () => {
    const hidden: TaskDraft = { ...STAGING_2, input: "Deploy the model to production" };
    const world = replan(started(), ...KEPT, hidden);
    expect(heldBy(world, "staging_v2")).toEqual(["Approval for production"]);
    replan(world, ...KEPT, { ...hidden, id: "staging_v3" });
    expect(heldBy(world, "staging_v3")).toEqual(["Approval for production"]);
    replan(world, ...KEPT, { ...hidden, id: "staging_v4", input: "Deploy at https://www.corp" });
    expect(asked(world)).toMatchObject([{ about: "control" }]);
  });

  it("is not known from what a version came without the facts of", () => {
    const world = started();
    const next = planWith(...KEPT, STAGING_2);
    const { reach: _reach, ...plan } = offered(world, next);
    world.send({ type: "request_replan", instruction: "faster" }, ANNA);
    world.replan(plan);
    expect(world.state.replan?.refused?.code).toBe("control_weakened");
  });

  it("asks where a long text may hold more than is known of it", () => {
    const world = replan(started(), ...KEPT, { ...STAGING_2, input: "x ".repeat(4_000) });
    expect(asked(world)).toMatchObject([{ about: "control" }]);
  });
});

/** What a hostile model may choose of a task that acts: all it takes to look like another one. */
const rewritten = fc.record({
  title: fc.constantFrom("Deploy to staging", "Deploy to production", "Tell ops", "Something new"),
  replaces: fc.constantFrom(undefined, "staging", "production", "tell", "gate"),
  input: fc.constantFrom(
    STAGING.input,
    PRODUCTION.input,
    "Deploy it",
    "Deploy the model to production",
    TELL.input,
  ),
  agent: fc.constantFrom("releaser", "writer"),
  isBehind: fc.boolean(),
  type: fc.constantFrom("task", "task", "direct"),
});
type Rewritten = typeof rewritten extends fc.Arbitrary<infer T> ? T : never;

it("no other work acts without the people of the control, whatever models call it", () => {
  const first = planWith(TRAIN, STAGING, TELL, GATE, PRODUCTION);
  const free = new Set(
    storePlan(first).plan.tasks.flatMap(({ id, workDigest }) =>
      id === "staging" || id === "tell" ? [workDigest] : [],
    ),
  );
  const taskOf = ({ isBehind, replaces, ...task }: Rewritten, id: string): TaskDraft => ({
    ...task,
    ...(replaces !== undefined && { replaces }),
    id,
    dependsOn: isBehind ? ["gate"] : [],
    input: task.type === "direct" ? `(tool/deploy {:at "${String(task.input)}"})` : (task.input ?? ""),
  });
  fc.assert(
    fc.property(fc.array(fc.array(rewritten, { maxLength: 4 }), { minLength: 1, maxLength: 3 }), (tails) => {
      const world = started(first);
      for (const [version, tail] of tails.entries()) {
        if (world.state.replan || world.state.replanFailed) return;
        replan(world, TRAIN, GATE, ...tail.map((one, n) => taskOf(one, `v${version}_${n}`)));
        for (const id of world.state.order) {
          const { workDigest = "", agent = "", type } = world.state.tasks[id]?.spec ?? {};
          const acts = type === "direct" || Object.hasOwn(AGENTS, agent);
          if (acts && !free.has(workDigest)) expect(heldBy(world, id)).toEqual(["Approval for production"]);
        }
      }
    }),
    { numRuns: scaled(150) },
  );
});

it("a person's edit of a task beside a control takes the control's people, and lets it act", () => {
  const world = started();
  const plan = planWith(...KEPT, STAGING_2);
  const command = {
    type: "edit_plan",
    expectedPlanVersion: 1,
    reason: "mine",
    plan: offered(world, plan),
  } as const;
  const edit = (name: string) =>
    world.send({ ...command, by: { id: name, name, roles: [], mayReview: true } }, ANNA);
  expect(edit("Eve")).toMatchObject({ ok: false, error: { code: "forbidden" } });
  expect(edit("Bob")).toMatchObject({ ok: true });
  expect(world.last("plan_version_adopted").payload.waives).toEqual(["gate"]);
  expect(heldBy(world, "staging_v2")).toEqual([]);
});
