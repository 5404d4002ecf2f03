import { expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storePlan } from "../../plan/store";
import { storeValue } from "../../stored-value";
import type { ApprovalState } from "../state";
import { askedEarlier } from "./earlier";
import type { GateVerb } from "./table";

const by = { id: "anna", name: "Anna", roles: [], mayReview: true };
const GATE: TaskDraft = { id: "g", type: "human_review", onFailure: "replan", maxRetries: 0 };
const OTHER: TaskDraft = { id: "other", type: "human_review" };

function show(world: RunWorld, taskId: string, value: string): ApprovalState {
  world.start();
  const { stored: shown } = storeValue(value);
  world.send({ type: "gate_shown", shown, digest: value, prompt: "May it?", ...world.keyOf(taskId) });
  const { approvalId } = world.last("approval_opened").payload;
  return world.state.approvals[approvalId] as ApprovalState;
}

const answer = (world: RunWorld, { approvalId }: ApprovalState, verb: GateVerb, comment?: string) =>
  world.send(
    { type: "decide_approval", approvalId, verb, by, provenance: "person", ...(comment && { comment }) },
    ANNA,
  );

/** The gate of the version that was written after an answer to the first one. */
function again(verb: GateVerb, comment?: string) {
  const world = new RunWorld({ plan: planOf(GATE, OTHER), settings: { replanGraceMs: 0 } });
  const [first, beside] = [show(world, "g", "A long text"), show(world, "other", "Beside")];
  answer(world, first, verb, comment);
  const next = planOf(GATE, { ...GATE, id: "g_v2", replaces: "g" }, OTHER);
  world.replan(offer(next, storePlan(planOf(GATE, OTHER)).plan), { waive: true });
  return { world, first, beside, next: show(world, "g_v2", "A text") };
}

it("is what people wanted otherwise of the same work, with their words", () => {
  const { world, first, beside, next } = again("request_changes", " Shorter, please. ");
  const wish = { by: "Anna", words: "Shorter, please." };
  expect(askedEarlier(world.state, next)).toMatchObject({ gate: { approvalId: first.approvalId }, wish });
  expect(askedEarlier(world.state, beside)).toBeUndefined();
  expect(askedEarlier(world.state, first)).toBeUndefined();
});

it("is what was taken away and is asked again, of which nobody wanted anything", () => {
  const { world, next } = again("reject", "No.");
  const superseded = { ...next, supersedes: next.approvalId, approvalId: "later" };
  expect(askedEarlier(world.state, superseded)).toEqual({ gate: world.state.approvals[next.approvalId] });
});
