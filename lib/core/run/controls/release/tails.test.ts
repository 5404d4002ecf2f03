import { describe, expect, it } from "vitest";
import { planOf, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storePlan } from "../../../plan/store";
import type { Proposal } from "../../events/reviews";
import { changedFooting, footingOf, releasedByTail, standsOn, tailDigest } from "./tails";

const LOOK: TaskDraft = { id: "look", input: "Look" };
const REVIEW: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["look"] };
const SEND: TaskDraft = { id: "send", title: "Send", input: "Send it", dependsOn: ["r"] };

function tailOf(tasks: TaskDraft[], { review = "r" }: { review?: string | undefined } = {}) {
  const own = tasks.map(({ id }) => id);
  const plan = {
    tasks: storePlan(planOf(LOOK, REVIEW, ...tasks)).plan.tasks,
    reach: Object.fromEntries(own.map((id) => [id, ["mail"]])),
    settings: { fourEyes: false },
    ended: new Set(["look"]),
    over: new Set(["look"]),
  };
  return { plan, review, added: new Set(own) };
}

const freeIn = (...given: Parameters<typeof tailOf>) =>
  releasedByTail(tailOf(...given)).map(({ task }) => task.id);

describe("what a tail sets free", () => {
  it("is all that it brings, behind the review or beside it, up to what asks people again", () => {
    expect(freeIn([SEND])).toEqual(["send"]);
    expect(freeIn([{ ...SEND, dependsOn: ["look"] }])).toEqual(["send"]);
    expect(
      freeIn([
        { id: "g", type: "human_review", dependsOn: ["r"] },
        { ...SEND, dependsOn: ["g"] },
      ]),
    ).toEqual([]);
    expect(releasedByTail({ ...tailOf([SEND]), review: undefined }).map(({ task }) => task.id)).toEqual([
      "send",
    ]);
  });

  it("goes on behind a control of its own that asks less than the review", () => {
    const review: TaskDraft = { ...REVIEW, review: { requiresHumanApproval: true } };
    const quiet: TaskDraft = {
      ...review,
      id: "q",
      dependsOn: ["r"],
      review: { requiresHumanApproval: true, condition: "false" },
    };
    expect(freeIn([quiet, { ...SEND, dependsOn: ["q"] }])).toContain("send");
  });

  it("is another one by a tool in another light", () => {
    const tail = tailOf([SEND]);
    const marked = (definition: string) =>
      tailDigest({ ...tail, plan: { ...tail.plan, marks: [{ name: "mail", definition, policies: "p" }] } });
    expect(marked("1")).toBe(marked("1"));
    expect(marked("1")).not.toBe(marked("2"));
  });
});

describe("what a tail takes over of the plan", () => {
  const worker = { prompt: "Work.", tools: [] as string[] };
  const ground = (over: Partial<{ worker: object; look: object; other: object }> = {}) => {
    const plan = planOf({ ...LOOK, ...over.look }, REVIEW, { id: "z", input: "End", ...over.other });
    const agents = { worker: { ...worker, ...over.worker }, other: worker };
    return { agents, tasks: storePlan({ ...plan, agents }).plan.tasks };
  };
  const proposed = (footing?: ReturnType<typeof footingOf>): Proposal => ({
    decision: "REPLAN",
    reasoning: "",
    answers: [],
    tail: "blob",
    ...(footing && { tailRelease: { digest: "d", acts: [], footing } }),
  });
  const changes = (named: ReturnType<typeof footingOf> | undefined, after: ReturnType<typeof ground>) =>
    changedFooting([proposed(named)], ground(), after);

  it("is its agents, with all that they are, and what it waits for, with all that leads there; nothing beside", () => {
    const named = footingOf(ground(), ["worker", "worker", "nobody"], ["r"]);
    expect(named).toMatchObject({ agents: ["nobody", "worker"], tasks: ["r"] });
    expect(standsOn(proposed(named), ground())).toBe(true);
    expect(changes(named, ground({ other: { input: "Else" } }))).toBeUndefined();
    expect(changes(named, ground({ worker: { tools: ["mail"] } }))).toEqual({
      agents: ["worker"],
      tasks: [],
    });
    expect(changes(named, ground({ worker: { maxTurns: 3 } }))).toEqual({ agents: ["worker"], tasks: [] });
    expect(changes(named, ground({ look: { input: "Look there" } }))).toEqual({ agents: [], tasks: ["r"] });
    const declared = { ...ground(), agents: { ...ground().agents, nobody: worker } };
    expect(changes(named, declared)).toEqual({ agents: ["nobody"], tasks: [] });
  });

  it("is the whole plan where that is too much to name", () => {
    const many = Array.from({ length: 200 }, (_, n) => `agent number ${n}`);
    const whole = footingOf(ground(), many, []);
    expect(Object.keys(whole)).toEqual(["digest"]);
    expect(standsOn(proposed(whole), ground())).toBe(true);
    expect(changes(whole, ground({ other: { input: "Else" } }))).toEqual({ agents: [], tasks: ["z"] });
    expect(changes(whole, ground({ worker: { prompt: "Else." } }))).toEqual({
      agents: ["worker"],
      tasks: [],
    });
  });

  it("is not known of a tail of earlier logs", () => {
    expect(standsOn(proposed(), ground())).toBe(false);
    expect(changes(undefined, ground())).toEqual({ agents: [], tasks: [] });
  });
});
