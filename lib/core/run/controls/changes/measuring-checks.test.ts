import { expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { loosenedGuards } from "../../decide/fork-settings";
import type { RunSettings } from "../../settings";
import { sayDenial } from "../release/leave";
import { weakenedBy } from "./weakened";

const tools = [{ name: "pay", sideEffects: "external" as const }];
const LIMIT: TaskDraft = { id: "limit", input: "The limit" };
const DUE: TaskDraft = {
  id: "due",
  input: "What is due",
  dependsOn: ["limit"],
  verification: '(< data/result (get data/results "limit"))',
};
const PAY: TaskDraft = { id: "pay", type: "direct", input: "(tool/pay {:to 1})", dependsOn: ["due"] };
const OTHER: TaskDraft = { ...LIMIT, input: "Any limit" };
const voter = (mayReview: boolean) => ({ id: "olga", name: "Olga", roles: [], mayReview });

const begun = (...tasks: TaskDraft[]) => {
  const world = new RunWorld({ tools, plan: planOf(...tasks), by: ANNA });
  world.start();
  return world;
};

it("holds a check of people before an act to the work whose results its predicate reads", () => {
  const lacks = (due: TaskDraft, ...rest: TaskDraft[]) => {
    const { patch, reach } = offer(planOf(OTHER, due, ...rest), undefined, tools);
    const version = { tasks: patch.tasks, reach, agents: patch.agents };
    return weakenedBy(begun(LIMIT, due, ...rest).state, version).flatMap((one) =>
      one.exposed.map(({ taskId, weaknesses }) => [taskId, weaknesses]),
    );
  };
  expect(lacks(DUE, PAY)).toEqual([["due", ["measure"]]]);
  expect(lacks({ ...DUE, verification: "(pos? data/result)" }, PAY)).toEqual([]);
  const inInput = { ...DUE, input: "Below {{limit}}", verification: "(includes? data/input data/result)" };
  expect(lacks(inInput, PAY)).toEqual([["due", ["measure"]]]);
  // A check before nothing that acts is no control.
  expect(lacks(DUE)).toEqual([]);
});

it("lets no fork by who may not review give that work to another model, or tell that one something else", () => {
  const guards = (next: Partial<RunSettings>, due: TaskDraft = DUE) => {
    const { state } = begun(LIMIT, due, PAY);
    return loosenedGuards(state, { ...state.settings, ...next });
  };
  const models = {
    agent: "other",
    synthesis: "other",
    detailer: "other",
    planner: "other",
    summarizer: "other",
  };
  expect(guards({ models })).toEqual(["models.agent", "models.synthesis", "models.detailer"]);
  expect(guards({ detailOnDemand: true, reasoning: true, selfCritique: true })).toEqual([
    "detailOnDemand",
    "reasoning",
  ]);
  const own = { ...DUE, verification: "(pos? data/result)" };
  expect(guards({ models, detailOnDemand: true }, own)).toEqual([]);
});

it("takes changes of that work, and words to its agents, from those who may review alone", () => {
  const world = begun(LIMIT, DUE, PAY);
  expect(sayDenial(world.state, "limit", voter(false))).toMatchObject({ denial: { code: "not_reviewer" } });
  expect(sayDenial(world.state, "limit", voter(true))).toBeUndefined();
  const edit = (mayReview: boolean) =>
    new RunWorld({ tools, plan: planOf(LIMIT, DUE, PAY), by: ANNA }).edit(planOf(OTHER, DUE, PAY), "so", {
      by: voter(mayReview),
    });
  expect(edit(false)).toMatchObject({ error: { code: "forbidden" } });
  expect(edit(true)).toMatchObject({ ok: true });
  const plain = begun(LIMIT, { ...DUE, verification: "(pos? data/result)" }, PAY);
  expect(sayDenial(plain.state, "limit", voter(false))).toBeUndefined();
});
