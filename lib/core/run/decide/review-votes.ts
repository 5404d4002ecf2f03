import { consensusOf } from "../../review";
import { cutText } from "../../text";
import type { WorkerCommand } from "../commands";
import { type DraftEvent, draft } from "../events";
import { reviewersOf, withVote } from "../reviewers";
import type { RunState } from "../state";
import { expectedTask, lateResult } from "./late";
import { propose } from "./reviews";

const SPLIT_CHARS = 400;

/**
 * A vote is kept as soon as it is given. The last one settles the review: what the reviewers agree on is proposed like
 * one reviewer's word; else a person decides (docs/engine.md, "Several reviewers").
 */
export function decideReviewVoted(
  state: RunState,
  command: Extract<WorkerCommand, { type: "review_voted" }>,
  now: number,
): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task) return lateResult(command.key, command.type);
  const { taskId, attempt, reviewer, proposal, problem, key } = command;
  const vote = { reviewer, ...(proposal && { proposal }), ...(problem !== undefined && { problem }) };
  const voted = draft("review_voted", { taskId, attempt, ...vote }, key);
  const votes = withVote<typeof vote>(task, vote);
  if (votes.length < reviewersOf(task.spec).length) return [voted];
  const rule = task.spec.review?.consensus ?? "any";
  const { reached, proposal: proposed, split } = consensusOf(rule, votes);
  const consensus = { rule, reached, split: cutText(split, SPLIT_CHARS) };
  const unread = { problem: `no reviewer's answer could be read: ${consensus.split}` };
  return [
    voted,
    ...propose(state, task, { ...(proposed ? { proposal: proposed } : unread), consensus }, now),
  ];
}
