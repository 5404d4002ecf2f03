import { expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { holdingReview } from "@/lib/testing/runs/waiting-gate";
import { storeValue } from "../../stored-value";
import { isDecisionOfPerson } from "./fork";

const TASKS: TaskDraft[] = [
  { id: "a", maxRetries: 0 },
  { id: "g", type: "human_review" },
];
const value = storeValue("mine").stored;
const MIA = { id: "mia", name: "Mia", roles: [], mayReview: true };

/** A run whose gate is open and whose task a check has refused. */
function begun(): RunWorld {
  const world = new RunWorld({ plan: planOf(...TASKS) });
  world.start();
  world.send({ type: "gate_shown", shown: value, digest: "d", prompt: "Go?", ...world.keyOf("g") });
  return world;
}

function refused(): RunWorld {
  const world = begun();
  world.refuse("a", "nothing there");
  return world;
}

/** Whether somebody decided something since the run was so far, by what they send then. */
const decided = (world: RunWorld, act: (world: RunWorld) => { ok: boolean }): boolean => {
  const { seq } = world.state;
  expect(world.events.some(isDecisionOfPerson)).toBe(false);
  expect(act(world)).toMatchObject({ ok: true });
  return world.events.slice(seq).some(isDecisionOfPerson);
};

const answer = (verb: "approve" | "reject") => (world: RunWorld) => {
  const { approvalId } = world.last("approval_opened").payload;
  return world.send({ type: "decide_approval", approvalId, verb, comment: "so", provenance: "person" }, ANNA);
};

it.each<[string, () => RunWorld, (world: RunWorld) => { ok: boolean }]>([
  ["a version", begun, (world) => world.edit(planOf(...TASKS, { id: "b" }), "more")],
  ["an answer that lets pass", begun, answer("approve")],
  ["an answer that refuses", begun, answer("reject")],
  [
    "a decision at a review",
    () => holdingReview("CONTINUE"),
    (world) => world.send({ type: "override_review", taskId: "r", decision: "ABORT", reason: "no" }, ANNA),
  ],
  ["a skip", begun, (world) => world.send({ type: "skip_task", taskId: "a", reason: "so" }, ANNA)],
  [
    "a result",
    begun,
    (world) => world.send({ type: "supply_result", taskId: "a", value, reason: "so" }, ANNA),
  ],
  [
    "a result that a check refused",
    refused,
    (world) => world.send({ type: "accept_result", taskId: "a", reason: "so" }, ANNA),
  ],
  [
    "a wish",
    begun,
    (world) => world.send({ type: "request_replan", instruction: "Ask first", by: MIA }, ANNA),
  ],
  [
    "taking a decision in hand",
    () => holdingReview("CONTINUE"),
    (world) => world.send({ type: "decide_by_hand", taskId: "r" }, ANNA),
  ],
  ["ending it for a reason", begun, (world) => world.send({ type: "abort", reason: "no" }, ANNA)],
  [
    "ending it for a reason, which is looked back on",
    () =>
      new RunWorld({
        plan: planOf(...TASKS),
        settings: { retrospect: { enabled: true, minTasks: 1, below: 1 } },
      }),
    (world) => world.send({ type: "abort", reason: "no" }, ANNA),
  ],
])("a person decides something of a run by %s", (_, world, act) => {
  expect(decided(world(), act)).toBe(true);
});

it("nobody decides anything by a word, a pause or the work itself", () => {
  expect(
    decided(begun(), (world) => world.send({ type: "steer", taskId: "a", message: "Look there" }, ANNA)),
  ).toBe(false);
  expect(decided(begun(), (world) => world.send({ type: "pause" }, ANNA))).toBe(false);
  expect(decided(begun(), (world) => world.succeed("a"))).toBe(false);
  expect(decided(begun(), (world) => world.send({ type: "cancel" }, ANNA))).toBe(false);
});
