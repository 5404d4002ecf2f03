import { getOwn } from "../../../own";
import { type DoneViolation, describeViolation, doneViolations } from "../../../plan/compare/succeeded-tasks";
import type { PlanPatch, StoredTask } from "../../../plan/stored";
import type { IssueFacts } from "../../events/reason";
import type { RunState } from "../../state";
import { taskOf } from "../../state/ready";
import { isTerminalTask } from "../../status";

/**
 * Only the tail may change: ended work stays as it was, and an id is never used for other work. With `mayRewrite` a
 * task that never started may become another one under its id, since nothing of it has happened.
 */
export function tailIssue(state: RunState, patch: PlanPatch, mayRewrite = false): IssueFacts | undefined {
  const { tasks, removed } = patch;
  const gone = removed.find((id) => isTerminalTask(taskOf(state, id).status));
  if (gone !== undefined)
    return { code: "done_prefix", message: `${gone} has ended and must stay.`, taskId: gone };
  const [altered] = alteredFinishedTasks(state, patch);
  if (altered) return { code: "done_prefix", message: describeViolation(altered), taskId: altered.taskId };
  const changed = tasks.find((task) => !isAllowedChange(state, task, mayRewrite));
  if (!changed) return;
  const message = `${changed.id} is the id of other work in this run; new work needs a new id.`;
  return { code: "done_prefix", message, taskId: changed.id };
}

/** What a patch alters of tasks that have succeeded, be it as little as what they waited for. */
function alteredFinishedTasks(state: RunState, { title, agents, tasks }: PlanPatch): DoneViolation[] {
  const before = tasks
    .flatMap(({ id }) => getOwn(state.tasks, id) ?? [])
    .filter(({ status }) => status === "succeeded");
  const current = { title, agents: state.agents, tasks: before.map(({ spec }) => spec) };
  return doneViolations(
    current,
    { title, agents, tasks },
    before.map(({ id }) => id),
  );
}

function isAllowedChange(state: RunState, task: StoredTask, mayRewrite: boolean): boolean {
  const known = getOwn(state.tasks, task.id);
  if (!known) return true;
  if (mayRewrite && known.status === "pending" && known.attempts.length === 0) return true;
  return known.status !== "superseded" && known.spec.workDigest === task.workDigest;
}
