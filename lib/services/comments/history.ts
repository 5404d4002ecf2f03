import { isEmptyClaim } from "@/lib/core/comments/outcome";
import type { PersonMove } from "@/lib/core/comments/schema";
import type { CommentStage } from "@/lib/core/comments/view";
import type { EventType, RunEvent } from "@/lib/core/run/events";
import { commentWritesOf } from "@/lib/engine/run-store/project-comments";

/** The events that say something of comments: others need not be read. */
export const COMMENT_EVENTS = [
  "approval_decided",
  "replan_requested",
  "plan_version_offered",
  "plan_version_adopted",
  "plan_version_declined",
  "replan_withdrawn",
  "replan_failed",
  "run_finished",
] as const satisfies readonly EventType[];

const MADE: Omit<CommentStage, "seq" | "at"> = {
  status: "open",
  round: null,
  answer: null,
  resolvedBy: null,
};
/** The end of a run gives back what it sent, if it sent anything. */
const ANY_ROUNDS = { counters: { wishes: 1 } };

/**
 * What has become of each comment, oldest first: folded of the run's events as their commits wrote it, and of what people
 * did. `events` are in order.
 */
export function historiesOf(
  comments: readonly { id: string; moves: readonly PersonMove[] }[],
  events: readonly RunEvent[],
): Map<string, CommentStage[]> {
  const histories = new Map(comments.map(({ id }) => [id, [] as CommentStage[]]));
  const acts = [
    ...events.map((event) => ({ at: event.at, run: () => stageOfEvent(histories, event) })),
    ...comments.flatMap(({ id, moves }) =>
      moves.map((move) => ({ at: move.at, run: () => stageOfMove(histories.get(id), move) })),
    ),
  ];
  for (const { run } of acts.sort((a, b) => a.at - b.at)) run();
  return histories;
}

type Histories = ReadonlyMap<string, CommentStage[]>;

const last = (stages: readonly CommentStage[]) => stages.at(-1) ?? MADE;

function stageOfMove(stages: CommentStage[] | undefined, { to: status, at, by }: PersonMove): void {
  stages?.push({ ...last(stages), seq: null, at, status, resolvedBy: status === "resolved" ? by : null });
}

function stageOfEvent(histories: Histories, event: RunEvent): void {
  const { seq, at } = event;
  const { sent, answered, returned, declined } = commentWritesOf([event], ANY_ROUNDS);
  const add = (stages: CommentStage[], part: Partial<CommentStage>) =>
    stages.push({ ...last(stages), seq, at, ...part });
  for (const stages of histories.values()) {
    const { status, answer } = last(stages);
    const isDeclined = answer !== null && declined.includes(answer.version);
    if (isDeclined) add(stages, { answer: null, status: status === "resolved" ? status : "open" });
    else if (returned && status === "sent") add(stages, { status: "open" });
  }
  for (const { id, round } of sent) {
    const stages = histories.get(id);
    if (stages && last(stages).status === "open") add(stages, { status: "sent", round, answer: null });
  }
  for (const { id, outcome, note, change, version, status } of answered) {
    const stages = histories.get(id);
    // A version that was offered says it again when it is adopted.
    if (!stages || last(stages).answer?.version === version) continue;
    const answer = { outcome, note, change, version, emptyClaim: isEmptyClaim({ outcome, change }) };
    add(stages, { answer, status: last(stages).status === "resolved" ? "resolved" : status });
  }
}
