import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPlan } from "@/lib/testing/plans/arbitrary-plan";
import { lineageOf } from "./lineage";
import { readPlan } from "./read/plan";
import { type Plan, plan as planSchema } from "./schema";
import { type MergedTail, mergeTail } from "./tail";
import type { TailInput } from "./tail-input";
import { validatePlan } from "./validate/plan";

const plan = (tasks: object[], agents: object = {}): Plan => planSchema.parse({ title: "P", agents, tasks });

/** fetch and check have succeeded, broken has failed, deploy has not started. */
const current = plan(
  [
    { id: "fetch", title: "Fetch", input: "Fetch it", agent: "worker" },
    { id: "check", title: "Check", input: "Check {{results.fetch}}", dependsOn: ["fetch"] },
    { id: "broken", title: "Broken", input: "Try", dependsOn: ["check"] },
    { id: "deploy", title: "Deploy", input: "Deploy", dependsOn: ["broken"] },
  ],
  { worker: { prompt: "Works", tools: ["http_get"] }, spare: { prompt: "Waits" } },
);

function merge(tail: Plan, changes: Partial<TailInput> = {}) {
  return mergeTail({
    current,
    keep: new Set(["fetch", "check", "broken"]),
    usable: new Set(["fetch", "check"]),
    usedIds: new Set(["fetch", "check", "broken", "deploy", "ancient"]),
    lineages: new Map(),
    tail,
    version: 2,
    ...changes,
  });
}
const taskOf = (merged: Plan, id: string) => merged.tasks.find((task) => task.id === id);
/** Of each new task that is of an earlier one's lineage: that lineage, and the task that it is said to replace. */
const carriedOn = ({ plan: { tasks }, added, lineages }: MergedTail) =>
  tasks
    .filter((task) => added.includes(task.id) && lineageOf(task, lineages) !== task.id)
    .map((task) => [task.id, lineageOf(task, lineages), task.replaces]);

describe("mergeTail", () => {
  it("keeps the kept tasks as they are, in their order, and adds the tail behind them", () => {
    const merged = merge(plan([{ id: "fix", title: "Fix", dependsOn: ["check"] }]));
    expect(merged.plan.tasks.map((task) => task.id)).toEqual(["fetch", "check", "broken", "fix"]);
    expect(merged.plan.tasks.slice(0, 3)).toEqual(current.tasks.slice(0, 3));
    expect(merged).toMatchObject({ added: ["fix"], dropped: ["deploy"], renamed: [], issues: [] });
  });

  it("takes a task that repeats a kept one for that one", () => {
    const merged = merge(
      plan(
        [
          { id: "fetch", title: "Fetch", input: "Fetch it", agent: "worker" },
          { id: "check", title: "Check", dependsOn: ["fetch"] },
          { id: "fix", title: "Fix", dependsOn: ["check", "fetch"] },
        ],
        { worker: { prompt: "Works", tools: ["http_get"] } },
      ),
    );
    expect(merged.added).toEqual(["fix"]);
    expect(merged.repeated).toEqual(["fetch", "check"]);
    expect(taskOf(merged.plan, "fix")?.dependsOn).toEqual(["check", "fetch"]);
  });

  it("makes different work under a kept id a new task in its place, and references follow", () => {
    const merged = merge(
      plan([
        { id: "fetch", title: "Fetch", input: "Fetch more" },
        { id: "report", title: "Report", input: "Of {{results.fetch.rows}}", dependsOn: ["fetch"] },
      ]),
    );
    expect(merged.added).toEqual(["fetch_v2", "report"]);
    expect(taskOf(merged.plan, "report")).toMatchObject({
      dependsOn: ["fetch_v2"],
      input: "Of {{results.fetch_v2.rows}}",
    });
    expect(merged.renamed).toMatchObject([{ what: "task", from: "fetch", to: "fetch_v2" }]);
    expect(carriedOn(merged)).toEqual([["fetch_v2", "fetch", "fetch"]]);
  });

  it("makes a kept task new when it is given new things to depend on, and all that repeats after it", () => {
    const merged = merge(
      plan([
        { id: "more", title: "More" },
        { id: "fetch", title: "Fetch", input: "Fetch it", agent: "worker", dependsOn: ["more"] },
        { id: "check", title: "Check", input: "Check {{results.fetch}}", dependsOn: ["fetch"] },
      ]),
    );
    expect(merged.added).toEqual(["more", "fetch_v2", "check_v2"]);
    expect(taskOf(merged.plan, "check_v2")).toMatchObject({
      input: "Check {{results.fetch_v2}}",
      replaces: "check",
    });
  });

  it("does again what ended without a result, under a fresh id", () => {
    const merged = merge(plan([{ id: "broken", title: "Broken", input: "Try", dependsOn: ["check"] }]));
    expect(merged.added).toEqual(["broken_v2"]);
    expect(merged.renamed[0]?.why).toBe("no_result");
    expect(merged.plan.tasks.map((task) => task.id)).toContain("broken");
  });

  it("gives a fresh id to what reuses the id of a dropped or older task", () => {
    const merged = merge(
      plan([
        { id: "deploy", title: "Deploy" },
        { id: "ancient", title: "New" },
      ]),
    );
    expect(merged.added).toEqual(["deploy_v2", "ancient_v2"]);
    expect(merged.renamed.map((entry) => entry.why)).toEqual(Array(2).fill("used_before"));
    expect(carriedOn(merged)).toEqual([
      ["deploy_v2", "deploy", "deploy"],
      ["ancient_v2", "ancient", undefined],
    ]);
  });

  it("never gives an id twice", () => {
    const tail = plan([
      { id: "deploy", title: "A" },
      { id: "deploy_v2", title: "B" },
    ]);
    expect(merge(tail).added).toEqual(["deploy_v2_2", "deploy_v2"]);
    const used = new Set(["deploy", "deploy_v2", "deploy_v3"]);
    expect(merge(plan([{ id: "deploy_v2", title: "A" }]), { usedIds: used, version: 3 }).added).toEqual([
      "deploy_v3_2",
    ]);
    expect(merge(plan([{ id: "api_v1", title: "A" }]), { usedIds: new Set(["api_v1"]) }).added).toEqual([
      "api_v1_v2",
    ]);
  });

  it("lets tasks without dependencies wait for the review that asked for them", () => {
    const tail = plan([
      { id: "a", title: "A", input: "{{results.fetch}}" },
      { id: "b", title: "B", dependsOn: ["a"] },
    ]);
    const merged = merge(tail, { rootsDependOn: "check" });
    expect(taskOf(merged.plan, "a")?.dependsOn).toEqual(["check", "fetch"]);
    expect(taskOf(merged.plan, "b")?.dependsOn).toEqual(["a"]);
  });

  it("makes a finished task that a placeholder names a dependency, but nothing of a program's text", () => {
    const tail = plan([
      { id: "a", title: "A", input: "{{results.fetch}} {{results.check}}", dependsOn: ["check"] },
      { id: "b", title: "B", type: "direct", input: "{{results.fetch}}" },
    ]);
    const merged = merge(tail);
    expect(taskOf(merged.plan, "a")?.dependsOn).toEqual(["check", "fetch"]);
    expect(taskOf(merged.plan, "b")).toMatchObject({ dependsOn: [], input: "{{results.fetch}}" });
  });

  it("leaves a placeholder for a dropped task as it is, for validation to judge", () => {
    const tail = plan([{ id: "a", title: "A", input: "{{results.deploy}}" }]);
    expect(taskOf(merge(tail).plan, "a")).toMatchObject({ dependsOn: [], input: "{{results.deploy}}" });
  });

  it("reads a task's mention of its own id as the earlier task", () => {
    const tail = plan([
      { id: "fetch", title: "Again", input: "After {{results.fetch}}", dependsOn: ["fetch"] },
    ]);
    expect(taskOf(merge(tail).plan, "fetch_v2")).toMatchObject({
      dependsOn: ["fetch"],
      input: "After {{results.fetch}}",
    });
  });

  it("reports dependencies that cannot be met, and what to do about each", () => {
    const tail = plan([{ id: "a", title: "A", dependsOn: ["broken", "deploy", "ghost"] }]);
    const { issues } = merge(tail);
    expect(issues.map(({ severity, code, taskId }) => [severity, code, taskId])).toEqual(
      Array(3).fill(["error", "missing_dependency", "a"]),
    );
    expect(issues[0]?.message).toContain("has no result");
    expect(issues[1]?.message).toContain("drops");
    expect(issues[2]?.message).toContain("no task has");
  });

  it("reports an id that the tail gives twice", () => {
    const { issues, added } = merge(
      plan([
        { id: "a", title: "A" },
        { id: "a", title: "B" },
      ]),
    );
    expect(added).toEqual(["a"]);
    expect(issues).toMatchObject([{ code: "duplicate_id", taskId: "a" }]);
  });

  it("lets a review look back at new, finished and failed tasks, not at dropped ones, and waits for those that may end well", () => {
    const review = { previousTasks: ["a", "fetch", "check", "broken", "deploy"] };
    const tail = plan([
      { id: "a", title: "A", dependsOn: ["fetch"] },
      { id: "look", title: "Look", type: "planning_review", dependsOn: ["a"], review },
    ]);
    const { plan: merged, issues } = merge(tail);
    expect(taskOf(merged, "look")?.review?.previousTasks).toEqual(["a", "fetch", "check", "broken"]);
    expect(taskOf(merged, "look")?.dependsOn).toEqual(["a", "check"]);
    expect(issues).toMatchObject([{ severity: "warning", path: "review.previousTasks" }]);
  });
});

describe("lineage in a tail", () => {
  it("follows `replaces`, which always names an earlier task", () => {
    const tail = plan([
      { id: "a", title: "A", replaces: "deploy" },
      { id: "b", title: "B", replaces: "ghost" },
    ]);
    const merged = merge(tail);
    expect(carriedOn(merged)).toEqual([["a", "deploy", "deploy"]]);
    expect(merged.issues).toMatchObject([{ severity: "warning", path: "replaces" }]);
  });

  it("goes with an id that is used again, of which the title says whether it replaces the earlier task", () => {
    const tail = plan([
      { id: "deploy", title: "Roll back" },
      { id: "fetch", title: "Fetch", input: "Fetch more" },
      { id: "check", title: "Prove", replaces: "broken" },
    ]);
    expect(carriedOn(merge(tail, { lineages: new Map([["deploy", "release"]]) }))).toEqual([
      ["deploy_v2", "release", undefined],
      ["fetch_v2", "fetch", "fetch"],
      ["check_v2", "broken", "broken"],
    ]);
  });

  it("passes the failed task's on to the first new task that replaces nothing, which takes its title to replace it", () => {
    const tail = plan([
      { id: "deploy", title: "Deploy" },
      { id: "a", title: "A" },
      { id: "b", title: "B" },
    ]);
    expect(carriedOn(merge(tail, { failedTaskId: "broken" }))).toEqual([
      ["deploy_v2", "deploy", "deploy"],
      ["a", "broken", undefined],
    ]);
    const named = plan([{ id: "again", title: "Broken" }]);
    expect(carriedOn(merge(named, { failedTaskId: "broken" }))).toEqual([["again", "broken", "broken"]]);
    expect(merge(plan([]), { failedTaskId: "broken" }).added).toEqual([]);
  });

  it("passes it to none where all carry on another, which they keep with what is counted and said of it", () => {
    const others = plan([{ id: "deploy", title: "Deploy" }]);
    const carried = carriedOn(merge(others, { failedTaskId: "broken" }));
    expect(carried).toEqual([["deploy_v2", "deploy", "deploy"]]);
  });

  it("does not pass it twice", () => {
    const again = plan([
      { id: "a", title: "A" },
      { id: "broken", title: "Broken" },
    ]);
    expect(carriedOn(merge(again, { failedTaskId: "broken" }))).toEqual([["broken_v2", "broken", "broken"]]);
    const older = {
      current: plan([{ id: "broken_v2", title: "B" }]),
      usedIds: new Set(["broken", "broken_v2"]),
      lineages: new Map([["broken_v2", "broken"]]),
      keep: new Set(["broken_v2"]),
      failedTaskId: "broken_v2",
      version: 3,
    };
    const tail = plan([
      { id: "a", title: "A" },
      { id: "b", title: "B", replaces: "broken" },
    ]);
    expect(carriedOn(merge(tail, older))).toEqual([["b", "broken", "broken"]]);
    const same = plan([
      { id: "a", title: "A" },
      { id: "broken_v2", title: "C" },
    ]);
    expect(carriedOn(merge(same, older))).toEqual([["broken_v3", "broken", undefined]]);
  });

  it("does not take a mere step number for the same task, unless the title says so", () => {
    const steps = plan([
      { id: "step_1", title: "Build" },
      { id: "step_2", title: "Deploy" },
      { id: "step_3", title: "Announce" },
    ]);
    const options = {
      current: steps,
      keep: new Set(["step_1"]),
      usable: new Set(["step_1"]),
      usedIds: new Set(["step_1", "step_2", "step_3"]),
    };
    const tail = plan([
      { id: "step_2", title: "Fix" },
      { id: "step_3", title: "Announce" },
    ]);
    const merged = merge(tail, options);
    expect(merged.added).toEqual(["step_2_v2", "step_3_v2"]);
    expect(carriedOn(merged)).toEqual([["step_3_v2", "step_3", "step_3"]]);
  });
});

describe("agents of a tail", () => {
  const using = (agent: string) => [{ id: "new", title: "New", agent }];

  it("may be added, and may describe again an agent that no kept task uses", () => {
    const merged = merge(plan(using("fresh"), { fresh: { prompt: "New" }, spare: { prompt: "Changed" } }));
    expect(merged.plan.agents).toMatchObject({
      worker: { prompt: "Works" },
      spare: { prompt: "Changed" },
      fresh: { prompt: "New" },
    });
    expect(merged.renamed).toEqual([]);
  });

  it("get a fresh name instead of changing an agent that a kept task uses", () => {
    const merged = merge(
      plan(using("worker"), { worker: { prompt: "Changed" }, worker_v2: { prompt: "Mine" } }),
    );
    expect(merged.plan.agents).toMatchObject({
      worker: { prompt: "Works" },
      worker_v2: { prompt: "Mine" },
      worker_v2_2: { prompt: "Changed" },
    });
    expect(taskOf(merged.plan, "new")?.agent).toBe("worker_v2_2");
    expect(merged.renamed).toMatchObject([{ what: "agent", from: "worker", to: "worker_v2_2" }]);
  });

  it("are the reviewers of kept reviews too, and reviewers of the tail follow their fresh names", () => {
    const reviewed = (id: string) => ({ id, title: id, review: { reviewers: ["spare", "a role"] } });
    const merged = merge(plan([reviewed("new")], { spare: { prompt: "Changed" } }), {
      current: plan([reviewed("check")], { spare: { prompt: "Waits" } }),
    });
    expect(merged.plan.agents).toMatchObject({
      spare: { prompt: "Waits" },
      spare_v2: { prompt: "Changed" },
    });
    expect(taskOf(merged.plan, "check")?.review?.reviewers).toEqual(["spare", "a role"]);
    expect(taskOf(merged.plan, "new")?.review?.reviewers).toEqual(["spare_v2", "a role"]);
  });

  it("that are only named stay what they are", () => {
    const merged = merge(plan(using("worker"), { worker: {} }));
    expect(merged.plan.agents.worker?.prompt).toBe("Works");
    expect(taskOf(merged.plan, "new")?.agent).toBe("worker");
  });
});

describe("a tail in Step text", () => {
  it("takes numbers it defines for its own steps and others for earlier ones", () => {
    const before = readPlan("Step 1: Build\nStep 2: Test\nStep 3: Planning Review - Tests\nStep 4: Deploy")
      .plan as Plan;
    const tail = readPlan("Step 4: Fix\n- Depends on: 2\nStep 5: Test again\nStep 6: Deploy").plan as Plan;
    const done = new Set(["step_1", "step_2", "step_3"]);
    const usedIds = new Set(before.tasks.map((task) => task.id));
    const merged = mergeTail({
      current: before,
      keep: done,
      usable: done,
      usedIds,
      lineages: new Map(),
      tail,
      version: 2,
      rootsDependOn: "step_3",
    });
    expect(merged.plan.tasks.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ["step_1", []],
      ["step_2", ["step_1"]],
      ["step_3", ["step_2"]],
      ["step_4_v2", ["step_2"]],
      ["step_5", ["step_4_v2"]],
      ["step_6", ["step_5"]],
    ]);
    expect(merged.issues).toEqual([]);
  });
});

describe("any tail", () => {
  const reference = new Set(["missing_dependency", "duplicate_id", "cycle_detected"]);

  it("leaves kept tasks alone, gives each new task an id never used, and all references lead somewhere", () => {
    fc.assert(
      fc.property(anyPlan, anyPlan, fc.func(fc.boolean()), (before, tail, isKept) => {
        const keep = new Set<string>();
        for (const { id, dependsOn } of before.tasks) {
          if (dependsOn.every((dependency) => keep.has(dependency)) && isKept(id)) keep.add(id);
        }
        const usedIds = new Set(before.tasks.map((task) => task.id));
        const lineages = new Map<string, string>();
        const input = { current: before, keep, usable: keep, usedIds, lineages, tail, version: 2 };
        const merged = mergeTail(input);
        const kept = before.tasks.filter((task) => keep.has(task.id));
        expect(merged.plan.tasks.slice(0, kept.length)).toEqual(kept);
        for (const id of merged.added) expect(usedIds.has(id)).toBe(false);
        expect(merged.issues.filter((issue) => issue.severity === "error")).toEqual([]);
        const wrong = validatePlan(merged.plan, { tools: [] }).filter((issue) => reference.has(issue.code));
        expect(wrong).toEqual([]);
        for (const { id, agent } of kept) {
          if (agent in before.agents)
            expect([id, merged.plan.agents[agent]]).toEqual([id, before.agents[agent]]);
        }
      }),
    );
  });
});
