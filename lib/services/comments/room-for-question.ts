import { countQuestions } from "@/db/queries/comment-questions";
import { fullBudget, MAX_OPEN_QUESTIONS, MAX_QUESTIONS } from "@/lib/core/comments/question";
import { settingPath } from "@/lib/core/run/ledger/budgets";
import type { RunState } from "@/lib/core/run/state";
import { METERS } from "@/lib/core/run/state/ledger";
import {
  type AskedQuestion,
  prepareQuestion,
  questionInput,
  questionModels,
} from "@/lib/engine/questions/prepare";
import type { ServiceContext } from "../context";
import { requireRoomUnderCap } from "../spending/require-room-under-cap";
import { refused } from "./require-comment";

/**
 * Refuses a question for which the limits of the run, beside what it and its questions have used, or the workspace's daily cap
 * have no room. Throws `not_allowed_now`, and `too_many_requests` for the cap.
 */
export async function requireRoomForQuestion(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  question: AskedQuestion,
): Promise<void> {
  const { db, actor, setup, clock } = ctx;
  ctx.quotas.spend(actor, "runsPerMinute", 1);
  const asked = await countQuestions(db, { workspaceId: actor.workspaceId, runId: state.runId });
  const input = await questionInput({ db, state }, question);
  if (!input) throw refused("There is no plan yet.");
  const serving = questionModels({ setup, clock, state }).first();
  const prepared = prepareQuestion({ setup, state }, input, serving);
  if (!prepared) throw refused("The workspace has no model that answers questions.");
  await requireRoomUnderCap(ctx, [prepared.info]);
  const full = fullBudget(state, asked, prepared.atWorst);
  if (full)
    throw refused(`The run's limits have no room for a question. Raise ${settingPath(METERS[full])} to ask.`);
}

/**
 * Refuses one more question than there can be, and one that waits beside so many: to be asked while nobody else changes them.
 * Throws `not_allowed_now`.
 */
export function requireFewQuestions({ questions, open }: { questions: number; open: number }): void {
  if (questions >= MAX_QUESTIONS)
    throw refused(`This run has ${MAX_QUESTIONS} questions, the most there can be.`);
  if (open >= MAX_OPEN_QUESTIONS)
    throw refused(`${MAX_OPEN_QUESTIONS} questions wait for their answers. Ask when one has come.`);
}
