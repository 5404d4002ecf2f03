import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPlan } from "@/lib/testing/plans/arbitrary-plan";
import { type Plan, plan as planSchema, type Task } from "../schema";
import { addTask, deleteTask, setDependency, setField } from "./acts";
import { applyStaged, type StagingBase, type TaskLock } from "./apply";
import type { StagedEdit } from "./edits";
import { stageText } from "./from-text";

const planOf = (tasks: object[], head: object = {}): Plan => planSchema.parse({ title: "P", ...head, tasks });
const on = (plan: Plan, locks: [string, TaskLock][] = [], used: string[] = []): StagingBase => ({
  plan,
  locks: new Map(locks),
  usedIds: new Set([...plan.tasks.map(({ id }) => id), ...used]),
});

const PLAN = planOf(
  [
    { id: "fetch", title: "Fetch", input: "Fetch it" },
    { id: "sum", title: "Sum up", input: "Sum {{results.fetch}}", dependsOn: ["fetch"], agent: "worker" },
    { id: "tell", title: "Tell", input: "Tell it", dependsOn: ["sum"] },
  ],
  { agents: { worker: { prompt: "Work.", tools: [] } } },
);
const BASE = on(PLAN);

/** Writes these tasks where the plan with its edits has stood, and applies what that stages. */
function written(tasks: object[], { base = BASE, edits = [] as readonly StagedEdit[], head = {} } = {}) {
  const before = applyStaged(base, edits).plan;
  const staged = stageText(base, edits, { before, after: planOf(tasks, head) });
  return { staged, ...applyStaged(base, staged) };
}
const [FETCH, SUM, TELL] = PLAN.tasks as [Task, Task, Task];
const taskIn = ({ plan }: { plan: Plan }, id: string) => plan.tasks.find((task) => task.id === id);

describe("stageText", () => {
  it("stages nothing where the text is the plan", () => {
    expect(written(PLAN.tasks, { head: { agents: { worker: {} } } }).staged).toEqual([]);
    expect(written(PLAN.tasks, { head: { agents: PLAN.agents } }).staged).toEqual([]);
  });

  it("stages fields, edges, tasks and agents, each by itself", () => {
    const check = { id: "check", title: "Check", dependsOn: ["fetch"] };
    const result = written([FETCH, { ...SUM, input: "Sum twice", dependsOn: ["check"] }, check], {
      head: { agents: { worker: { prompt: "Work well." }, other: { prompt: "New." } } },
    });
    expect(result.staged.map(({ kind }) => kind).sort()).toEqual(
      ["add", "agent", "agent", "connect", "delete", "disconnect", "set"].sort(),
    );
    expect(result.conflicts).toEqual([]);
    expect(taskIn(result, "sum")).toMatchObject({ input: "Sum twice", dependsOn: ["check"] });
    expect(taskIn(result, "tell")).toBeUndefined();
    expect(result.plan.agents).toMatchObject({ worker: { prompt: "Work well." }, other: { prompt: "New." } });
  });

  it("has a task wait for nothing where the text says so, though what it waited for is deleted", () => {
    const result = written([FETCH, { ...TELL, dependsOn: [] }]);
    expect(taskIn(result, "tell")?.dependsOn).toEqual([]);
    const again = written([FETCH, { ...TELL, dependsOn: [] }], { edits: deleteTask(BASE, [], "sum") });
    expect(taskIn(again, "tell")?.dependsOn).toEqual([]);
  });

  it("lays what is written over what was staged before", () => {
    const added = addTask(BASE, setField(BASE, [], "tell", "title", "Tell all"), {
      id: "more",
      title: "More",
      dependsOn: ["tell"],
    });
    const { plan } = applyStaged(BASE, added.edits);
    const more = { id: "more", title: "More than that", dependsOn: ["fetch"] };
    const tell = { ...taskIn({ plan }, "tell"), title: "Tell everyone", input: "Tell them" };
    const result = written([FETCH, SUM, tell, more], { edits: added.edits });
    expect(result.conflicts).toEqual([]);
    expect(taskIn(result, "more")).toMatchObject({ title: "More than that", dependsOn: ["fetch"] });
    expect(taskIn(result, "tell")).toMatchObject({ title: "Tell everyone", input: "Tell them" });
    const gone = written([FETCH, SUM], { edits: added.edits });
    expect(gone.staged).toEqual([{ kind: "delete", before: TELL }]);
  });

  it("keeps what came into force or was staged meanwhile, and says what the text contradicts", () => {
    const later = on(
      planOf([FETCH, { ...SUM, maxRetries: 5, input: "Theirs" }, TELL, { id: "new", title: "New" }], {
        agents: PLAN.agents,
      }),
    );
    const after = planOf([FETCH, { ...SUM, input: "Mine" }, { ...TELL, dependsOn: ["sum", "fetch"] }]);
    const meanwhile = setDependency(later, [], { from: "new", to: "tell", kind: "connect" });
    const { plan, conflicts } = applyStaged(later, stageText(later, meanwhile, { before: PLAN, after }));
    expect(taskIn({ plan }, "sum")).toMatchObject({ maxRetries: 5, input: "Theirs" });
    expect(conflicts).toMatchObject([{ why: { code: "value_changed" } }]);
    expect(taskIn({ plan }, "tell")?.dependsOn.toSorted()).toEqual(["fetch", "new", "sum"]);
    expect(taskIn({ plan }, "new")).toBeDefined();
  });

  it("leaves what has ended, makes other work of it new where it has no result, and cannot change a result", () => {
    const locks: [string, TaskLock][] = [
      ["fetch", { kind: "ended", status: "succeeded" }],
      ["sum", { kind: "ended", status: "failed" }],
    ];
    const base = on(PLAN, locks, ["old"]);
    expect(written([TELL], { base }).staged).toEqual([]);
    expect(written([FETCH, { ...SUM, input: "", details: [] }, TELL], { base }).staged).toEqual([]);
    const other = written(
      [
        { ...SUM, input: "Sum otherwise" },
        { ...TELL, input: "{{results.sum}}" },
      ],
      { base },
    );
    const [id] = other.plan.tasks.flatMap((task) => (task.replaces === "sum" ? task.id : []));
    expect(taskIn(other, String(id))).toMatchObject({ input: "Sum otherwise", dependsOn: ["fetch"] });
    expect(taskIn(other, "tell")).toMatchObject({ dependsOn: [id], input: `{{results.${id}}}` });
    const changed = written([{ ...FETCH, input: "Fetch more" }, TELL], { base });
    expect(changed.conflicts).toMatchObject([{ why: { code: "task_locked" } }]);
    // An id that an earlier version had is not free for new work.
    const fresh = written([TELL, { id: "old", title: "Old id" }], { base });
    expect(fresh.conflicts).toEqual([]);
    expect(fresh.plan.tasks.at(-1)).toMatchObject({ id: expect.stringMatching(/^task_/), title: "Old id" });
  });

  it("stops work in progress that the text changes or leaves out, and lets the rest go on", () => {
    const base = on(PLAN, [["sum", { kind: "at_work", status: "running" }]]);
    expect(written([FETCH, SUM, TELL], { base }).staged).toEqual([]);
    const review = { id: "look", title: "Look", type: "planning_review", dependsOn: ["sum"] };
    const program = { id: "run", title: "Run", type: "direct", input: "(+ 1 1)", dependsOn: ["sum"] };
    const looks = { ...review, review: { previousTasks: ["sum"] } };
    const other = written([FETCH, { ...SUM, input: "Other" }, TELL, looks, program], { base });
    const [added] = other.plan.tasks.filter((task) => task.replaces === "sum");
    expect(taskIn(other, "sum")).toBeUndefined();
    expect(taskIn(other, "tell")?.dependsOn).toEqual([added?.id]);
    expect(taskIn(other, "look")).toMatchObject({ review: { previousTasks: [added?.id] } });
    expect(taskIn(written([FETCH, { ...TELL, dependsOn: ["fetch"] }], { base }), "sum")).toBeUndefined();
  });

  it("deletes a review of which another staged edit has taken a task, and not one that others changed", () => {
    const look = { id: "look", title: "Look", type: "planning_review", dependsOn: ["fetch"] };
    const review = (...previousTasks: string[]) => ({ ...look, review: { previousTasks } });
    const base = on(planOf([FETCH, SUM, review("fetch", "sum")], { agents: PLAN.agents }));
    const edits = deleteTask(base, [], "sum");
    expect(written([FETCH], { base, edits }).conflicts).toEqual([]);
    const focused = { ...review("fetch"), review: { previousTasks: ["fetch"], focus: "Sums" } };
    expect(written([FETCH, focused], { base, edits }).conflicts).toEqual([]);
    const before = applyStaged(base, edits).plan;
    const theirs = on(
      planOf([FETCH, SUM, { ...review("fetch"), title: "Look well" }], { agents: PLAN.agents }),
    );
    const staged = stageText(theirs, deleteTask(theirs, [], "sum"), { before, after: planOf([FETCH]) });
    expect(applyStaged(theirs, staged).conflicts).toMatchObject([{ why: { code: "other_task" } }]);
  });

  it("leads to what was written, whatever was staged before", () => {
    const anyBase = anyPlan.filter(({ tasks }) => new Set(tasks.map(({ id }) => id)).size === tasks.length);
    const acts = fc.array(fc.tuple(fc.nat(3), fc.nat(20), fc.nat(20)), { maxLength: 6 });
    fc.assert(
      fc.property(anyBase, acts, acts, (plan, first, second) => {
        const base = on(plan);
        const edits = act(base, [], first);
        const before = applyStaged(base, edits).plan;
        const after = applyStaged(base, act(base, edits, second)).plan;
        const result = applyStaged(base, stageText(base, edits, { before, after }));
        expect(result.conflicts).toEqual([]);
        expect(sorted(result.plan)).toEqual(sorted(after));
      }),
    );
  });
});

function act(
  base: StagingBase,
  edits: readonly StagedEdit[],
  acts: [number, number, number][],
): StagedEdit[] {
  return acts.reduce<StagedEdit[]>(
    (staged, [kind, a, b]) => {
      const ids = applyStaged(base, staged).plan.tasks.map(({ id }) => id);
      const [id, other] = [ids[a % ids.length], ids[b % ids.length]];
      if (id === undefined || other === undefined) return staged;
      if (kind === 0) return setField(base, staged, id, "title", `T ${b}`);
      if (kind === 1) return addTask(base, staged, { title: `N ${b}`, dependsOn: [id] }).edits;
      if (kind === 2) return deleteTask(base, staged, id);
      return setDependency(base, staged, { from: other, to: id, kind: "disconnect" });
    },
    [...edits],
  );
}

const sorted = ({ tasks }: Plan) =>
  tasks
    .map((task) => ({ ...task, dependsOn: task.dependsOn.toSorted() }))
    .toSorted((x, y) => (x.id < y.id ? -1 : 1));
