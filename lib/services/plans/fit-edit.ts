import { describeViolation, doneViolations } from "@/lib/core/plan";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import type { Tools } from "@/lib/core/ports";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { fitTail, type TailBase } from "@/lib/engine/effects/tail";

type EditIssue = { code: string; message: string; taskId?: string };

/**
 * The plan in force with a person's in place of what has not ended (docs/engine.md, "Commands"). What they say of
 * ended tasks has to be what these are; tasks that never started keep their ids whatever becomes of them.
 */
export function mergeEdit(
  tools: Tools,
  base: TailBase,
  state: Readonly<RunState>,
  edit: Plan,
): { plan: Plan; errors: EditIssue[]; warnings: Issue[] } {
  const unstarted = new Set(state.order.filter((id) => neverStarted(state.tasks[id])));
  const without = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => !unstarted.has(id)));
  const tolerated = state.order.filter((id) => state.tasks[id]?.tolerated === true);
  const editBase: TailBase = {
    ...base,
    current: { ...base.current, tasks: base.current.tasks.filter(({ id }) => !unstarted.has(id)) },
    usedIds: without(base.usedIds),
    withResult: new Set([...base.withResult, ...tolerated]),
  };
  const { merged, errors, warnings } = fitTail({ tools }, editBase, edit, { writtenBy: "person" });
  return { plan: merged.plan, errors: [...changesToSucceeded(base, state, edit), ...errors], warnings };
}

const neverStarted = (task: TaskState | undefined): boolean =>
  task?.status === "pending" && task.attempts.length === 0;

/** Changes to tasks that have succeeded. Naming one by its title alone is no change. */
function changesToSucceeded(base: TailBase, state: Readonly<RunState>, edit: Plan): EditIssue[] {
  const before = new Map(base.current.tasks.map((task) => [task.id, task]));
  const redefined = edit.tasks.filter(({ id, title, input, details }) => {
    const isMention = title === before.get(id)?.title && input === "" && details.length === 0;
    return state.tasks[id]?.status === "succeeded" && !isMention;
  });
  return doneViolations(
    {
      ...base.current,
      tasks: base.current.tasks.filter(({ id }) => redefined.some((task) => task.id === id)),
    },
    { ...edit, agents: { ...base.current.agents, ...edit.agents } },
    redefined.map(({ id }) => id),
  ).map((violation) => ({
    code: "done_prefix",
    message: describeViolation(violation),
    taskId: violation.taskId,
  }));
}
