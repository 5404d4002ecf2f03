import { isSameJson } from "../../../json";
import { getOwn } from "../../../own";
import { tasksFedBy } from "../../../plan/flows";
import type { StoredTask } from "../../../plan/stored";
import type { ModelOtherwise } from "../../events/call-reasons";
import type { ModelMark } from "../../events/release";
import type { RunState, TaskState } from "../../state";
import { tasksInForce } from "../../state/in-force";
import type { Release } from "../obligations";

type Models = Readonly<Record<string, string | undefined>>;
type Agents = Readonly<Record<string, { model?: string | undefined }>>;

/** The roles that do a plan's work: the workspace's models for these are noted with each version. */
export const WORKING_ROLES = ["agent", "synthesis", "reviewer"] as const;

const ROLES: ReadonlyMap<string, (typeof WORKING_ROLES)[number]> = new Map([
  ["task", "agent"],
  ["synthesis_gate", "synthesis"],
  ["planning_review", "reviewer"],
]);

/** The role whose model of the workspace does a task; undefined where its agents or its run name one, or no model does it. */
function defaultRoleOf(
  { type, agent, review }: Pick<StoredTask, "type" | "agent" | "review">,
  agents: Agents,
  models: Models,
): string | undefined {
  const role = ROLES.get(type);
  if (role === undefined || models[role] !== undefined || models.default !== undefined) return;
  const doers = review ? review.reviewers : [agent];
  const isNamed = (name: string | undefined) =>
    name !== undefined && getOwn(agents, name)?.model !== undefined;
  return doers.length > 0 && doers.every(isNamed) ? undefined : role;
}

/** The workspace's models by which released work that acts is done, and work that flows into it. */
export function modelsIn(
  {
    tasks,
    agents = {},
    models = [],
    settings,
  }: {
    tasks: readonly StoredTask[];
    agents?: Agents | undefined;
    models?: readonly ModelMark[] | undefined;
    settings?: { models?: Models } | undefined;
  },
  acts: readonly StoredTask[],
): ModelMark[] {
  if (models.length === 0 || acts.length === 0) return [];
  const roles = new Set(
    tasks.flatMap((task) => {
      const fed = tasksFedBy(tasks, task.id);
      const isOf = acts.some((act) => act.id === task.id || fed.has(act.id));
      return (isOf && defaultRoleOf(task, agents, settings?.models ?? {})) || [];
    }),
  );
  return models.filter(({ role }) => roles.has(role));
}

/**
 * Models of the workspace that do a task, or did what flows into it, and that are others than when people let it act. What had
 * ended by then they were shown; `now` is what the workspace says while the task is at work.
 */
export function modelsOtherwise(
  state: Readonly<RunState>,
  taskId: string,
  { models: released = [], at = 0 }: Pick<Release, "models" | "at">,
  now: readonly ModelMark[] = [],
): ModelOtherwise[] {
  if (released.length === 0) return [];
  const { agents, settings } = state;
  const tasks = tasksInForce(state);
  const found = tasks.flatMap((task): ModelOtherwise[] => {
    const isOwn = task.id === taskId;
    if (!isOwn && !tasksFedBy(tasks, task.id).has(taskId)) return [];
    const role = defaultRoleOf(task, agents, settings.models);
    const [was, is] = [released, now].map((marks) => marks.find((one) => one.role === role));
    if (role === undefined || !was) return [];
    const others = isOwn && is && !isSameJson(is, was) ? [is.model] : [];
    const used = modelsUsed(getOwn(state.tasks, task.id), at).filter((one) => !standsFor(state, was, one));
    return [...others, ...used].map((model) => ({ role, was: was.model, now: model }));
  });
  return found.filter((one, index) => found.findIndex((other) => isSameJson(other, one)) === index);
}

const modelsUsed = ({ attempts = [] }: Partial<TaskState> = {}, at: number): string[] =>
  attempts.flatMap(({ endedAt, model }) =>
    model !== undefined && (endedAt === undefined || endedAt >= at) ? [model] : [],
  );

/** The model itself, one that follows it when it cannot be reached, or one that people chose in the place of either. */
function standsFor(
  { replacementModels }: Pick<RunState, "replacementModels">,
  { model, fallbacks = [] }: ModelMark,
  used: string,
): boolean {
  const known = new Set([model, ...fallbacks]);
  for (const one of known) {
    const next = getOwn(replacementModels, one);
    if (next !== undefined) known.add(next);
  }
  return known.has(used);
}
