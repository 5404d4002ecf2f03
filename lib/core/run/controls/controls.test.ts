import { describe, expect, it } from "vitest";
import { planOf, type TaskDraft } from "@/lib/testing/runs/run-world";
import { ANY_TOOL, type PlanReach, reachOf } from "../../plan/reach";
import { plan as planSchema } from "../../plan/schema";
import { storePlan } from "../../plan/store";
import type { StoredTask } from "../../plan/stored";
import { waiversOf, weakenedControls } from "./changes/weakened";
import { type Obligation, obligationsOf, type Release, unmetObligations } from "./obligations";
import { type PlanAt, releaseRecord } from "./release/release";
import { ANSWER } from "./terms/names";
import { type ControlTerms, controlTerms, weaknessesOf } from "./terms/terms";
import { workUpTo } from "./work";

const settings = { fourEyes: false };
const stored = (...tasks: TaskDraft[]): StoredTask[] => storePlan(planOf(...tasks)).plan.tasks;
const planAt = (tasks: StoredTask[]): PlanAt => ({ tasks, settings, ended: new Set(), over: new Set() });
const gate = (fields: object = {}): TaskDraft => ({
  id: "gate",
  type: "human_review",
  dependsOn: ["draft"],
  gate: { prompt: "", assignees: [], quorum: 1, onTimeout: "reject", ...fields },
});
const DRAFT: TaskDraft = { id: "draft" };
const SEND: TaskDraft = { id: "send", input: "Send it", dependsOn: ["gate"] };

describe("reachOf", () => {
  const tools = [
    { name: "search", sideEffects: "read" },
    { name: "mail", sideEffects: "external" },
    { name: "write_file", sideEffects: "write" },
  ] as const;
  const reach = (tasks: TaskDraft[], agents: Record<string, { tools: string[] }> = {}) =>
    reachOf(planSchema.parse({ ...planOf(...tasks), agents }), tools);

  it("is the changing tools of a task's agent; a tool that is not known counts as changing", () => {
    const agents = { clerk: { tools: ["search", "mail", "mail", "gone"] }, reader: { tools: ["search"] } };
    const tasks = [{ id: "a", agent: "clerk" }, { id: "b", agent: "reader" }, { id: "c" }];
    expect(reach(tasks, agents)).toEqual({ a: ["gone", "mail"] });
  });

  it("is every changing tool for the supervisor, unless the plan declares an agent of that name", () => {
    expect(reach([{ id: "a", agent: "supervisor" }])).toEqual({ a: ["mail", "write_file"] });
    expect(reach([{ id: "a", agent: "supervisor" }], { supervisor: { tools: ["mail"] } })).toEqual({
      a: ["mail"],
    });
  });

  it("is the tools that the program of a direct task names", () => {
    const program = '(let [r (tool/search {:q "x"})] (tool/mail {:to r})) ; tool/mail';
    expect(reach([{ id: "a", type: "direct", input: program }])).toEqual({ a: ["mail"] });
    expect(reach([{ id: "a", type: "direct", input: { odd: true } }])).toEqual({ a: [ANY_TOOL] });
  });

  it("is nothing for gates, reviews and syntheses", () => {
    const types = ["human_review", "planning_review", "synthesis_gate"] as const;
    expect(reach(types.map((type) => ({ id: type, type, agent: "supervisor" })))).toEqual({});
  });
});

describe("controlTerms", () => {
  const of = (task: TaskDraft, given = settings) => controlTerms(stored(DRAFT, task)[1] as StoredTask, given);

  it("are those of a human gate, four eyes by the run's setting too, which no plan takes away", () => {
    expect(of(gate({ assignees: ["Ada"], quorum: 2 }), { fourEyes: true })).toEqual({
      kind: "human_review",
      assignees: ["Ada"],
      quorum: 2,
      fourEyes: true,
      escalateTo: [],
      shows: ["draft"],
    });
    expect(of(gate({ fourEyes: true }))?.fourEyes).toBe(true);
    expect(of(gate({ fourEyes: false }), { fourEyes: true })?.fourEyes).toBe(true);
    expect(of({ ...gate(), gate: undefined })).toMatchObject({ assignees: [], quorum: 1 });
    expect(of(gate({ timeoutSeconds: 60, onTimeout: "escalate", escalateTo: ["Bob"] }))).toMatchObject({
      timeoutSeconds: 60,
      onTimeout: "escalate",
      escalateTo: ["Bob"],
    });
  });

  it("are those of a review that requires approval, and of no other task", () => {
    const review = (fields: TaskDraft["review"]): TaskDraft => ({
      id: "gate",
      type: "planning_review",
      review: fields,
    });
    expect(of(review({ requiresHumanApproval: true, onTimeout: "abort" }))).toMatchObject({
      kind: "planning_review",
      timeoutSeconds: 3_600,
      onTimeout: "abort",
    });
    expect(of(review({ requiresHumanApproval: true, condition: { x: 1 } }))?.condition).toHaveLength(64);
    expect(of(review({ requiresHumanApproval: false }))).toBeUndefined();
    expect(of({ id: "gate" })).toBeUndefined();
  });
});

describe("weaknessesOf", () => {
  const wanted: ControlTerms = {
    kind: "human_review",
    assignees: ["Ada", "Bob"],
    quorum: 2,
    fourEyes: true,
    escalateTo: ["Cy"],
    timeoutSeconds: 60,
    onTimeout: "escalate",
    form: "f",
    shows: ["draft", "gone"],
  };
  const weaker = (fields: Partial<ControlTerms>, from: Partial<ControlTerms> = {}) =>
    weaknessesOf({ ...wanted, ...fields }, { ...wanted, ...from }, ["draft"]);

  it("finds none in equal or stronger terms, and asks for no more results than are due", () => {
    expect(weaker({})).toEqual([]);
    expect(weaker({ assignees: ["Ada"], quorum: 3, escalateTo: ["Bob"], shows: ["draft"] })).toEqual([]);
    expect(weaker({}, { assignees: [], fourEyes: false, quorum: 1 })).toEqual([]);
    expect(weaker({ kind: "human_review" }, { kind: "planning_review" })).toEqual([]);
  });

  it.each<[string, Partial<ControlTerms>, Partial<ControlTerms>?]>([
    ["kind", { kind: "planning_review" }],
    ["assignees", { assignees: [] }],
    ["assignees", { assignees: ["Ada", "Eve"] }],
    ["quorum", { quorum: 1 }],
    ["four_eyes", { fourEyes: false }],
    ["escalation", { escalateTo: ["Eve"] }],
    ["escalation", { escalateTo: [] }],
    ["escalation", { timeoutSeconds: 3 }],
    ["form", { form: "other" }],
    ["condition", { condition: "c" }],
    ["condition", { condition: "c" }, { condition: "d" }],
    ["shown", { shows: ["send"] }],
    ["timeout", { onTimeout: "approve", escalateTo: [] }],
    ["timeout", { onTimeout: "CONTINUE", timeoutSeconds: 5 }, { onTimeout: "approve", timeoutSeconds: 6 }],
  ])("names %s: %o", (name, fields, from) => {
    expect(weaker(fields, from)).toEqual([name]);
  });

  it("takes any hand-over for covered by one to everyone", () => {
    expect(weaker({ escalateTo: [] }, { escalateTo: [] })).toEqual([]);
    expect(weaker({ escalateTo: ["Eve"] }, { escalateTo: [] })).toEqual([]);
  });

  it("takes silence that passes no sooner for no laxer", () => {
    expect(weaker({ onTimeout: "approve" }, { onTimeout: "approve" })).toEqual([]);
    expect(weaker({ onTimeout: "reject" }, { onTimeout: "approve" })).toEqual([]);
  });
});

describe("unmetObligations", () => {
  const reach = { send: ["mail"], report: ["mail"], note: ["file"] };
  const report: TaskDraft = { id: "report", input: "Report", dependsOn: ["draft"] };
  const first = stored(DRAFT, gate({ assignees: ["Ada"] }), SEND, report);
  const obligations = obligationsOf({ version: 1, tasks: first, reach, settings });
  const find = (tasks: StoredTask[], id: string) => tasks.find((task) => task.id === id) as StoredTask;
  const unmet = (tasks: StoredTask[], id: string, releases = [] as Release[], tool = "mail") =>
    unmetObligations({ tasks, obligations, releases }, { taskId: id, tool }).map(({ control }) => control);
  const released = (tasks: StoredTask[]) => {
    const release = releaseRecord(planAt(tasks), 1, find(tasks, "gate"));
    return release ? [release] : [];
  };

  it("hold back the tools of what stands behind a control, until it is passed", () => {
    expect(unmet(first, "send")).toEqual(["gate"]);
    expect(unmet(first, "send", released(first))).toEqual([]);
    const noted = stored(DRAFT, gate({ assignees: ["Ada"] }), SEND, { id: "note", dependsOn: ["draft"] });
    const known = obligationsOf({ version: 1, tasks: noted, reach, settings, isPeoples: true });
    const ofPeople = obligationsOf({ version: 1, tasks: first, reach, settings, isPeoples: true });
    const byFile = (obligations: Obligation[]) =>
      unmetObligations({ tasks: noted, obligations, releases: [] }, { taskId: "elsewhere", tool: "file" });
    expect(byFile(known)).toEqual([]);
    // Nobody saw it act in that version; what a model wrote first, it may write otherwise.
    expect([byFile(ofPeople), byFile(obligations)]).toMatchObject([[{ control: "gate" }], []]);
    expect(byFile(obligations.map((one) => ({ ...one, refused: true })))).toHaveLength(1);
  });

  it("hold back a tool that turned out to change something, of a task that stands behind the control", () => {
    expect(unmet(first, "send", [], "file")).toEqual(["gate"]);
    expect(unmet(first, "send", released(first), "file")).toEqual([]);
  });

  it("are met for the tools as they were then, and for as long as those count who answered", () => {
    const mark = { name: "mail", definition: "1", policies: "p" };
    const [release] = released(first).map((one) => ({ ...one, tools: [mark] }));
    const call = (now: object, isAnswered = true) =>
      unmetObligations(
        { tasks: first, obligations, releases: release ? [release] : [], isAnswered: () => isAnswered },
        { taskId: "send", tool: "mail", mark: { ...mark, ...now } },
      ).length;
    expect(call({})).toBe(0);
    expect(call({ definition: "2" })).toBe(1);
    expect(call({ policies: "q" })).toBe(1);
    expect(call({ name: "file" })).toBe(1);
    expect(call({}, false)).toBe(1);
  });

  it("ask of each task what it began with itself, whatever others began with", () => {
    const post = { b: ["mail"], x: ["mail"], y: ["mail"] };
    const tasks = stored(
      { id: "a" },
      { id: "b", dependsOn: ["a"] },
      gate({}),
      { id: "x", dependsOn: ["b", "gate"] },
      { id: "y", dependsOn: ["x"] },
    ).map((task) => (task.id === "gate" ? { ...task, dependsOn: ["a"] } : task));
    const held = obligationsOf({ version: 1, tasks, reach: post, settings });
    const release = releaseRecord(planAt(tasks), 1, find(tasks, "gate"));
    const releases = release ? [release] : [];
    for (const taskId of ["x", "y"])
      expect(unmetObligations({ tasks, obligations: held, releases }, { taskId, tool: "mail" })).toEqual([]);
  });

  it("leave work alone that stood beside the control", () => {
    expect(unmet(first, "report")).toEqual([]);
    expect(obligations[0]?.unguarded).toEqual([workUpTo(first).get("report")]);
  });

  it("hold back what stood beside the control where something else flows into it, equal work of a task behind it too", () => {
    const salaries: TaskDraft = { id: "salaries", input: "Collect the salaries" };
    const send: TaskDraft = { ...SEND, title: "Mail it", input: "Mail it to all" };
    const twin: TaskDraft = { ...send, id: "twin", dependsOn: ["draft"] };
    const plan = (before: string[], beside: string[]) =>
      stored(DRAFT, salaries, gate(), { ...send, dependsOn: before }, { ...twin, dependsOn: beside });
    const tasks = plan(["gate", "salaries"], ["draft"]);
    const held = obligationsOf({ version: 1, tasks, reach: { send: ["mail"], twin: ["mail"] }, settings });
    const isHeld = (now: StoredTask[], taskId: string) =>
      unmetObligations({ tasks: now, obligations: held, releases: [] }, { taskId, tool: "mail" }).length > 0;
    expect(isHeld(tasks, "twin")).toBe(false);
    expect(isHeld(plan(["salaries"], ["draft"]), "send")).toBe(true);
    expect(isHeld(plan(["gate", "salaries"], ["salaries"]), "twin")).toBe(true);
  });

  it("hold back another task that does the same, with the control gone or hung behind it after its answer", () => {
    const dropped = stored(DRAFT, { id: "send_2", input: "Send it now", dependsOn: ["draft"] });
    expect(unmet(dropped, "send_2", released(first))).toEqual(["gate"]);
    const hung = stored(DRAFT, gate({ assignees: ["Ada"] }), SEND, { ...SEND, id: "send_2", input: "Again" });
    expect(unmet(hung, "send_2", released(first))).toEqual(["gate"]);
    expect(unmet(hung, "send", released(first))).toEqual([]);
  });

  it("are not met by passing a weaker control, and are by one that is as strong", () => {
    const weaker = stored(DRAFT, gate(), SEND);
    expect(unmet(weaker, "send", released(weaker))).toEqual(["gate"]);
    const tail = stored(
      DRAFT,
      { ...gate({ assignees: ["Ada"], prompt: "New" }) },
      { ...SEND, input: "Other" },
    );
    expect(unmet(tail, "send", released(tail))).toEqual([]);
  });

  it("hold back every tool where it is not known which ones a task may call", () => {
    const unknown = obligationsOf({ version: 1, tasks: first, settings });
    expect(unknown[0]?.guarded).toMatchObject([{ taskId: "send", reach: [ANY_TOOL] }, { taskId: ANSWER }]);
    const standing = { tasks: first, obligations: unknown, releases: [] };
    expect(unmetObligations(standing, { taskId: "send", tool: "whatever" })).toHaveLength(1);
  });

  it("hold back the answer, which rests on the last tasks", () => {
    const answer = (tasks: StoredTask[], releases: ReturnType<typeof released> = []) =>
      unmetObligations({ tasks, obligations, releases }, { taskId: ANSWER }).map(({ control }) => control);
    expect(answer(first)).toEqual(["gate"]);
    expect(answer(first, released(first))).toEqual([]);
    const dropped = stored(DRAFT, report);
    expect(answer(dropped, released(first))).toEqual(["gate"]);
  });

  it("come from controls alone", () => {
    expect(releaseRecord(planAt(first), 1, find(first, "send"))).toBeUndefined();
    expect(obligationsOf({ version: 1, tasks: stored(DRAFT, SEND), reach, settings })).toEqual([]);
  });
});

describe("weakenedControls", () => {
  const reach = { send: ["mail"], send_2: ["mail"], note: ["file"] };
  const bound = gate({ assignees: ["Ada"], quorum: 2 });
  const first = stored(DRAFT, bound, SEND);
  const obligations = obligationsOf({ version: 1, tasks: first, reach, settings });
  const passed = releaseRecord(planAt(first), 1, first[1] as StoredTask);
  const weakened = (
    tasks: StoredTask[],
    { releases = [] as Release[], ended = ["draft"], known = reach as PlanReach | "unknown" } = {},
  ) =>
    weakenedControls({
      obligations,
      releases,
      tasks,
      ...(known !== "unknown" && { reach: known }),
      settings,
      ended: new Set(ended),
    }).map(({ obligation, exposed }) => [obligation.control, ...exposed]);
  const SECOND: TaskDraft = { id: "send_2", input: "Send it now", dependsOn: ["draft"] };

  it("names what no control guards any more, the answer too", () => {
    expect(weakened(stored(DRAFT, SECOND))).toEqual([
      ["gate", { taskId: "send_2", weaknesses: "no_control" }, { taskId: ANSWER, weaknesses: "no_control" }],
    ]);
  });

  it("names what the best control lacks that guards it", () => {
    const other = (id: string, fields: object) => ({ ...gate(fields), id });
    const next = stored(DRAFT, other("plain", {}), other("ada", { assignees: ["Ada"] }), {
      ...SECOND,
      dependsOn: ["plain", "ada"],
    });
    expect(weakened(next)).toEqual([
      ["gate", { taskId: "send_2", weaknesses: ["quorum"] }, { taskId: ANSWER, weaknesses: ["quorum"] }],
    ]);
  });

  it("finds nothing where another control is as strong, or the same one guards new work", () => {
    const moved = stored(DRAFT, { ...bound, id: "again" }, { ...SECOND, dependsOn: ["again"] });
    expect(weakened(moved)).toEqual([]);
    const hung = stored(DRAFT, bound, { ...SECOND, dependsOn: ["gate"] });
    expect(weakened(hung, { releases: passed ? [passed] : [], ended: ["draft", "gate"] })).toEqual([]);
    expect(weakened(first)).toEqual([]);
  });

  it("leaves alone what changes nothing, what was released, and what is over", () => {
    const note = stored(
      DRAFT,
      bound,
      SEND,
      { id: "note", dependsOn: ["draft"] },
      { id: "end", dependsOn: ["send", "note"] },
    );
    expect(weakened(note)).toEqual([]);
    const gone = stored(DRAFT, SECOND, { ...bound, dependsOn: ["draft", "send_2"] });
    expect(weakened(gone, { ended: ["draft", "send_2"] })).toEqual([]);
    expect(
      weakenedControls({ obligations: [], releases: [], tasks: first, settings, ended: new Set() }),
    ).toEqual([]);
  });

  it("takes every agent's and program's work for exposed where it is not known what it may call", () => {
    const free = stored(
      DRAFT,
      bound,
      SEND,
      { id: "free", dependsOn: ["draft"] },
      { id: "end", dependsOn: ["send", "free"], type: "synthesis_gate" },
    );
    expect(weakened(free, { known: "unknown" })).toEqual([
      ["gate", { taskId: "free", weaknesses: "no_control" }],
    ]);
  });

  it("is made good by people's leave, until something changes before it", () => {
    const next = stored(DRAFT, SECOND);
    const found = weakenedControls({
      obligations,
      releases: [],
      tasks: next,
      reach,
      settings,
      ended: new Set(),
    });
    const releases = waiversOf(found, { version: 2, tasks: next });
    expect(weakened(next, { releases })).toEqual([]);
    const changed = stored({ id: "draft", input: "Other" }, SECOND);
    expect(weakened(changed, { releases })).toHaveLength(1);
  });

  it("holds a control to the strongest terms that it has had", () => {
    const weaker = stored(DRAFT, gate({ assignees: ["Ada"] }), SEND);
    const later = obligationsOf({ version: 2, tasks: weaker, reach, settings });
    for (const kept of [
      [...obligations, ...later],
      [...later, ...obligations],
    ]) {
      const [found] = weakenedControls({
        obligations: kept,
        releases: [],
        tasks: stored(DRAFT, SECOND),
        reach,
        settings,
        ended: new Set(),
      });
      expect(found?.obligation.version).toBe(1);
      expect(found?.exposed).toHaveLength(2);
    }
  });
});
