import { expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storePlan } from "../../plan/store";
import { storeValue } from "../../stored-value";
import type { GateVerb } from "../gates/table";
import { answerReleaseGate, isAnswerHeld } from "../selectors";
import { settleAnswerHold } from "../settle/answer-hold";

const gate: TaskDraft = {
  id: "agree",
  type: "human_review",
  dependsOn: ["draft"],
  maxRetries: 0,
  gate: { prompt: "?", assignees: [], quorum: 1, onTimeout: "reject" },
};
const SUMMARY = { qualityScore: 0.9, qualityReasoning: "", replanReason: "", usedEvidence: [] };

/** A run whose work was refused and done again, and whose people are asked whether it ends with an answer. */
function asked(settings: object = {}): RunWorld {
  const world = new RunWorld({
    settings: { summarizer: "on", ...settings },
    plan: planOf({ id: "draft" }, gate),
  }).run("draft");
  world.start();
  const shown = storeValue("what there is").stored;
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "?", ...world.keyOf("agree") });
  decide(world, world.last("approval_opened").payload.approvalId, "reject");
  world.start();
  const before = storePlan(planOf({ id: "draft" }, gate)).plan;
  const again = planOf({ id: "draft" }, gate, { id: "draft_v2", replaces: "draft" });
  world.replan(offer(again, before), { waive: true });
  world.plan = again;
  world.start();
  world.succeed("draft_v2", "came");
  world.start();
  return world;
}

function decide(world: RunWorld, approvalId: string | undefined, verb: GateVerb, comment = "so") {
  const by = { id: "anna", name: "Anna", roles: [], mayReview: true };
  const said = { verb, comment, by, provenance: "person" } as const;
  return world.send({ type: "decide_approval", approvalId: approvalId ?? "", ...said }, ANNA);
}

const release = ({ state }: RunWorld) => answerReleaseGate(state);

function written(world: RunWorld, text: string): void {
  world.start();
  const finalAnswer = storeValue(text).stored;
  const summary = { ...SUMMARY, finalAnswer, needReplan: false };
  world.send({ type: "summary_written", key: world.keyOfKind("summarize"), summary });
}

it("is written with the words of its people, who are asked about it again before it is given", () => {
  const world = asked({ reflection: { enabled: true, threshold: 0.8, maxRevisions: 1 } });
  expect(release(world)).toMatchObject({ verbs: ["approve", "request_changes", "reject"] });
  expect(release(world)?.shown).toBeUndefined();
  expect(decide(world, release(world)?.approvalId, "request_changes", " ")).toMatchObject({ ok: false });
  decide(world, release(world)?.approvalId, "request_changes", "Name what is missing.");
  expect(release(world)).toBeUndefined();
  expect(isAnswerHeld(world.state)).toBe(true);
  written(world, "First");
  expect(world.state.finished).toBeUndefined();
  expect(release(world)?.shown?.preview).toBe("First");
  decide(world, release(world)?.approvalId, "request_changes", "Shorter.");
  expect(world.state).toMatchObject({ answerSentBack: { times: 2, answer: { preview: "First" } } });
  expect(world.state.answer).toBeUndefined();
  written(world, "Second");
  decide(world, release(world)?.approvalId, "approve");
  expect(world.state.finished).toMatchObject({ reason: "answer_complete" });
  expect(isAnswerHeld(world.state)).toBe(false);
  expect(world.last("run_finished").payload.answer?.preview).toBe("Second");
});

it("is not given where they refuse it after all, whatever was written", () => {
  const world = asked();
  decide(world, release(world)?.approvalId, "request_changes", "Name what is missing.");
  written(world, "First");
  decide(world, release(world)?.approvalId, "reject");
  expect(world.last("run_finished").payload).not.toHaveProperty("answer");
  expect(isAnswerHeld(world.state)).toBe(true);
});

it("is asked about once no other plan is on its way", () => {
  const { state } = asked();
  const answer = storeValue("As the review has it").stored;
  const ending = { ...state, phase: "executing" as const, answer, openApprovals: {} };
  expect(settleAnswerHold(ending)).toHaveLength(1);
  const cause = { trigger: "person" as const, reason: { code: "rejected" as const } };
  expect(settleAnswerHold({ ...ending, replanWanted: cause })).toEqual([]);
});
