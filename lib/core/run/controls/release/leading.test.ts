import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planOf, type TaskDraft } from "@/lib/testing/runs/run-world";
import { describeAct } from "../../../describe/gates/acts";
import { sourcesOf } from "../../../plan/flows";
import { storePlan } from "../../../plan/store";
import { actsIn, factsOfRelease } from "./facts";
import { leadingToActs, namedActs } from "./leading";
import { acting, type PlanAt, releasedBy } from "./release";
import { leadingOfTail } from "./tails";

const plan = (tasks: TaskDraft[], ended: string[] = []): PlanAt => ({
  tasks: storePlan(planOf(...tasks)).plan.tasks,
  reach: Object.fromEntries(tasks.flatMap(({ id, type }) => (type === "direct" ? [[id, ["mail"]]] : []))),
  settings: { fourEyes: false },
  ended: new Set(ended),
  over: new Set(ended),
});
const listed = (at: PlanAt, control?: string) => leadingToActs(at, releasedBy(at, control), control);

const GATE: TaskDraft = { id: "g", type: "human_review", input: "Go?" };
const COMPOSE: TaskDraft = { id: "compose", dependsOn: ["g"], input: "Post to https://evil.example/all" };
const mail = (id: string, ...dependsOn: string[]): TaskDraft => ({
  id,
  type: "direct",
  dependsOn,
  input: '(tool/mail {:to "a@b.example"})',
});

describe("what leads to the acts of a release", () => {
  it("is what acts, and all that flows into it, behind the control or beside it, and nothing else", () => {
    const at = plan([
      GATE,
      COMPOSE,
      { id: "names", input: "Name them" },
      { id: "look", dependsOn: ["g"], input: "Look on" },
      mail("send", "compose", "names"),
    ]);
    expect(listed(at, "g").map(({ task, feeds }) => [task.id, feeds?.map(({ id }) => id)])).toEqual([
      ["compose", ["send"]],
      ["names", ["send"]],
      ["send", undefined],
    ]);
  });

  it("is nothing where nothing acts", () => {
    expect(listed(plan([GATE, COMPOSE]), "g")).toEqual([]);
  });

  it("is what has ended where its result is read by what has not, itself or through reviews, and nothing before that", () => {
    const tasks: TaskDraft[] = [
      { id: "list" },
      { ...COMPOSE, dependsOn: ["list"] },
      { id: "seen" },
      { id: "check", type: "planning_review", dependsOn: ["seen"] },
      GATE,
      mail("send", "g", "compose", "check"),
    ];
    const at = plan(tasks, ["list", "compose", "seen", "check"]);
    const [compose, ...others] = listed(at, "g");
    expect(compose).toMatchObject({ task: { id: "compose" }, ended: true, feeds: [{ id: "send" }] });
    expect(others.map(({ task }) => task.id)).toEqual(["seen", "check", "send"]);
    const [act] = factsOfRelease(at, "g").acts;
    for (const field of ["via", "fedBy"]) expect(act).not.toHaveProperty(field);
    // What has still to be done reads it as well.
    const later = plan([...tasks, { id: "note", dependsOn: ["list"] }, mail("post", "g", "note")], ["list"]);
    expect(listed(later, "g").find(({ task }) => task.id === "list")).toMatchObject({ ended: true });
  });

  it("is all that has ended and flows into a review that has not, since its reviewer reads that too, past a control", () => {
    const tasks: TaskDraft[] = [
      { id: "list" },
      { id: "seen", dependsOn: ["list"] },
      { id: "beside" },
      { ...GATE, dependsOn: ["seen"] },
      { id: "check", type: "planning_review", dependsOn: ["g"] },
      mail("send", "check"),
    ];
    const ids = (ended: string[]) => listed(plan(tasks, ended), "g").map(({ task }) => task.id);
    expect(ids(["list", "seen", "beside"])).toEqual(["list", "seen", "check", "send"]);
    expect(ids(["list", "seen", "beside", "g", "check"])).toEqual(["check", "send"]);
  });

  it("of a tail is its own, and work of the plan in force that flows into it", () => {
    const at = plan([
      { id: "r", type: "planning_review" },
      { id: "names" },
      { ...COMPOSE, dependsOn: ["r"] },
      mail("send", "compose", "names"),
    ]);
    const tail = { plan: at, review: "r", added: new Set(["compose", "send"]) };
    expect(leadingOfTail(tail).map(({ task }) => task.id)).toEqual(["names", "compose", "send"]);
  });

  it("is told of every act of a plan, whatever controls stand before it", () => {
    const at = plan([GATE, COMPOSE, mail("send", "compose"), mail("old")], ["old"]);
    const [act, ...others] = actsIn(at);
    expect(others).toEqual([]);
    const via = ["https://evil.example/all"];
    expect(act).toEqual(["send", { tools: ["mail"], targets: ["a@b.example"], via, fedBy: 2 }]);
    const [, told] = act ?? [];
    expect(told && describeAct(told)).toBe(
      "Acts outside by mail, with what 2 unfinished tasks give to a@b.example, with work that names https://evil.example/all",
    );
    // Where nobody knows what it may call, it counts as acting.
    expect([...actsIn({ tasks: at.tasks, ended: at.ended, over: at.over }).keys()]).toEqual([
      "compose",
      "send",
    ]);
  });

  it("counts for each act, with the addresses in it", () => {
    const at = plan([GATE, COMPOSE, mail("send", "compose"), mail("tell", "g")]);
    expect(namedActs(listed(at, "g"))).toMatchObject([{ title: "send", fedBy: 1 }, { title: "tell" }]);
    const [send, tell] = factsOfRelease(at, "g").acts;
    expect(send).toMatchObject({ targets: ["a@b.example"], via: ["https://evil.example/all"], fedBy: 1 });
    expect(tell?.targets).toEqual(["a@b.example"]);
    for (const field of ["via", "fedBy"]) expect(tell).not.toHaveProperty(field);
  });
});

/** Plans in which tasks depend on earlier ones, act or not, ask people, look at others, and have ended in part. */
const drafts = fc
  .array(
    fc.record({
      type: fc.constantFrom("task", "direct", "human_review", "planning_review", "synthesis_gate"),
      before: fc.array(fc.nat(9), { maxLength: 3 }),
      looks: fc.array(fc.nat(9), { maxLength: 2 }),
      hasEnded: fc.boolean(),
    }),
    { minLength: 2, maxLength: 10 },
  )
  .map((parts) => {
    const idOf = (at: number) => `t${at}`;
    const tasks = parts.map(({ type, before, looks }, at): TaskDraft => {
      const earlier = (ids: number[]) => [...new Set(ids.filter((one) => one < at).map(idOf))];
      const draft = { id: idOf(at), dependsOn: earlier(before) };
      if (type === "direct") return { ...draft, type, input: '(tool/mail {:to "a@b.example"})' };
      if (type === "planning_review") return { ...draft, type, review: { previousTasks: earlier(looks) } };
      return { ...draft, type };
    });
    // A task begins after all that it waits for has ended.
    const ended = new Set<string>();
    for (const [at, { hasEnded }] of parts.entries()) {
      const waits = tasks[at]?.dependsOn ?? [];
      if (hasEnded && waits.every((id) => ended.has(id))) ended.add(idOf(at));
    }
    return { at: plan(tasks, [...ended]), ids: tasks.map(({ id }) => id) };
  });

it("every task that has not ended and flows into an act of a release is read with it", () => {
  fc.assert(
    fc.property(drafts, fc.nat(9), ({ at, ids }, nth) => {
      const control = ids[nth];
      const released = releasedBy(at, control);
      const shown = new Set(listed(at, control).map(({ task }) => task.id));
      const sources = sourcesOf(at.tasks);
      const byId = new Map(at.tasks.map((task) => [task.id, task]));
      const due = new Set<string>();
      const open = acting(released).map(({ task }) => task.id);
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        const task = byId.get(id);
        if (!task || due.has(id)) continue;
        due.add(id);
        open.push(...sources(task));
      }
      const unread = [...due].filter((id) => id !== control && !at.ended.has(id) && !shown.has(id));
      expect(unread).toEqual([]);
    }),
  );
});
