import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPlan } from "@/lib/testing/plans/arbitrary-plan";
import { inForce } from "@/lib/testing/plans/read-plan";
import { readPlan } from "../read/plan";
import { gateSpec, type Plan, plan as planSchema, reviewSpec, TASK_TYPES } from "../schema";
import { serializePlan } from "../write/json";
import {
  addTask,
  connectionProblem,
  deleteTask,
  insertGate,
  replaceTask,
  setDependency,
  setField,
} from "./acts";
import { applyStaged, type StagingBase } from "./apply";
import { keyOfEdit, type StagedEdit, stagedEdit } from "./edits";
import { historyOf, recordStep, redoStep, undoStep } from "./history";
import { packHistory, unpackHistory } from "./kept";
import { rebaseStaged } from "./rebase";

const on = (plan: Plan): StagingBase => ({
  plan,
  locks: new Map(),
  usedIds: new Set(plan.tasks.map(({ id }) => id)),
});

/** Acts on a plan by numbers, so that shrinking keeps them meaningful. */
const anyActs = fc.array(fc.tuple(fc.nat(10), fc.nat(20), fc.nat(20), fc.string({ maxLength: 4 })), {
  maxLength: 12,
});

function stageAll(base: StagingBase, acts: [number, number, number, string][]): StagedEdit[][] {
  const steps: StagedEdit[][] = [[]];
  for (const [act, a, b, text] of acts) {
    const edits = steps.at(-1) ?? [];
    const { plan } = applyStaged(base, edits);
    const ids = plan.tasks.map(({ id }) => id);
    const [id, other] = [ids[a % ids.length], ids[b % ids.length]];
    if (id === undefined || other === undefined) continue;
    const edge = { from: id, to: other };
    const next = [
      () => setField(base, edits, id, "title", `T ${text}`),
      () => setField(base, edits, id, "verification", text === "" ? undefined : text),
      () =>
        connectionProblem({ plan, locks: base.locks }, id, other)
          ? edits
          : setDependency(base, edits, { ...edge, kind: "connect" }),
      () => setDependency(base, edits, { ...edge, kind: "disconnect" }),
      () => addTask(base, edits, { title: text, dependsOn: [id] }).edits,
      () => deleteTask(base, edits, id),
      () => insertGate(base, edits, id)?.edits ?? [],
      () => setField(base, edits, id, "type", TASK_TYPES[b % TASK_TYPES.length] ?? "task"),
      () => setField(base, edits, id, "gate", gateSpec.parse({ prompt: text, quorum: 1 + (b % 3) })),
      () => setField(base, edits, id, "review", reviewSpec.parse({ ...bodyOf(plan, id), focus: text })),
      () => replaceTask(base, edits, id)?.edits ?? edits,
    ][act]?.();
    steps.push(next ?? edits);
  }
  return steps;
}

/** What the form of a review begins with: that of the task. */
const bodyOf = (plan: Plan, id: string) => plan.tasks.find((task) => task.id === id)?.review;

/** Plans in which each id is used once, as in every version of a run. */
const anyBase = anyPlan
  .filter(({ tasks }) => new Set(tasks.map(({ id }) => id)).size === tasks.length)
  .map((plan) => on(plan));

describe("properties of staged edits", () => {
  it("apply in full to the version on which they were staged, in whatever order", () => {
    fc.assert(
      fc.property(anyBase, anyActs, (base, acts) => {
        const edits = stageAll(base, acts).at(-1) ?? [];
        const { plan, conflicts } = applyStaged(base, edits);
        expect(conflicts).toEqual([]);
        const turned = applyStaged(base, edits.toReversed());
        const sorted = (one: Plan) =>
          one.tasks
            .map((task) => ({ ...task, dependsOn: task.dependsOn.toSorted() }))
            .toSorted((x, y) => (x.id < y.id ? -1 : 1));
        expect(sorted(turned.plan)).toEqual(sorted(plan));
        expect(planSchema.safeParse(plan).success).toBe(true);
        expect(new Set(edits.map(keyOfEdit)).size).toBe(edits.length);
        for (const edit of edits)
          expect(stagedEdit.safeParse(JSON.parse(JSON.stringify(edit))).data).toEqual(edit);
      }),
    );
  });

  it("give a plan that is read as it was staged once it is written down", () => {
    fc.assert(
      fc.property(anyBase, anyActs, (base, acts) => {
        const { plan } = applyStaged(base, stageAll(base, acts).at(-1) ?? []);
        expect(readPlan(serializePlan(plan), inForce(plan))).toEqual({ plan, warnings: [], errors: [] });
      }),
    );
  });

  it("lose nothing on any other version, and say there what they no longer ask for", () => {
    fc.assert(
      fc.property(anyBase, anyBase, anyActs, anyActs, (base, foreign, acts, others) => {
        const edits = stageAll(base, acts).at(-1) ?? [];
        const theirs = applyStaged(base, stageAll(base, others).at(-1) ?? []).plan;
        for (const next of [on(theirs), foreign]) {
          const moved = rebaseStaged(next, edits);
          const { applied, settled, idle, conflicts } = applyStaged(next, moved);
          const all = [...applied, ...settled, ...idle, ...conflicts.map(({ edit }) => edit)];
          expect(all).toHaveLength(edits.length);
          expect(new Set(all)).toEqual(new Set(moved));
        }
      }),
    );
  });

  it("go back and forth by steps to exactly where they were", () => {
    fc.assert(
      fc.property(anyBase, anyActs, fc.nat(12), (base, acts, back) => {
        const steps = stageAll(base, acts);
        const history = steps.reduce((before, step) => recordStep(before, step), historyOf([]));
        let at = history;
        for (let n = 0; n < back; n += 1) at = undoStep(at);
        for (let n = 0; n < back; n += 1) at = redoStep(at);
        expect(at.present).toEqual(history.present);
        const stored = JSON.parse(JSON.stringify(packHistory(at, 1_000_000)));
        expect(unpackHistory(stored)).toEqual({ past: at.past, present: at.present, future: at.future });
        for (let n = 0; n < steps.length; n += 1) at = undoStep(at);
        expect(at.present).toEqual([]);
      }),
    );
  });
});
