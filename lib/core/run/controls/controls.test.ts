import { describe, expect, it } from "vitest";
import { planOf, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storePlan } from "../../plan/store";
import type { StoredTask } from "../../plan/stored";
import { guardedWork, type Obligation, obligationsOf, releaseOf, unmetObligations } from "./obligations";
import { ANY_TOOL, reachOf } from "./reach";
import { type ControlTerms, controlTerms, weaknessesOf } from "./terms";

const settings = { fourEyes: false };
const stored = (...tasks: TaskDraft[]): StoredTask[] => storePlan(planOf(...tasks)).plan.tasks;
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
    reachOf({ ...planOf(...tasks), agents: agents as never }, tools);

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
    expect(reach([{ id: "a", type: "direct", input: { odd: true } }])).toEqual({});
  });

  it("is nothing for gates, reviews and syntheses", () => {
    const types = ["human_review", "planning_review", "synthesis_gate"] as const;
    expect(reach(types.map((type) => ({ id: type, type, agent: "supervisor" })))).toEqual({});
  });
});

describe("controlTerms", () => {
  const of = (task: TaskDraft, given = settings) => controlTerms(stored(DRAFT, task)[1] as StoredTask, given);

  it("are those of a human gate, four eyes by the run's setting", () => {
    expect(of(gate({ assignees: ["Ada"], quorum: 2 }), { fourEyes: true })).toEqual({
      kind: "human_review",
      assignees: ["Ada"],
      quorum: 2,
      fourEyes: true,
      escalateTo: [],
      shows: ["draft"],
    });
    expect(of(gate({ fourEyes: false }), { fourEyes: true })?.fourEyes).toBe(false);
    expect(of({ ...gate(), gate: undefined })).toMatchObject({ assignees: [], quorum: 1 });
    expect(of(gate({ timeoutSeconds: 60, onTimeout: "escalate", escalateTo: ["Bob"] }))).toMatchObject({
      timeoutSeconds: 60,
      onTimeout: "escalate",
      escalateTo: ["Bob"],
    });
  });

  it("are those of a review that requires approval, and of no other task", () => {
    const review = (fields: object): TaskDraft => ({
      id: "gate",
      type: "planning_review",
      review: { ...planOf({ id: "x" }).tasks[0]?.review, ...fields } as never,
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
  const present = new Set(["draft", "send"]);
  const weaker = (fields: Partial<ControlTerms>, from: Partial<ControlTerms> = {}) =>
    weaknessesOf({ ...wanted, ...fields }, { ...wanted, ...from }, present);

  it("finds none in equal or stronger terms, and does not ask for what is no part of the plan any more", () => {
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
    ["form", { form: "other" }],
    ["condition", { condition: "c" }],
    ["condition", { condition: "c" }, { condition: "d" }],
    ["shown", { shows: ["send"] }],
    ["timeout", { onTimeout: "approve", escalateTo: [] }],
    ["timeout", { onTimeout: "CONTINUE", timeoutSeconds: 5 }, { onTimeout: "approve", timeoutSeconds: 6 }],
  ])("names %s: %o", (name, fields, from) => {
    expect(weaker(fields, from)).toEqual([name]);
  });

  it("takes silence that passes no sooner for no laxer", () => {
    expect(weaker({ onTimeout: "approve" }, { onTimeout: "approve" })).toEqual([]);
    expect(weaker({ onTimeout: "reject" }, { onTimeout: "approve" })).toEqual([]);
  });
});

describe("guardedWork", () => {
  it("covers what stands behind the control, and changes with any work on the way to it", () => {
    const plan = (...changed: TaskDraft[]) => {
      const tasks = [DRAFT, gate(), { id: "pack", dependsOn: ["gate"] }, { id: "send", dependsOn: ["pack"] }];
      return guardedWork(
        stored(...tasks.map((one) => changed.find(({ id }) => id === one.id) ?? one)),
        "gate",
      );
    };
    const before = plan();
    expect([...before.keys()]).toEqual(["pack", "send"]);
    const packed = plan({ id: "pack", input: "Pack twice", dependsOn: ["gate"] });
    expect(packed.get("send")).not.toBe(before.get("send"));
    const drafted = plan({ id: "draft", input: "Draft anew" });
    expect(drafted.get("send")).toBe(before.get("send"));
    const asked = plan(gate({ prompt: "Really?" }));
    expect(asked.get("pack")).not.toBe(before.get("pack"));
  });
});

describe("unmetObligations", () => {
  const reach = { send: ["mail"], report: ["mail"], note: ["file"] };
  const report: TaskDraft = { id: "report", input: "Report", dependsOn: ["draft"] };
  const first = stored(DRAFT, gate({ assignees: ["Ada"] }), SEND, report);
  const obligations = obligationsOf({ version: 1, tasks: first, reach, settings });
  const find = (tasks: StoredTask[], id: string) => tasks.find((task) => task.id === id) as StoredTask;
  const unmet = (
    tasks: StoredTask[],
    id: string,
    releases = [] as Parameters<typeof unmetObligations>[0]["releases"],
    tool = "mail",
  ) =>
    unmetObligations({ tasks, obligations, releases }, find(tasks, id), { tool }).map(
      ({ control }) => control,
    );
  const released = (tasks: StoredTask[]) => {
    const release = releaseOf({ version: 1, tasks, settings }, find(tasks, "gate"));
    return release ? [release] : [];
  };

  it("hold back the tools of what stands behind a control, until it is passed", () => {
    expect(unmet(first, "send")).toEqual(["gate"]);
    expect(unmet(first, "send", released(first))).toEqual([]);
    expect(unmet(first, "send", [], "file")).toEqual([]);
  });

  it("leave work alone that stood beside the control", () => {
    expect(unmet(first, "report")).toEqual([]);
    expect(obligations[0]?.unguarded).toEqual([find(first, "report").workDigest]);
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
    expect(unknown[0]?.guarded).toMatchObject([{ taskId: "send", reach: [ANY_TOOL], answers: true }]);
    const held = unmetObligations({ tasks: first, obligations: unknown, releases: [] }, find(first, "send"), {
      tool: "whatever",
    });
    expect(held).toHaveLength(1);
  });

  it("hold back the answer that rests on guarded work", () => {
    const answer = (releases: ReturnType<typeof released>, of: Obligation[] = obligations) =>
      unmetObligations({ tasks: first, obligations: of, releases }, find(first, "send"), { answer: true });
    expect(answer([])).toHaveLength(1);
    expect(answer(released(first))).toEqual([]);
    const inner = stored(DRAFT, gate(), SEND, { id: "end", dependsOn: ["send", "gate"] });
    const behind = obligationsOf({ version: 1, tasks: inner, reach: {}, settings });
    expect(behind[0]?.guarded.map(({ taskId }) => taskId)).toEqual(["end"]);
  });

  it("come from controls alone, and only from those that hold something back", () => {
    expect(releaseOf({ version: 1, tasks: first, settings }, find(first, "send"))).toBeUndefined();
    const last = stored(DRAFT, gate());
    expect(obligationsOf({ version: 1, tasks: last, reach, settings })).toEqual([]);
  });
});
