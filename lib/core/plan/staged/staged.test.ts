import { describe, expect, it } from "vitest";
import { agent, type Plan, plan as planSchema, type Task, task as taskSchema } from "../schema";
import {
  addTask,
  connectionProblem,
  deleteTask,
  discardEdit,
  freshTaskId,
  gatesBefore,
  insertGate,
  replaceTask,
  setAgent,
  setDependency,
  setField,
} from "./acts";
import { applyStaged, type StagingBase, type TaskLock } from "./apply";
import { isSameEdit, keyOfEdit, SETTABLE_FIELDS, type StagedEdit, stagedEdit } from "./edits";
import { historyOf, mapHistory, recordStep, redoStep, undoStep } from "./history";
import { canKeep, keepMine, rebaseStaged } from "./rebase";

type TaskGiven = Partial<Task> & { id: string };

const planOf = (...tasks: TaskGiven[]): Plan =>
  planSchema.parse({ title: "Plan", tasks: tasks.map((one) => ({ title: one.id.toUpperCase(), ...one })) });

const on = (plan: Plan, locks: Record<string, TaskLock> = {}, used: string[] = []): StagingBase => ({
  plan,
  locks: new Map(Object.entries(locks)),
  usedIds: new Set([...used, ...plan.tasks.map(({ id }) => id)]),
});

const ENDED: TaskLock = { kind: "ended", status: "succeeded" };
const AT_WORK: TaskLock = { kind: "at_work", status: "running" };

/** a → b → c */
const CHAIN = on(planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }, { id: "c", dependsOn: ["b"] }));

const taskIn = (plan: Plan, id: string) => plan.tasks.find((task) => task.id === id);
const waitsFor = (base: StagingBase, edits: readonly StagedEdit[], id: string) =>
  taskIn(applyStaged(base, edits).plan, id)?.dependsOn;
const reasonsOf = (base: StagingBase, edits: readonly StagedEdit[]) =>
  applyStaged(base, edits).conflicts.map(({ why }) => why);

describe("staging edits", () => {
  it("sets a field, keeps the last word on it, and forgets what is set back", () => {
    const once = setField(CHAIN, [], "b", "input", "go");
    const twice = setField(CHAIN, once, "b", "input", "go on");
    expect(twice).toEqual([
      { kind: "set", of: { id: "b", title: "B" }, field: "input", before: "", after: "go on" },
    ]);
    expect(taskIn(applyStaged(CHAIN, twice).plan, "b")?.input).toBe("go on");
    expect(setField(CHAIN, twice, "b", "input", "")).toEqual([]);
    expect(setField(CHAIN, [], "b", "input", "")).toEqual([]);
    const checked = setField(CHAIN, [], "b", "verification", "true");
    expect(setField(CHAIN, checked, "b", "verification", undefined)).toEqual([]);
    const timed = on(planOf({ id: "a", timeoutMs: 5 }));
    const untimed = setField(timed, [], "a", "timeoutMs", undefined);
    expect(taskIn(applyStaged(timed, untimed).plan, "a")).not.toHaveProperty("timeoutMs");
    expect(setField(CHAIN, [], "nobody", "title", "N")).toEqual([]);
  });

  it("connects and disconnects, and takes one back by the other", () => {
    const edge = { from: "a", to: "c" };
    const connected = setDependency(CHAIN, [], { ...edge, kind: "connect" });
    expect(waitsFor(CHAIN, connected, "c")).toEqual(["b", "a"]);
    expect(setDependency(CHAIN, connected, { ...edge, kind: "disconnect" })).toEqual([]);
    expect(setDependency(CHAIN, connected, { ...edge, kind: "connect" })).toEqual(connected);
    const cut = setDependency(CHAIN, [], { from: "b", to: "c", kind: "disconnect" });
    expect(waitsFor(CHAIN, cut, "c")).toEqual([]);
    expect(setDependency(CHAIN, [], { from: "nobody", to: "c", kind: "connect" })).toEqual([]);
  });

  it("says why tasks cannot be connected", () => {
    const base = { ...CHAIN, locks: new Map([["a", ENDED]]) };
    expect(connectionProblem(base, "b", "b")).toBe("itself");
    expect(connectionProblem(base, "b", "a")).toBe("locked");
    expect(connectionProblem(base, "b", "nobody")).toBe("locked");
    expect(connectionProblem(base, "b", "c")).toBe("connected");
    expect(connectionProblem(base, "c", "b")).toBe("cycle");
    expect(connectionProblem(base, "a", "c")).toBeUndefined();
  });

  it("carries all that is said of a new task with it", () => {
    const added = addTask(CHAIN, [], { title: "Check" });
    expect(added.id).toBe("task_4");
    let edits = setField(CHAIN, added.edits, "task_4", "agent", "supervisor");
    edits = setDependency(CHAIN, edits, { from: "c", to: "task_4", kind: "connect" });
    edits = setDependency(CHAIN, edits, { from: "task_4", to: "b", kind: "connect" });
    expect(edits).toHaveLength(2);
    expect(edits[0]).toMatchObject({ task: { agent: "supervisor", dependsOn: ["c"] } });
    expect(setDependency(CHAIN, edits, { from: "c", to: "task_4", kind: "disconnect" })[0]).toMatchObject({
      task: { dependsOn: [] },
    });
    expect(freshTaskId(CHAIN, edits)).toBe("task_5");
    expect(freshTaskId(on(CHAIN.plan, {}, ["wanted"]), edits, "wanted")).toBe("task_5");
  });

  it("has what waited for a deleted task wait for what that one waited for", () => {
    const edits = deleteTask(CHAIN, setField(CHAIN, [], "b", "title", "Bee"), "b");
    expect(edits.map(keyOfEdit)).toEqual(["task b"]);
    expect(waitsFor(CHAIN, edits, "c")).toEqual(["a"]);
    expect(waitsFor(CHAIN, deleteTask(CHAIN, edits, "a"), "c")).toEqual([]);
    const reviewed = on(
      planOf({ id: "a" }, { id: "r", review: { previousTasks: ["a"] } as never, type: "planning_review" }),
    );
    const plan = applyStaged(reviewed, deleteTask(reviewed, [], "a")).plan;
    expect(taskIn(plan, "r")?.review?.previousTasks).toEqual([]);
    expect(deleteTask(CHAIN, edits, "b")).toEqual(edits);
  });

  it("takes a new task out with its connections, and closes the gap that it leaves", () => {
    const gate = insertGate(CHAIN, [], "c");
    if (!gate) throw new Error("no gate");
    expect(gate.id).toBe("approve_c");
    expect(waitsFor(CHAIN, gate.edits, "c")).toEqual(["approve_c"]);
    expect(waitsFor(CHAIN, gate.edits, "approve_c")).toEqual(["b"]);
    expect(gatesBefore(applyStaged(CHAIN, gate.edits).plan, "c").map(({ id }) => id)).toEqual(["approve_c"]);
    expect(deleteTask(CHAIN, gate.edits, "approve_c")).toEqual([]);
    expect(insertGate(CHAIN, [], "nobody")).toBeUndefined();
    const last = addTask(CHAIN, gate.edits, { dependsOn: ["approve_c"] });
    expect(waitsFor(CHAIN, deleteTask(CHAIN, last.edits, "approve_c"), last.id)).toEqual(["b"]);
  });

  it("puts new work in the place of what failed or is at work", () => {
    const failed = on(CHAIN.plan, { a: { kind: "ended", status: "failed" } });
    const again = replaceTask(failed, [], "a");
    expect(taskIn(applyStaged(failed, again?.edits ?? []).plan, "task_4")).toMatchObject({ replaces: "a" });
    expect(waitsFor(failed, again?.edits ?? [], "b")).toEqual(["task_4"]);
    const working = on(CHAIN.plan, { a: ENDED, b: AT_WORK });
    const other = replaceTask(working, [], "b");
    const { plan, conflicts } = applyStaged(working, other?.edits ?? []);
    expect(conflicts).toEqual([]);
    expect(plan.tasks.map(({ id }) => id)).toEqual(["a", "c", "task_4"]);
    expect(taskIn(plan, "c")?.dependsOn).toEqual(["task_4"]);
    expect(replaceTask(working, [], "nobody")).toBeUndefined();
  });

  it("gives agents another form", () => {
    const first = setAgent(CHAIN, [], "writer", agent.parse({ prompt: "Write." }));
    expect(applyStaged(CHAIN, first).plan.agents).toMatchObject({ writer: { prompt: "Write." } });
    const declared = on({ ...CHAIN.plan, agents: { writer: agent.parse({ prompt: "Old" }) } });
    const changed = setAgent(declared, [], "writer", agent.parse({ prompt: "New" }));
    expect(setAgent(declared, changed, "writer", agent.parse({ prompt: "Old" }))).toEqual([]);
    expect(reasonsOf(declared, first)).toMatchObject([{ code: "value_changed", now: { prompt: "Old" } }]);
  });

  it("discards one change, and with a new task what hangs on it", () => {
    const gate = insertGate(CHAIN, [], "c")?.edits ?? [];
    const more = addTask(CHAIN, gate, { dependsOn: ["approve_c", "a"] }).edits;
    const left = discardEdit(more, "task approve_c");
    expect(left.map(keyOfEdit)).toEqual(["edge b → c", "task task_4"]);
    expect(left[1]).toMatchObject({ task: { dependsOn: ["a"] } });
    expect(discardEdit(left, "edge b → c").map(keyOfEdit)).toEqual(["task task_4"]);
    expect(discardEdit(left, "nothing")).toEqual(left);
    const agents = setAgent(CHAIN, setField(CHAIN, gate, "a", "title", "x"), "w", agent.parse({}));
    expect(discardEdit(deleteTask(CHAIN, agents, "b"), "task approve_c").map(keyOfEdit)).toEqual([
      "title a",
      "agent w",
      "task b",
    ]);
  });
});

describe("applying staged edits to another version", () => {
  const renamed = setField(CHAIN, [], "b", "title", "Bee");
  const set = setField(CHAIN, renamed, "b", "input", "mine");

  it("names what is not as it was seen, and leaves the plan as it is", () => {
    const theirs = on(planOf({ id: "a" }, { id: "b", input: "theirs" }, { id: "c", dependsOn: ["b"] }));
    const { plan, applied, conflicts } = applyStaged(theirs, set);
    expect(applied.map(keyOfEdit)).toEqual(["title b"]);
    expect(conflicts).toMatchObject([{ why: { code: "value_changed", now: "theirs" } }]);
    expect(taskIn(plan, "b")).toMatchObject({ title: "Bee", input: "theirs" });
  });

  it("never takes other work under the same id for what was edited", () => {
    const reused = on(planOf({ id: "b", title: "Other" }, { id: "a" }, { id: "c" }));
    expect(reasonsOf(reused, set)).toEqual([
      { code: "other_task", title: "B", now: "Other" },
      { code: "other_task", title: "B", now: "Other" },
    ]);
    const edge = setDependency(CHAIN, [], { from: "b", to: "c", kind: "disconnect" });
    const wired = on(planOf({ id: "b", title: "Other" }, { id: "c", dependsOn: ["b"] }));
    expect(reasonsOf(wired, edge)).toMatchObject([{ code: "other_task" }]);
    expect(reasonsOf(reused, deleteTask(CHAIN, [], "b"))).toMatchObject([{ code: "other_task" }]);
  });

  it("names tasks that are gone, locked, changed, and ids that are taken", () => {
    const without = on(planOf({ id: "a" }, { id: "c" }));
    expect(reasonsOf(without, set)).toMatchObject([{ code: "task_gone" }, { code: "task_gone" }]);
    const connect = setDependency(CHAIN, [], { from: "a", to: "c", kind: "connect" });
    const cut = setDependency(CHAIN, [], { from: "b", to: "c", kind: "disconnect" });
    const locked = on(CHAIN.plan, { b: ENDED, c: AT_WORK });
    expect(reasonsOf(locked, [...set, ...connect, ...cut])).toEqual([
      { code: "task_locked", title: "B", lock: ENDED },
      { code: "task_locked", title: "B", lock: ENDED },
      { code: "task_locked", title: "C", lock: AT_WORK },
      { code: "task_locked", title: "C", lock: AT_WORK },
    ]);
    expect(reasonsOf(locked, deleteTask(CHAIN, [], "b"))).toMatchObject([{ code: "task_locked" }]);
    expect(reasonsOf(on(planOf({ id: "c" })), connect)).toMatchObject([{ code: "task_gone", title: "A" }]);
    expect(reasonsOf(on(planOf({ id: "a" })), connect)).toMatchObject([{ code: "task_gone", title: "C" }]);
    const changed = on(planOf({ id: "a" }, { id: "b", input: "more" }));
    expect(reasonsOf(changed, deleteTask(CHAIN, [], "b"))).toMatchObject([
      { code: "task_changed", fields: [{ field: "input" }] },
    ]);
    const added = addTask(CHAIN, [], { title: "New", dependsOn: ["b"] });
    const taken = on(planOf({ id: "b" }, { id: "task_4", title: "Theirs" }));
    expect(reasonsOf(taken, added.edits)).toEqual([{ code: "id_taken", now: "Theirs" }]);
    expect(reasonsOf(on(planOf({ id: "b" }), {}, ["task_4"]), added.edits)).toEqual([
      { code: "id_taken", now: "task_4" },
    ]);
    expect(reasonsOf(without, added.edits)).toEqual([{ code: "dependencies_gone", ids: ["b"] }]);
  });

  it("leaves what has ended as it is, also behind a deleted task", () => {
    const skipped = on(CHAIN.plan, { b: AT_WORK, c: { kind: "ended", status: "skipped" } });
    expect(waitsFor(skipped, deleteTask(skipped, [], "b"), "c")).toEqual(["b"]);
  });

  it("counts as settled what the version says already", () => {
    const edits = deleteTask(CHAIN, setField(CHAIN, [], "a", "input", "x"), "c");
    const cut = setDependency(CHAIN, edits, { from: "a", to: "b", kind: "disconnect" });
    const next = on(planOf({ id: "a", input: "x" }, { id: "b" }));
    expect(applyStaged(next, cut)).toMatchObject({ plan: next.plan, applied: [], conflicts: [] });
    const gone = on(planOf({ id: "a", input: "x" }));
    expect(applyStaged(gone, cut).settled).toHaveLength(3);
  });

  it("follows a task to the one that says it replaces it, and to no other", () => {
    const edits = setDependency(CHAIN, set, { from: "b", to: "c", kind: "disconnect" });
    const added = addTask(CHAIN, deleteTask(CHAIN, edits, "a"), { dependsOn: ["c"] }).edits;
    const next = on(
      planOf(
        { id: "b_v2", title: "B", replaces: "b", dependsOn: ["a_v2"] },
        { id: "a_v2", title: "A", replaces: "a" },
        { id: "c_v2", title: "C", replaces: "c", dependsOn: ["b_v2"] },
      ),
    );
    const moved = rebaseStaged(next, setAgent(CHAIN, added, "w", agent.parse({})));
    const { plan, conflicts } = applyStaged(next, moved);
    expect(conflicts).toEqual([]);
    expect(plan.tasks.map(({ id, title, dependsOn }) => [id, title, dependsOn])).toEqual([
      ["b_v2", "Bee", []],
      ["c_v2", "C", []],
      ["task_4", "New task", ["c_v2"]],
    ]);
    const other = on(planOf({ id: "b_v2", title: "Else", replaces: "b" }));
    expect(reasonsOf(other, rebaseStaged(other, set))).toMatchObject([
      { code: "task_gone" },
      { code: "task_gone" },
    ]);
    const stays = rebaseStaged(other, addTask(CHAIN, [], { dependsOn: ["c"] }).edits);
    expect(reasonsOf(other, stays)).toMatchObject([{ code: "dependencies_gone" }]);
  });

  it("lets a person insist on what is in conflict where its task is still there", () => {
    const insist = (base: StagingBase, edits: readonly StagedEdit[]) => {
      const { conflicts } = applyStaged(base, edits);
      expect(conflicts.map(canKeep)).toEqual(conflicts.map(() => true));
      return conflicts.reduce<readonly StagedEdit[]>((kept, one) => keepMine(base, kept, one), edits);
    };
    const next = on({
      ...planOf({ id: "a", title: "Other" }, { id: "b", input: "theirs" }, { id: "task_4", title: "Theirs" }),
      agents: { w: agent.parse({ prompt: "theirs" }) },
    });
    const added = addTask(CHAIN, set, { title: "Mine", dependsOn: ["c", "a"] });
    let edits = setDependency(CHAIN, added.edits, { from: added.id, to: "b", kind: "connect" });
    edits = setAgent(CHAIN, edits, "w", agent.parse({ prompt: "mine" }));
    edits = addTask(CHAIN, edits, { title: "Behind", dependsOn: [added.id] }).edits;
    edits = setField(CHAIN, edits, "a", "input", "mine");
    const { plan, conflicts } = applyStaged(next, insist(next, insist(next, edits)));
    expect(conflicts).toEqual([]);
    expect(plan.agents.w?.prompt).toBe("mine");
    const mine = plan.tasks.find(({ title }) => title === "Mine");
    expect(mine?.dependsOn).toEqual(["a"]);
    expect(taskIn(plan, "b")).toMatchObject({ input: "mine", dependsOn: [mine?.id] });
    expect(plan.tasks.find(({ title }) => title === "Behind")?.dependsOn).toEqual([mine?.id]);
    const change = on(planOf({ id: "b", title: "Else", input: "more" }));
    const deleted = insist(change, insist(change, deleteTask(CHAIN, [], "b")));
    expect(applyStaged(change, deleted).plan.tasks).toEqual([]);
    const rewired = on(planOf({ id: "b", title: "Else" }, { id: "c", dependsOn: ["b"] }));
    const cut = setDependency(CHAIN, [], { from: "b", to: "c", kind: "disconnect" });
    expect(waitsFor(rewired, insist(rewired, cut), "c")).toEqual([]);
    const untitled = setField(CHAIN, [], "b", "timeoutMs", 5);
    expect(applyStaged(change, insist(change, untitled)).applied).toHaveLength(1);
    const gone = applyStaged(on(planOf({ id: "x" })), [...set, ...deleteTask(CHAIN, [], "c")]).conflicts;
    expect(gone.map(canKeep)).toEqual([false, false]);
    const missing = on(planOf({ id: "c" }));
    const lost = applyStaged(missing, set).conflicts[0];
    expect(lost && keepMine(missing, set, lost)).toHaveLength(2);
    const edge = setDependency(CHAIN, [], { from: "a", to: "b", kind: "connect" });
    const ghost: StagedEdit = { kind: "delete", before: taskSchema.parse({ id: "q", title: "Q" }) };
    expect(
      keepMine(missing, [ghost, ...edge], { edit: ghost, why: { code: "task_changed", fields: [] } }),
    ).toEqual([ghost, ...edge]);
  });
});

describe("the way back", () => {
  const [one, two, three] = ["x", "xy", "xyz"].map((text) => setField(CHAIN, [], "a", "input", text)) as [
    StagedEdit[],
    StagedEdit[],
    StagedEdit[],
  ];

  it("takes letters in one place as one step", () => {
    const typed = recordStep(recordStep(recordStep(historyOf([]), one, "a"), two, "a"), three, "b");
    expect(undoStep(typed).present).toEqual(two);
    expect(undoStep(undoStep(typed)).present).toEqual([]);
    expect(recordStep(typed, three)).toBe(typed);
    const takenBack = recordStep(recordStep(recordStep(historyOf(one), two, "a"), three, "a"), one, "a");
    expect(takenBack).toEqual(historyOf(one));
  });

  it("goes no further than the first and the last step", () => {
    const start = historyOf(one);
    expect(undoStep(start)).toBe(start);
    expect(redoStep(start)).toBe(start);
    const branched = recordStep(undoStep(recordStep(start, two)), three);
    expect(redoStep(branched)).toBe(branched);
    expect(mapHistory(undoStep(recordStep(start, two)), () => three)).toEqual({
      past: [],
      present: three,
      future: [three],
    });
  });
});

describe("stagedEdit", () => {
  it("reads no value that its field cannot hold", () => {
    const edit = { kind: "set", of: { id: "a", title: "A" }, field: "maxRetries", after: "many" };
    expect(stagedEdit.safeParse(edit).success).toBe(false);
    expect(stagedEdit.safeParse({ ...edit, after: 2 }).success).toBe(true);
    expect(SETTABLE_FIELDS).not.toContain("dependsOn");
  });
});

it("edits are the same when they change the same thing to the same, whatever they were staged upon", () => {
  const set = (before: string, after: string): StagedEdit => ({
    kind: "set",
    field: "title",
    before,
    after,
    of: { id: "a", title: "A" },
  });
  expect(isSameEdit(set("A", "C"), set("B", "C"))).toBe(true);
  expect(isSameEdit(set("A", "C"), set("A", "D"))).toBe(false);
  expect(
    isSameEdit(set("A", "C"), { kind: "delete", before: taskSchema.parse({ id: "a", title: "A" }) }),
  ).toBe(false);
});
