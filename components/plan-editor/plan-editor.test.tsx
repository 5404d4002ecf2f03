import { describe, expect, it } from "vitest";
import type { ModelView } from "@/lib/core/models/views";
import type { Answerer } from "@/lib/core/people";
import { agent, gateSpec, type Plan, plan as planSchema, reviewSpec } from "@/lib/core/plan/schema";
import { addTask, deleteTask, setAgent, setDependency, setField } from "@/lib/core/plan/staged/acts";
import { applyStaged, type StagingBase } from "@/lib/core/plan/staged/apply";
import { keyOfEdit, type StagedEdit } from "@/lib/core/plan/staged/edits";
import { toolPolicy } from "@/lib/core/policy/schema";
import { NO_POLICIES } from "@/lib/core/policy/source";
import type { ToolFacts } from "@/lib/core/ports";
import { stagingBaseOf } from "@/lib/core/run/plan-edits";
import type { RunState } from "@/lib/core/run/state";
import { renderText } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { checkEdit } from "./check-edit";
import { editedState } from "./edited-state";
import { StagedList } from "./staged-list";
import { TaskForm } from "./task-form";
import type { PlanFacts } from "./use-plan-facts";
import type { Staging } from "./use-staging";

const plan = planOf({ id: "a", title: "Train" }, { id: "b", title: "Ship", dependsOn: ["a"] });
function begun(): RunWorld {
  const world = new RunWorld({ plan });
  world.start();
  world.succeed("a");
  return world;
}

const nothing = () => {};

/** A tool that changes nothing. */
const harmless = (name: string): ToolFacts => ({
  name,
  description: "",
  inputSchema: {},
  tags: [],
  sideEffects: "none",
  idempotent: true,
  repeatable: true,
  timeoutMs: 1_000,
});
const facts: PlanFacts = {
  tools: [harmless("train"), harmless("wire")],
  policies: NO_POLICIES,
  models: [],
  reviews: [],
  agents: [],
  me: { id: "ada", name: "Ada", roles: [], capabilities: ["view", "operate"] },
};

/** Edits that are staged on the second version of a plan, as the editor's list takes them. */
const stagingOf = (state: RunState, base: StagingBase, edits: StagedEdit[]): Staging => ({
  base,
  settledState: state,
  version: 2,
  edits,
  outcome: applyStaged(base, edits),
  stage: nothing,
  undo: undefined,
  redo: undefined,
  forget: nothing,
  seeMove: nothing,
  movedFrom: undefined,
  isKept: true,
  count: edits.length,
});

describe("checkEdit", () => {
  it("checks as the server does, and leaves out what has ended", () => {
    const { state } = begun();
    const base = stagingBaseOf(state, plan);
    const check = (edited: Plan, of = state) => checkEdit(edited, { base, state: of, facts });
    expect(check(plan)).toMatchObject({ errors: [], warnings: [] });
    const broken = setField(base, [], "b", "input", "{{results.nobody}}");
    expect(check(applyStaged(base, broken).plan).errors).toMatchObject([
      { code: "unknown_placeholder", taskId: "b" },
    ]);
    const wired = setAgent(base, [], "w", agent.parse({ tools: ["wire"] }));
    const { plan: denied } = applyStaged(base, setField(base, wired, "b", "agent", "w"));
    expect(check(denied).errors).toEqual([]);
    const settings = { ...state.settings, toolPolicy: toolPolicy.parse({ denied: ["wire"] }) };
    expect(check(denied, { ...state, settings } as typeof state).errors).toMatchObject([
      { code: "forbidden_tool" },
    ]);
  });

  it("checks what the server reads of the edits, and says what that is where it is something else", () => {
    const { state } = begun();
    const base = stagingBaseOf(state, plan);
    const check = (edits: StagedEdit[]) => checkEdit(applyStaged(base, edits).plan, { base, state, facts });
    const taskRead = (edits: StagedEdit[]) => check(edits).read?.tasks.find(({ id }) => id === "b");
    expect(check(setField(base, [], "b", "title", "Release"))).not.toHaveProperty("read");
    // A function of one value is called with the result.
    const called = setField(base, [], "b", "verification", "(fn [r] (> r 1))");
    expect(taskRead(called)?.verification).toBe("((fn [r] (> r 1)) data/result)");
    expect(check(called).errors).toEqual([]);
    expect(check(called).read?.tasks.map(({ id }) => id)).toEqual(["a", "b"]);
    // An agent that nobody describes and that is called a person is one.
    expect(taskRead(setField(base, [], "b", "agent", "human"))?.type).toBe("human_review");
    const unread = setField(base, [], "b", "review", reviewSpec.parse({ template: "gone" }));
    const reviewed = setField(base, unread, "b", "type", "planning_review");
    expect(check(reviewed).warnings).toMatchObject([{ code: "unknown_review_template" }]);
    expect(check(deleteTask(base, [], "b"))).toMatchObject({ errors: [] });
  });

  it("names a gate that nobody here can pass in the words of the server, and none that is in force", () => {
    const { state } = begun();
    const base = stagingBaseOf(state, plan);
    const gated = addTask(base, [], { type: "human_review", title: "May it ship?" });
    const { id } = gated;
    const loose = setField(base, gated.edits, id, "gate", gateSpec.parse({ assignees: ["Ann"] }));
    const alone = checkEdit(applyStaged(base, loose).plan, { base, state, facts });
    expect(alone.errors).toMatchObject([{ code: "control_guards_nothing", taskId: id }]);
    const behind = setDependency(base, gated.edits, { from: "a", to: id, kind: "connect" });
    const gate = (assignees: string[]) =>
      setField(base, behind, id, "gate", gateSpec.parse({ assignees, quorum: 1 }));
    const people: Answerer[] = [
      { id: "key:1", name: "Ann", names: ["Ann"], roles: ["ops"], capabilities: ["view", "review"] },
    ];
    const check = (assignees: string[], of = base) => {
      const edited = applyStaged(base, gate(assignees)).plan;
      return checkEdit(edited, { base: of, state, facts: { ...facts, people } }).errors;
    };
    expect(check(["Cid"])).toMatchObject([
      {
        code: "gate_unpassable",
        taskId: id,
        path: "gate",
        choices: ["Ann", "role:ops"],
        message: expect.stringMatching(
          /^"May it ship\?" takes an approval of Cid, and nobody here can give one/,
        ),
      },
    ]);
    expect(check(["role:ops"])).toEqual([]);
    expect(check(["Cid"], { ...base, plan: applyStaged(base, gate(["Cid"])).plan })).toEqual([]);
    const edited = applyStaged(base, gate(["Cid"])).plan;
    expect(checkEdit(edited, { base, state, facts }).errors).toEqual([]);
  });

  it("names what would wait for a failed task for ever", () => {
    const world = new RunWorld({ plan, settings: { maxTotalReplans: 0 } });
    world.start();
    world.fail("a");
    const base = stagingBaseOf(world.state, plan);
    const failed = { ...base, locks: new Map([["a", { kind: "ended", status: "failed" } as const]]) };
    const { state } = world;
    const ended = { ...state, tasks: { ...state.tasks, b: { ...state.tasks.b, status: "pending" } } };
    expect(checkEdit(plan, { base: failed, state: ended as typeof state, facts }).errors).toMatchObject([
      { code: "missing_dependency", taskId: "b" },
    ]);
  });
});

describe("editedState", () => {
  it("shows tasks as they are edited, and no other plan to the run", () => {
    const { state } = begun();
    const base = stagingBaseOf(state, plan);
    const edited = applyStaged(base, setField(base, [], "b", "title", "Release")).plan;
    expect(editedState(state, edited).tasks.b?.spec.title).toBe("Release");
    expect(state.tasks.b?.spec.title).toBe("Ship");
  });
});

describe("StagedList", () => {
  it("lists what is staged, and names conflicts with what can be done", () => {
    const { state } = begun();
    const was = stagingBaseOf(state, plan);
    const edits = deleteTask(
      was,
      setField(was, addTask(was, [], { title: "Check" }).edits, "a", "input", "x"),
      "b",
    );
    expect(edits.map(keyOfEdit)).toEqual(["task task_3", "input a", "task b"]);
    const words = renderText(
      <StagedList runId="run_1" staging={stagingOf(state, was, edits)} onSelect={nothing} />,
    );
    expect(words).toContain("Conflicts with plan v2 (1)");
    expect(words).toContain("The task has succeeded.");
    expect(words).toContain("Staged changes (2)");
    expect(words).not.toContain("Keep mine");
    const theirs = planSchema.parse({
      ...plan,
      tasks: plan.tasks.map((one) => ({ ...one, input: "theirs" })),
    });
    const next = { ...was, plan: theirs, locks: new Map() };
    const moved = renderText(
      <StagedList runId="run_1" staging={stagingOf(state, next, edits)} onSelect={nothing} />,
    );
    expect(moved).toContain("Keep mine");
  });
});

describe("TaskForm", () => {
  type Given = { isReadOnly?: boolean; state?: RunWorld["state"] } & Partial<PlanFacts>;
  const form = (
    id: string,
    { isReadOnly = false, state = begun().state, ...more }: Given = {},
    of = plan,
  ) => {
    const base = stagingBaseOf(state, of);
    const staging = stagingOf(state, base, []);
    const task = of.tasks.find((one) => one.id === id);
    const props = { state, staging, facts: { ...facts, ...more }, isReadOnly };
    return task ? renderText(<TaskForm {...props} task={task} issues={[]} onSelect={nothing} />) : "";
  };

  it("locks what has ended and says why", () => {
    expect(form("a")).toContain("The task has succeeded. Its result stays as it is.");
    expect(form("a")).not.toContain("Instructions");
  });

  it("edits everything else in one form", () => {
    const words = form("b");
    for (const part of [
      "Title",
      "Type",
      "Waits for",
      "Agent",
      "Add a predicate",
      "On failure",
      "Delete task",
    ])
      expect(words).toContain(part);
  });

  it("has the model and the budgets of an agent, and what policies say of each tool", () => {
    const cautious = agent.parse({
      model: "old:model",
      costBudgetUsd: 0.5,
      maxTurns: 3,
      tools: ["train", "gone"],
    });
    const of = planOf({ id: "a" }, { id: "b", title: "Ship", dependsOn: ["a"], agent: "cautious" });
    const words = form(
      "b",
      {
        models: [{ id: "good:model", available: true, label: null, simulated: false } as ModelView],
        policies: {
          ...NO_POLICIES,
          workspace: [
            { ...toolPolicy.parse({ denied: ["wire"] }), source: { level: "workspace", name: "Calm" } },
          ],
        },
      },
      { ...of, agents: { cautious } },
    );
    for (const part of [
      "old:model (not available)",
      "good:model",
      "Budgets (2 set)",
      "Cost (USD)",
      "unknown tool",
    ])
      expect(words).toContain(part);
    expect(words).toMatch(/train\s*✓ Allowed/);
    expect(words).toMatch(/wire\s*✕ "wire" is on the deny-list.*Calm/);
  });

  it("offers the workspace's reviews beside those of every workspace, and keeps one that is gone", () => {
    const review = reviewSpec.parse({ template: "Old review", focus: "Is it?" });
    const of = planOf({ id: "a" }, { id: "b", type: "planning_review", dependsOn: ["a"], review });
    const reviews = [{ name: "Legal review", useWhen: "Before a signature.", review }];
    const words = form("b", { reviews }, of);
    for (const part of ["Legal review", "Cost", "Old review (no longer in the library)"])
      expect(words).toContain(part);
    const named = planOf(
      { id: "a" },
      { id: "b", type: "planning_review", dependsOn: ["a"], review: { ...review, template: "legal" } },
    );
    expect(form("b", { reviews }, named)).toContain("Before a signature.");
  });

  it("offers the agents of the library for the agent of a task, and names none where there is none", () => {
    const own = { name: "Law reader", useWhen: "For contracts.", agent: agent.parse({ prompt: "Read" }) };
    const words = form("b", { agents: [own] }, planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }));
    for (const part of ["From the library", "Law reader", "For contracts.", "Insert and use"])
      expect(words).toContain(part);
    expect(form("b")).not.toContain("From the library");
  });

  it("only shows what somebody without the right may not edit", () => {
    expect(form("b", { isReadOnly: true })).not.toContain("Delete task");
    expect(form("a", { isReadOnly: true })).not.toContain("Replace with new work");
  });
});
