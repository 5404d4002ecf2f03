import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { reviewSpec } from "../../plan/schema";
import { inHand } from "../gates/in-hand";
import { taskOf } from "../state/ready";
import { weakenedBy } from "./changes/weakened";

const tools = [{ name: "mail", sideEffects: "external" as const }];
const FIGURE: TaskDraft = { id: "figure", input: "The figure", onFailure: "stop", maxRetries: 0 };
const SLOW: TaskDraft = { id: "slow", input: "Slowly", onFailure: "replan", maxRetries: 0 };
const FIRST: TaskDraft = { id: "first", input: "First" };
const SEND: TaskDraft = {
  id: "send",
  type: "direct",
  input: '(tool/mail {:to "all"})',
  dependsOn: ["first"],
};
const lookedAt = (requiresHumanApproval: boolean): TaskDraft => ({
  id: "look",
  type: "planning_review",
  dependsOn: ["figure"],
  review: reviewSpec.parse({ requiresHumanApproval }),
});

/** A failure about which a review is to say whether the run continues; beside it mail stands still. */
function halted(isPeoples: boolean): RunWorld {
  const plan = planOf(FIGURE, lookedAt(isPeoples), FIRST, SLOW, SEND);
  const world = new RunWorld({ tools, plan, by: ANNA, settings: { replanGraceMs: 0 } });
  world.start();
  world.fail("figure");
  world.succeed("first");
  return world;
}

it("is shown to people who take its cause in hand: all continues that stood still", () => {
  const shown = (isPeoples: boolean) => {
    const { state } = halted(isPeoples);
    return inHand(state, taskOf(state, "figure"))?.release.acts.map(({ taskId }) => taskId);
  };
  expect(shown(true)).toEqual(["send"]);
  expect(shown(false)).toBeUndefined();
});

it("is of people also while another failure is the first to be come to terms with", () => {
  const other: TaskDraft = { ...FIGURE, id: "other" };
  const fine: TaskDraft = { id: "fine", type: "planning_review", dependsOn: ["other"] };
  const plan = planOf(other, fine, FIGURE, lookedAt(true), FIRST, SEND);
  const world = new RunWorld({ tools, plan, by: ANNA });
  world.start();
  world.fail("other");
  world.fail("figure");
  world.succeed("first");
  expect(world.state.halt).toMatchObject({ taskId: "other", review: "fine" });
  const by = { id: "olga", name: "Olga", roles: [], mayReview: false };
  const skip = (taskId: string) =>
    world.send({ type: "skip_task", taskId, reason: "so", by }, { kind: "person", id: "olga", name: "Olga" });
  expect(skip("figure")).toMatchObject({ error: { code: "forbidden" } });
  expect(skip("other")).toMatchObject({ ok: true });
});

it("is answered by no model's plan in the place of people", () => {
  const exposed = (isPeoples: boolean, ...tail: TaskDraft[]) => {
    const world = halted(isPeoples);
    world.fail("slow");
    expect(world.state.replan?.covers).toEqual(["figure", "slow"]);
    const { patch, reach } = offer(planOf(FIGURE, FIRST, SLOW, ...tail), undefined, tools);
    return weakenedBy(world.state, { tasks: patch.tasks, reach, agents: patch.agents }).flatMap((one) =>
      one.exposed.map(({ taskId }) => taskId),
    );
  };
  expect(exposed(true, SEND)).toContain("send");
  // It stands in the new plan, and lets mail pass that does not wait for it.
  expect(exposed(true, lookedAt(true), SEND)).toEqual(["send"]);
  const behind = { ...SEND, dependsOn: ["first", "look"] };
  expect(exposed(true, lookedAt(true), behind)).toEqual([]);
  expect(exposed(false, SEND)).toEqual([]);
});

describe("before anything has failed", () => {
  const AUTOMATIC: TaskDraft = { id: "look0", type: "planning_review", dependsOn: ["figure"] };
  const skipped: TaskDraft = { ...FIGURE, onFailure: "skip", onVerificationFailure: "skip", critical: false };
  const olga = { id: "olga", name: "Olga", roles: [], mayReview: false };

  it.each<[string, TaskDraft[]]>([
    ["another review, which a model decides, comes first", [FIGURE, AUTOMATIC, lookedAt(true)]],
    ["the failure is put up with", [skipped, lookedAt(true)]],
  ])("is kept by who may not review, and by a model, from a version in which %s", (_, first) => {
    const plan = planOf(FIGURE, lookedAt(true), FIRST, SLOW, SEND);
    const world = () => new RunWorld({ tools, plan, by: ANNA });
    const next = planOf(...first, FIRST, SLOW, SEND);
    const edit = (by: typeof olga) => world().edit(next, "so", { by });
    expect(edit(olga)).toMatchObject({ error: { code: "forbidden" } });
    expect(edit({ ...olga, mayReview: true })).toMatchObject({ ok: true });
    const { patch, reach } = offer(next, undefined, tools);
    const weakened = weakenedBy(world().state, { tasks: patch.tasks, reach, agents: patch.agents });
    expect(weakened.map(({ obligation, exposed }) => [obligation.control, exposed[0]?.taskId])).toEqual([
      ["look", "send"],
    ]);
    const same = planOf(FIGURE, lookedAt(true), AUTOMATIC, FIRST, SLOW, SEND);
    expect(world().edit(same, "so", { by: olga })).toMatchObject({ ok: true });
  });
});
