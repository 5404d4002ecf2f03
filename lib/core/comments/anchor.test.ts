import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPlan } from "@/lib/testing/plans/arbitrary-plan";
import { placeOf } from "@/lib/testing/plans/place-of";
import { lineageOf } from "../plan/lineage";
import type { Plan, Task } from "../plan/schema";
import { mergeTail } from "../plan/tail";
import { type AnchorTarget, anchorIn, anchorOn, isPlaced, type Place, reanchor } from "./anchor";
import type { Anchor } from "./schema";

const on = (place: Place, target: AnchorTarget): Anchor => {
  const anchor = anchorOn(place, target);
  if (!anchor) throw new Error("No such place");
  return anchor;
};

const FIRST = placeOf([
  { id: "train", title: "Train" },
  {
    id: "ramp",
    title: "Ramp up",
    input: "20 % of traffic",
    dependsOn: ["train"],
    details: ["slowly", "twice"],
  },
]);

describe("anchorOn", () => {
  it("quotes what stands at the place, by digest and beginning", () => {
    expect(on(FIRST, { kind: "plan" })).toMatchObject({ kind: "plan", version: 1, excerpt: "Plan" });
    expect(on(FIRST, { kind: "task", taskId: "ramp" })).toMatchObject({
      task: { lineage: "ramp", id: "ramp", title: "Ramp up" },
      excerpt: "Ramp up",
    });
    const field = (name: string) => on(FIRST, { kind: "field", taskId: "ramp", field: name }).excerpt;
    expect(field("input")).toBe("20 % of traffic");
    expect(field("details")).toBe("slowly, twice");
    expect(field("maxRetries")).toBe("1");
    expect(on(FIRST, { kind: "edge", taskId: "ramp", fromId: "train" })).toMatchObject({
      from: { id: "train" },
      excerpt: "Train → Ramp up",
    });
  });

  it("quotes nothing of what is not there, and sees when it comes", () => {
    const empty = on(FIRST, { kind: "field", taskId: "ramp", field: "verification" });
    expect(empty).toMatchObject({ field: "verification", excerpt: "" });
    expect(reanchor(empty, FIRST)).toMatchObject({ found: true, changed: false });
    const checked = placeOf([{ id: "ramp", title: "Ramp up", verification: "true" }], 2, FIRST);
    expect(reanchor(empty, checked)).toMatchObject({ found: true, changed: true });
  });

  it("reads what a task's agent may use, which its plan says", () => {
    const withTools = (tools: string[], prompt = "Work.") =>
      placeOf([{ id: "ramp", title: "Ramp up", agent: "worker" }], 1, undefined, {
        agents: { worker: { prompt, tools } },
      });
    const tools = on(withTools(["deploy"]), { kind: "field", taskId: "ramp", field: "agent.tools" });
    expect(tools.excerpt).toBe("deploy");
    expect(reanchor(tools, withTools(["deploy"], "Other."))).toMatchObject({ changed: false });
    expect(reanchor(tools, withTools([]))).toMatchObject({ changed: true });
    expect(on(FIRST, { kind: "field", taskId: "ramp", field: "agent.tools" }).excerpt).toBe("");
    expect(on(FIRST, { kind: "field", taskId: "ramp", field: "critical" }).excerpt).toBe("on");
    expect(on(FIRST, { kind: "field", taskId: "ramp", field: "qualityGate" }).excerpt).toBe("off");
  });

  it.each<[string, AnchorTarget]>([
    ["task", { kind: "task", taskId: "nobody" }],
    ["field", { kind: "field", taskId: "ramp", field: "color" }],
    ["inherited field", { kind: "field", taskId: "ramp", field: "toString" }],
    ["edge", { kind: "edge", taskId: "train", fromId: "ramp" }],
    ["end of an edge", { kind: "edge", taskId: "ramp", fromId: "nobody" }],
  ])("knows no %s that is not there", (_, target) => {
    expect(anchorOn(FIRST, target)).toBeUndefined();
  });
});

describe("reanchor", () => {
  const input = on(FIRST, { kind: "field", taskId: "ramp", field: "input" });

  it("finds a task by its lineage and its title, and says whether the quoted value has changed", () => {
    const next = placeOf([{ id: "ramp", title: " ramp  UP", input: "5 % of traffic" }], 2, FIRST);
    expect(reanchor(input, next)).toEqual({ found: true, taskId: "ramp", changed: true });
    expect(reanchor(input, FIRST)).toEqual({ found: true, taskId: "ramp", changed: false });
    expect([isPlaced(input, [placeOf([], 2), next]), isPlaced(input, [])]).toEqual([true, false]);
    const task = on(FIRST, { kind: "task", taskId: "ramp" });
    expect(reanchor(task, next)).toMatchObject({ found: true, changed: true });
    const bare = placeOf([{ id: "ramp", title: "Ramp up" }], 2, FIRST);
    const details = on(FIRST, { kind: "field", taskId: "ramp", field: "details" });
    expect(reanchor({ ...details, field: "gate" } as Anchor, bare)).toMatchObject({ changed: true });
  });

  it("follows named successors over several versions, whatever they are called", () => {
    const second = placeOf([{ id: "ramp_v2", title: "Raise traffic", replaces: "ramp" }], 2, FIRST);
    const third = placeOf([{ id: "canary", title: "Canary", replaces: "ramp_v2" }], 3, second);
    expect(reanchor(input, second)).toMatchObject({ found: true, taskId: "ramp_v2" });
    expect(reanchor(input, third)).toMatchObject({ found: true, taskId: "canary" });
  });

  it("gives up where names go in a circle or lead elsewhere", () => {
    const second = placeOf(
      [
        { id: "ramp", title: "Other" },
        { id: "b", title: "B", replaces: "ramp" },
      ],
      2,
      FIRST,
    );
    const circle = { ...second, replaces: new Map([["ramp", "b"]]) };
    const foreign: Anchor = { ...input, task: { lineage: "ramp", id: "gone", title: "Gone" } } as Anchor;
    expect(reanchor(foreign, circle)).toEqual({ found: false });
  });

  it("prefers the task that has kept its id among those with the same title", () => {
    const twins = [
      { id: "copy", title: "Ramp up", replaces: "ramp" },
      { id: "ramp", title: "Ramp up" },
    ];
    expect(reanchor(input, placeOf(twins, 2, FIRST))).toMatchObject({ taskId: "ramp" });
  });

  it("finds an edge by both of its ends, also where it has been cut", () => {
    const edge = on(FIRST, { kind: "edge", taskId: "ramp", fromId: "train" });
    const ends = { found: true, taskId: "ramp", fromId: "train" };
    expect(reanchor(edge, FIRST)).toEqual({ ...ends, changed: false });
    const cut = placeOf(
      [
        { id: "train", title: "Train" },
        { id: "ramp", title: "Ramp up" },
      ],
      2,
      FIRST,
    );
    expect(reanchor(edge, cut)).toEqual({ ...ends, changed: true });
    expect(reanchor(edge, placeOf([{ id: "ramp", title: "Ramp up" }], 2, FIRST))).toEqual({ found: false });
    expect(anchorIn(edge, cut)).toMatchObject({ version: 2, from: { id: "train" }, task: { id: "ramp" } });
  });

  it("finds the plan in every version", () => {
    const plan = on(FIRST, { kind: "plan" });
    expect(reanchor(plan, placeOf([], 2))).toEqual({ found: true, changed: false });
    expect(reanchor(plan, placeOf([], 2, FIRST, { objective: "More" }))).toEqual({
      found: true,
      changed: true,
    });
  });

  it("leaves a comment where a tail uses the id for other work, or other work follows the failed task", () => {
    const tail = placeOf([{ id: "ramp", title: "Roll back" }]).plan;
    const merged = mergeTail({
      current: FIRST.plan,
      keep: new Set(["train"]),
      usable: new Set(["train"]),
      usedIds: new Set(["train", "ramp"]),
      lineages: FIRST.lineages,
      tail,
      version: 2,
    });
    const after = placeOf(merged.plan.tasks, 2, { ...FIRST, lineages: merged.lineages });
    expect(after.lineages.get("ramp_v2")).toBe("ramp");
    expect(reanchor(input, after)).toEqual({ found: false });
  });

  it("never lets a redraft that uses an id for something else inherit a comment", () => {
    fc.assert(
      fc.property(anyPlan, fc.string({ minLength: 1, maxLength: 8 }), (plan, title) => {
        fc.pre(plan.tasks.length > 0);
        const before: Place = { plan, version: 1, lineages: lineagesOf(plan) };
        const reused = plan.tasks.map(({ replaces: _, ...task }) => ({
          ...task,
          title: `${title} ${task.title}?`,
        }));
        const after: Place = { ...before, version: 2, plan: { ...plan, tasks: reused } };
        for (const { id } of plan.tasks) {
          const anchor = on(before, { kind: "task", taskId: id });
          expect(reanchor(anchor, after).found).toBe(reused.some((one) => isRetitled(one, anchor, after)));
          expect(reanchor(anchor, before)).toMatchObject({ found: true, changed: false });
        }
      }),
    );
  });
});

describe("comments on a plan whose tail is replaced", () => {
  const idOf: fc.Arbitrary<string> = fc.constantFrom("step_1", "step_2", "train", "ramp", "check");
  const tasksOf = (named: fc.Arbitrary<string | undefined>) =>
    fc.uniqueArray(
      fc.record({ id: idOf, title: fc.constantFrom("Train", "Ramp up", "Check"), replaces: named }),
      { selector: ({ id }) => id, minLength: 1 },
    );
  const tail = fc.record({
    tasks: tasksOf(fc.option(idOf, { nil: undefined })),
    keep: fc.uniqueArray(idOf),
    failed: fc.option(idOf, { nil: undefined }),
  });
  type Written = { title: string; replaces: string | undefined };

  /** The version after one of its tails; `all` gets its tasks as they were written, under the ids that they have in it. */
  function afterTail(
    before: Place,
    made: typeof tail extends fc.Arbitrary<infer T> ? T : never,
    all: Map<string, Written>,
  ) {
    const { tasks } = placeOf(
      made.tasks.map(({ replaces, ...task }) => ({ ...task, ...(replaces && { replaces }) })),
    ).plan;
    const keep = new Set(before.plan.tasks.flatMap(({ id }) => (made.keep.includes(id) ? id : [])));
    const version = before.version + 1;
    const merged = mergeTail({
      current: before.plan,
      keep,
      usable: keep,
      usedIds: new Set(all.keys()),
      version,
      lineages: before.lineages,
      tail: { ...before.plan, tasks },
      ...(made.failed !== undefined && { failedTaskId: made.failed }),
    });
    const former = new Map(merged.renamed.map(({ from, to }) => [to, from]));
    const after = placeOf(merged.plan.tasks, version, { ...before, lineages: merged.lineages });
    for (const id of merged.added) {
      const { title, replaces } = made.tasks.find((task) => task.id === (former.get(id) ?? id)) as Written;
      all.set(id, { title, replaces });
    }
    return after;
  }

  /** Whether one has the title of the other or names it, also over others between them. */
  function leadsTo(
    id: string,
    to: string,
    all: ReadonlyMap<string, Written>,
    seen = new Set<string>(),
  ): boolean {
    if (id === to) return true;
    seen.add(id);
    const one = all.get(id);
    return [...all].some(
      ([other, { title }]) =>
        !seen.has(other) &&
        (title === one?.title || other === one?.replaces) &&
        leadsTo(other, to, all, seen),
    );
  }

  it("go to no task that neither has the title of theirs nor was written in its place", () => {
    let [moved, stale] = [0, 0];
    fc.assert(
      fc.property(tasksOf(fc.constant(undefined)), tail, tail, (tasks, second, third) => {
        const first = placeOf(tasks.map(({ id, title }) => ({ id, title })));
        const all = new Map<string, Written>(tasks.map((task) => [task.id, task]));
        let place = first;
        for (const made of [second, third]) {
          place = afterTail(place, made, all);
          for (const { id } of tasks) {
            const at = reanchor(on(first, { kind: "task", taskId: id }), place);
            if (!at.found) stale += 1;
            else if (at.taskId !== id) moved += 1;
            if (at.found) expect(leadsTo(String(at.taskId), id, all), `${id} to ${at.taskId}`).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
    expect(moved).toBeGreaterThan(20);
    expect(stale).toBeGreaterThan(20);
  });
});

const lineagesOf = ({ tasks }: Plan) => new Map(tasks.map((task) => [task.id, lineageOf(task, new Map())]));

/** By chance a made-up title may be that of another task of the same lineage. */
function isRetitled(task: Task, anchor: Anchor, { lineages }: Place): boolean {
  if (anchor.kind !== "task" || lineageOf(task, lineages) !== anchor.task.lineage) return false;
  const plain = (text: string) => text.slice(0, 200).trim().replace(/\s+/g, " ").toLowerCase();
  return plain(task.title) === plain(anchor.task.title);
}

describe("anchorIn", () => {
  it("is the same place as another version has it", () => {
    const next = placeOf([{ id: "raise", title: "Ramp up", replaces: "ramp", input: "5 %" }], 2, FIRST);
    const anchor = on(FIRST, { kind: "field", taskId: "ramp", field: "input" });
    expect(anchorIn(anchor, next)).toMatchObject({ version: 2, task: { id: "raise" }, excerpt: "5 %" });
    expect(anchorIn(on(FIRST, { kind: "plan" }), next)).toMatchObject({ kind: "plan", version: 2 });
    expect(anchorIn(anchor, placeOf([], 2, FIRST))).toBeUndefined();
  });

  it("keeps the place of a field that is empty now", () => {
    const first = placeOf([{ id: "a", title: "A", verification: "true" }]);
    const anchor = on(first, { kind: "field", taskId: "a", field: "verification" });
    const next = placeOf([{ id: "b", title: "A", replaces: "a" }], 2, first);
    expect(anchorIn(anchor, next)).toMatchObject({
      field: "verification",
      excerpt: "",
      task: { id: "b" },
    });
  });
});
