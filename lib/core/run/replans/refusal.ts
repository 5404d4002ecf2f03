import { getOwn } from "../../own";
import type { Reason, SimpleReason } from "../events/reason";
import type { RunState, TaskState } from "../state";
import { toldStatus } from "../state/told-status";
import { ANSWERED_STATUSES } from "../status";

const WORDS_CHARS = 1_000;

type Refused = Extract<SimpleReason, { code: "person_refused" }>;

/**
 * What a person said at the gate for which this task came to nothing, itself or through what stands before it; undefined where
 * nobody said anything of the kind.
 */
export function refusalBehind(state: Readonly<RunState>, taskId: string | undefined): Refused | undefined {
  for (let id = taskId; id !== undefined; ) {
    const task = getOwn(state.tasks, id);
    const verb = task && ANSWERED_STATUSES.find((one) => one === toldStatus(task));
    if (verb) return refusalAt(state, id, verb);
    id = task?.blockedBy;
  }
  return;
}

function refusalAt(
  { approvals, tasks }: Readonly<RunState>,
  id: string,
  verb: Refused["verb"],
): Refused | undefined {
  const answered = Object.values(approvals).findLast(({ taskId, decided }) => taskId === id && decided);
  const { by, comment } = answered?.decided ?? {};
  const { spec, diagnosis } = getOwn(tasks, id) as TaskState;
  if (by?.kind !== "person") return;
  const about = { task: spec.title, ...itemsIn(diagnosis) };
  return { code: "person_refused", verb, by: by.name, ...about, ...wordsIn(comment) };
}

function itemsIn(diagnosis: Reason | undefined): Pick<Refused, "items"> {
  if (diagnosis?.code !== "items_rejected") return {};
  const { of, rejectedCount, rejected, accepted } = diagnosis;
  return { items: { of, rejectedCount, rejected, accepted } };
}

/** Words of a person with an answer, as far as the end of a run keeps them. */
export function wordsIn(comment: string | undefined): { text?: string } {
  const text = comment?.trim().slice(0, WORDS_CHARS) ?? "";
  return text === "" ? {} : { text };
}
