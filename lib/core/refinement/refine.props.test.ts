import fc from "fast-check";
import { expect, it } from "vitest";
import { anyPlan } from "@/lib/testing/plans/arbitrary-plan";
import { scaled } from "@/lib/testing/scaled";
import { ancestry, findCycle } from "../plan/graph";
import { usedIds } from "../plan/interpolate";
import { type Plan, TASK_TYPES, type Task, task as taskSchema } from "../plan/schema";
import { isTerminalTask, type TaskStatus } from "../run/status";
import type { RefinementItems } from "./items";
import { type Refined, refine } from "./refine";
import { isControl, type RefineBase } from "./rest";

/** Any plan at any moment, held against any refinement of it. */

const STATUSES: TaskStatus[] = ["succeeded", "skipped", "failed", "running", "waiting"];

type Case = { base: RefineBase; items: RefinementItems };

const anyCase: fc.Arbitrary<Case> = anyPlan.chain((current) => {
  const ids = current.tasks.map(({ id }) => id);
  const anyId = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...ids) },
    fc.constantFrom("new1", "new2", "gone"),
  );
  const anyInput = fc.oneof(
    fc.constant("plain"),
    fc.array(anyId, { maxLength: 3 }).map((named) => named.map((id) => `{{results.${id}}}`).join(" ")),
  );
  const anyAgent = fc.constantFrom("default", "supervisor", "spy", ...Object.keys(current.agents));
  const anyTask = fc
    .record({
      id: fc.oneof({ weight: 4, arbitrary: fc.constantFrom("new1", "new2", "new3") }, anyId),
      type: fc.constantFrom("task", "task", "direct", ...TASK_TYPES),
      dependsOn: fc.array(anyId, { maxLength: 2 }),
      agent: anyAgent,
      input: anyInput,
    })
    .map((one) => taskSchema.parse({ title: one.id, ...one }));
  const items = fc.record({
    modify: fc.array(
      fc
        .record(
          { taskId: anyId, input: anyInput, title: fc.constant("t"), reason: fc.constant("m") },
          { requiredKeys: ["taskId", "reason"] },
        )
        .map((one) => ({ ...one })),
      { maxLength: 4 },
    ),
    add: fc.array(
      fc.record({ task: anyTask, after: fc.array(anyId, { maxLength: 2 }), reason: fc.constant("a") }),
      { maxLength: 3 },
    ),
    skip: fc.array(fc.record({ taskId: anyId, reason: fc.constant("s") }), { maxLength: 4 }),
  });
  const base = fc
    .record({
      /** As in a run: what has begun stands before what has not. */
      begun: fc.nat(ids.length),
      statuses: fc.array(fc.constantFrom(...STATUSES), { minLength: ids.length, maxLength: ids.length }),
      checked: fc.subarray(ids),
      writing: fc.subarray(Object.keys(current.agents)),
      mayWrite: fc.boolean(),
    })
    .map(({ begun, statuses, checked, writing, mayWrite }): RefineBase => {
      const status = new Map(ids.map((id, n) => [id, n < begun ? (statuses[n] as TaskStatus) : "pending"]));
      return {
        current,
        status,
        unstarted: new Set(ids.slice(begun)),
        usedIds: new Set([...ids, "gone"]),
        checkedByPeople: new Set(checked),
        restedOn: new Set(),
        about: ids.slice(0, begun),
        reachOf: (plan) =>
          Object.fromEntries(
            plan.tasks.flatMap(({ id, type, agent }) =>
              type === "task" && (agent === "supervisor" || writing.includes(agent)) ? [[id, ["write"]]] : [],
            ),
          ),
        mayWrite,
      };
    });
  return fc.record({ base, items });
});

type Check = (given: Case, refined: Refined) => void;

const byId = ({ tasks }: Plan) => new Map(tasks.map((task) => [task.id, task]));
const statusOf = ({ status }: RefineBase, id: string): TaskStatus => status.get(id) ?? "pending";

/** No id stands twice, nothing waits for itself, and new tasks have new ids. */
const idsAreUnique: Check = ({ base }, { plan, added }) => {
  const ids = plan.tasks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(findCycle(plan)).toBeUndefined();
  for (const { taskId } of added) expect(base.usedIds.has(taskId)).toBe(false);
  for (const task of plan.tasks) expect(ids).toEqual(expect.arrayContaining(task.dependsOn));
};

/** What has begun, and every gate, review and synthesis, stays as it is. */
const othersStay: Check = ({ base }, { plan, skipped }) => {
  const next = byId(plan);
  const skips = new Set(skipped.map(({ taskId }) => taskId));
  for (const task of base.current.tasks) {
    if (base.unstarted.has(task.id) && (task.type === "task" || task.type === "direct")) continue;
    expect(next.get(task.id)).toEqual(task);
    expect(skips.has(task.id)).toBe(false);
  }
};

/** Agents, checks and policies stay, and so does what a changed task waits for. */
const checksStay: Check = ({ base }, { plan }) => {
  const next = byId(plan);
  expect(plan.agents).toEqual(base.current.agents);
  for (const task of base.current.tasks) {
    const now = next.get(task.id) as Task;
    const { input: _i, title: _t, details: _d, dependsOn, ...rest } = task;
    expect(now).toMatchObject(rest);
    expect(now.dependsOn.slice(0, dependsOn.length)).toEqual(dependsOn);
  }
};

/** Work by writing tools behind a gate is never touched, nor by itself any. */
const guardedWorkStays: Check = ({ base }, refined) => {
  const { plan, modified, added, skipped } = refined;
  const isBefore = ancestry(base.current);
  const controls = base.current.tasks.filter(isControl).map(({ id }) => id);
  const writes = new Set([...Object.keys(base.reachOf(base.current)), ...Object.keys(base.reachOf(plan))]);
  for (const { taskId } of [...modified, ...skipped])
    expect(writes.has(taskId) && controls.some((id) => isBefore(taskId, id))).toBe(false);
  if (base.mayWrite) return;
  for (const { taskId } of [...modified, ...added]) expect(writes.has(taskId)).toBe(false);
};

/** Nobody misses a skipped task. */
const nobodyMisses: Check = ({ base }, { plan, skipped }) => {
  const skips = new Set(skipped.map(({ taskId }) => taskId));
  const isOpen = ({ id }: Task) => !isTerminalTask(statusOf(base, id)) && !skips.has(id);
  const left = plan.tasks.filter(isOpen);
  const [before, stillBefore] = [ancestry(plan), ancestry(left)];
  for (const id of skips) {
    expect(base.checkedByPeople.has(id)).toBe(false);
    for (const task of left) {
      if (task.type !== "direct") expect(usedIds(task.input, new Set([id]))).toEqual([]);
      if (!task.dependsOn.includes(id)) continue;
      expect(isControl(task) || task.type === "direct").toBe(false);
      const earlier = left.filter((one) => before(id, one.id));
      // Through tasks that have ended nothing has to be waited for.
      const openBefore = ancestry(plan.tasks.filter((one) => !isTerminalTask(statusOf(base, one.id))));
      for (const one of earlier) if (openBefore(id, one.id)) expect(stillBefore(task.id, one.id)).toBe(true);
    }
  }
};

/** Every item is taken or left out with a reason. */
const allIsTold: Check = ({ items }, refined) => {
  const { modified, added, skipped, dropped } = refined;
  const said = items.modify.length + items.add.length + items.skip.length;
  expect(modified.length + added.length + skipped.length + dropped.length).toBe(said);
};

it("keeps to its rules on 5 000 random plans and refinements", () => {
  const checks = [idsAreUnique, othersStay, checksStay, guardedWorkStays, nobodyMisses, allIsTold];
  fc.assert(
    fc.property(anyCase, (given) => {
      const refined = refine(given.items, given.base);
      for (const check of checks) check(given, refined);
    }),
    { numRuns: scaled(5_000) },
  );
}, 120_000);
