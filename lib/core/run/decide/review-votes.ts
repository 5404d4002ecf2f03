import { type Consensus, consensusOf } from "../../review";
import { cutText } from "../../text";
import type { WorkerCommand } from "../commands";
import { type DraftEvent, draft } from "../events";
import type { Proposal } from "../events/reviews";
import type { RunState, TaskState } from "../state";
import { expectedTask, lateResult } from "./late";
import { propose } from "./reviews";

type Report<T extends WorkerCommand["type"]> = Extract<WorkerCommand, { type: T }>;

const SPLIT_CHARS = 400;

/** A vote is kept as soon as it is given, so that after a crash only the others are asked. */
export function decideReviewVoted(state: RunState, command: Report<"review_voted">): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task || votesOf(task).some(({ reviewer }) => reviewer === command.reviewer)) {
    return lateResult(command.key, command.type);
  }
  const { taskId, attempt, reviewer, proposal, problem } = command;
  const said = { ...(proposal && { proposal }), ...(problem !== undefined && { problem }) };
  return [draft("review_voted", { taskId, attempt, reviewer, ...said })];
}

/** All reviewers were heard: what they agree on is proposed like one reviewer's word, else a person decides. */
export function decideReviewCounted(
  state: RunState,
  command: Report<"review_counted">,
  now: number,
): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task) return lateResult(command.key, command.type);
  const { rule, reached, proposal, split } = countVotes(task);
  const consensus = { rule, reached, split: cutText(split, SPLIT_CHARS) };
  const unread = proposal ? {} : { problem: `no reviewer's answer could be read: ${consensus.split}` };
  return propose(state, task, { ...(proposal && { proposal }), ...unread, consensus, key: command.key }, now);
}

const votesOf = ({ votes = [] }: TaskState) => votes;

/** The votes in the order in which the plan lists the reviewers, since the first one listed leads. */
function countVotes(task: TaskState): Consensus<Proposal> & { rule: "any" | "majority" | "unanimous" } {
  const { reviewers = [], consensus: rule = "any" } = task.spec.review ?? {};
  const listed = [...votesOf(task)].sort(
    (a, b) => reviewers.indexOf(a.reviewer) - reviewers.indexOf(b.reviewer),
  );
  return { rule, ...consensusOf(rule, listed) };
}
