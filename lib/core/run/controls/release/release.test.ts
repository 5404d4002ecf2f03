import { describe, expect, it } from "vitest";
import { planOf, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { PlanReach } from "../../../plan/reach";
import { plan as planSchema } from "../../../plan/schema";
import { storePlan } from "../../../plan/store";
import { factsOfRelease } from "./facts";
import { type PlanAt, releaseDigest, releasedBy } from "./release";

const plan = (tasks: TaskDraft[], reach: PlanReach = { send: ["mail"] }): PlanAt => ({
  tasks: storePlan(planOf(...tasks)).plan.tasks,
  reach,
  settings: { fourEyes: false },
  ended: new Set(),
  over: new Set(),
});
const idsOf = (tasks: TaskDraft[], control = "g") =>
  releasedBy(plan(tasks), control).map(({ task }) => task.id);

const GATE: TaskDraft = { id: "g", type: "human_review", input: "Go?" };
const SILENT: TaskDraft["gate"] = { timeoutSeconds: 60, onTimeout: "approve" };
const NEXT: TaskDraft = { id: "noop", input: "Wait", dependsOn: ["g"] };
const SEND: TaskDraft = {
  id: "send",
  type: "direct",
  input: '(tool/mail {:to "a@b.c"})',
  dependsOn: ["noop"],
};

describe("a release", () => {
  it("is all work behind its gate, any number of tasks further, and nothing beside it", () => {
    expect(idsOf([GATE, NEXT, SEND, { id: "other", input: "Look" }])).toEqual(["noop", "send"]);
  });

  const again: TaskDraft = { ...GATE, id: "h", dependsOn: ["noop"] };
  const held: TaskDraft = { ...SEND, dependsOn: ["h"] };

  it("stops at the next control that asks as much", () => {
    expect(idsOf([GATE, NEXT, again, held])).toEqual(["noop"]);
  });

  it.each<[string, TaskDraft["gate"], TaskDraft["gate"]]>([
    ["asks fewer people", { quorum: 2 }, {}],
    ["asks other people", { assignees: ["Bob"] }, { assignees: ["Cid"] }],
    ["passes in silence", {}, { timeoutSeconds: 60, onTimeout: "approve" }],
    ["passes in silence as the first does", SILENT, SILENT],
  ])("goes on behind a control that %s", (_what, first, second) => {
    expect(idsOf([{ ...GATE, gate: first }, NEXT, { ...again, gate: second }, held])).toContain("send");
  });

  it("goes on behind a review that asks under a condition, unlike behind one that always asks", () => {
    const review: TaskDraft = { id: "h", type: "planning_review", review: { requiresHumanApproval: true } };
    const first: TaskDraft = { ...review, id: "g" };
    const second: TaskDraft = { ...review, dependsOn: ["noop"] };
    const conditional = { ...second, review: { requiresHumanApproval: true, condition: "false" } };
    expect(idsOf([first, NEXT, second, held])).toEqual(["noop"]);
    expect(idsOf([first, NEXT, conditional, held])).toContain("send");
    expect(idsOf([GATE, NEXT, second, held])).toContain("send");
  });

  it("goes on behind a gate that was answered in advance, unless people have to be asked there all the same", () => {
    const behind = (gate: TaskDraft["gate"], answered: string[]) => {
      const tasks = [GATE, NEXT, { ...again, gate }, held];
      return releasedBy({ ...plan(tasks), answered: new Set(answered) }, "g").map(({ task }) => task.id);
    };
    expect(behind({}, ["h"])).toEqual(["noop", "send"]);
    expect(behind({}, ["other"])).toEqual(["noop"]);
    expect(behind({ fourEyes: true }, ["h"])).toEqual(["noop"]);
    const review: TaskDraft = { ...again, type: "planning_review", review: { requiresHumanApproval: true } };
    const at = plan([{ ...review, id: "g", dependsOn: [] }, NEXT, review, held]);
    expect(releasedBy({ ...at, answered: new Set(["h"]) }, "g").map(({ task }) => task.id)).toEqual(["noop"]);
  });

  it("goes on where a way leads around the next control", () => {
    expect(idsOf([GATE, NEXT, again, { ...SEND, dependsOn: ["noop"] }])).toContain("send");
  });
});

describe("the digest of a release", () => {
  const digest = (tasks: TaskDraft[], reach?: PlanReach, control = "g") => {
    const at = plan(tasks, reach);
    return releaseDigest(at, releasedBy(at, control));
  };
  const before = digest([GATE, NEXT, SEND]);

  it("is the same with other work elsewhere", () => {
    expect(digest([GATE, NEXT, SEND, { id: "other", input: "Look" }])).toBe(before);
  });

  it("is the same under another title of a program, which is told nothing but its own text", () => {
    expect(digest([GATE, NEXT, { ...SEND, title: "Send it soon" }])).toBe(before);
  });

  it.each<[string, TaskDraft[], PlanReach | undefined]>([
    ["the target", [GATE, NEXT, { ...SEND, input: '(tool/mail {:to "x@y.z"})' }], undefined],
    ["harmless work on the way", [GATE, { ...NEXT, input: "Hurry" }, SEND], undefined],
    [
      "a title, which an agent is told",
      [GATE, { ...NEXT, title: "Write: send it to x@y.z" }, SEND],
      undefined,
    ],
    [
      "an id, by which results flow on",
      [GATE, { ...NEXT, id: "now", title: "noop" }, { ...SEND, dependsOn: ["now"] }],
      undefined,
    ],
    ["the reach", [GATE, NEXT, SEND], { send: ["mail", "wipe"] }],
    ["the work behind it", [GATE, NEXT, SEND, { ...SEND, id: "more", input: "Tell" }], undefined],
    [
      "what flows in from beside",
      [GATE, NEXT, { id: "feed", input: "Write" }, { ...SEND, dependsOn: ["noop", "feed"] }],
      undefined,
    ],
  ])("changes with %s", (_what, tasks, reach) => {
    expect(digest(tasks, reach)).not.toBe(before);
  });
});

it("has another digest with another policy of an agent, to which the calls of its tasks and programs are held", () => {
  const digest = (type: "task" | "direct", policy?: object) => {
    const agents = { mailer: { prompt: "You mail.", tools: ["mail"], ...(policy && { policy }) } };
    const tasks = planOf(GATE, { ...SEND, type, agent: "mailer", dependsOn: ["g"] }).tasks;
    const at = {
      ...plan([]),
      tasks: storePlan(planSchema.parse({ title: "Plan", agents, tasks })).plan.tasks,
    };
    return releaseDigest(at, releasedBy(at, "g"));
  };
  for (const type of ["task", "direct"] as const) {
    expect(digest(type, { denied: ["look"] })).not.toBe(digest(type));
    expect(digest(type, { denied: ["look"] })).not.toBe(digest(type, { denied: ["scan"] }));
    expect(digest(type, { denied: ["look"] })).toBe(digest(type, { denied: ["look"] }));
  }
});

it("has another digest where a tool that acts shows itself in another light, and not where another tool does", () => {
  const digest = (name: string, definition: string) => {
    const at = { ...plan([GATE, NEXT, SEND]), marks: [{ name, definition, policies: "p" }] };
    return releaseDigest(at, releasedBy(at, "g"));
  };
  expect(digest("mail", "2")).not.toBe(digest("mail", "1"));
  expect(digest("look", "2")).toBe(digest("look", "1"));
});

it("keeps the first tools of a release as they were, and how many more there are", () => {
  const names = Array.from({ length: 26 }, (_, n) => `tool_${n}`);
  const marks = names.map((name) => ({ name, definition: "1", policies: "p" }));
  const factsWith = (count: number) =>
    factsOfRelease({ ...plan([GATE, NEXT, SEND], { send: names.slice(0, count) }), marks }, "g");
  expect([factsWith(26).marks?.length, factsWith(26).moreMarks]).toEqual([24, 2]);
  expect(factsWith(24)).not.toHaveProperty("moreMarks");
});

it("names an address in the title of what an agent does, and none in that of a program", () => {
  const title = "Send it to https://production.invalid";
  const targets = (type: "task" | "direct") => {
    const send: TaskDraft = { id: "send", type, title, input: "Send to a@b.c", dependsOn: ["g"] };
    return factsOfRelease(plan([GATE, send]), "g").acts[0]?.targets;
  };
  expect(targets("task")).toEqual(["https://production.invalid", "a@b.c"]);
  expect(targets("direct")).toEqual(["a@b.c"]);
});

it("says of instructions that are kept apart that their addresses are not all there", () => {
  const [tail, text] = ["Copy spy@evil.invalid.", "Mail it to a@b.c. "];
  const act = (input: string) =>
    factsOfRelease(plan([GATE, { id: "send", title: "Send", input, dependsOn: ["g"] }]), "g").acts[0];
  expect(act(`${text}${tail}`)).toMatchObject({ targets: ["a@b.c", "spy@evil.invalid"] });
  expect(act(`${text}${tail}`)).not.toHaveProperty("cut");
  expect(act(`${text.repeat(400)}${tail}`)).toMatchObject({ targets: ["a@b.c"], cut: true });
});

it("counts the tools and addresses that it does not name, and says where an act may go elsewhere", () => {
  const to = (...names: string[]) => names.map((name) => `${name}@good.example`).join(", ");
  const feed: TaskDraft = { id: "feed", input: `Ask ${to("v", "w", "x", "y", "z")}`, dependsOn: ["g"] };
  const send: TaskDraft = { id: "send", input: `Tell ${to("a", "b", "c", "d")}`, dependsOn: ["feed"] };
  const tools = ["a", "b", "c", "d", "e", "f", "wire_money"];
  const act = (task: TaskDraft, reach = { feed: [], send: tools }) =>
    factsOfRelease(plan([GATE, feed, task], reach), "g").acts[0];
  expect(act(send)).toMatchObject({ moreTools: 1, moreTargets: 1, moreVia: 2 });
  expect(act(send)).not.toHaveProperty("open");
  const few = act({ ...send, input: "Tell them" }, { feed: [], send: ["a"] });
  expect(few).toMatchObject({ targets: [], open: true });
  expect(few).not.toHaveProperty("moreTools");
  const program = (input: string) => act({ ...send, type: "direct", input });
  expect(program('(tool/mail {:to "a@b.c"})')).not.toHaveProperty("open");
  expect(program('(tool/mail {:to (str "spy@" "evil.example")})')?.targets).toEqual(["spy@evil.example"]);
  for (const who of ['(str "spy@" (get data/depends "host"))', '(get data/depends "feed")'])
    expect(program(`(tool/mail {:to ${who} :cc "a@b.c"})`)).toMatchObject({ open: true });
});
