import { isSameJson } from "../../../json";
import { getOwn } from "../../../own";
import { tasksFedBy } from "../../../plan/flows";
import { callableTools } from "../../../plan/reach";
import type { StoredTask } from "../../../plan/stored";
import type { Told, ToolMark } from "../../events/release";
import type { AttemptState, RunState } from "../../state";
import { tasksInForce } from "../../state/in-force";
import type { Release } from "../obligations";

type Agents = Readonly<Record<string, { tools: string[] }>>;

/** What these tools, or marks of them, say that servers show. */
export const toldBy = (tools: readonly Pick<ToolMark, "name" | "definition">[]): Told =>
  Object.fromEntries(
    tools.flatMap(({ name, definition }) => (definition === undefined ? [] : [[name, definition]])),
  );

/**
 * Keeps what servers show of the plan's tools now, for the attempts that begin under it: agents read it before they choose
 * their calls (docs/engine.md, "The release").
 */
export function noteTold(state: RunState): void {
  const now = toldBy(state.toolMarks ?? []);
  const { told: all = [] } = state;
  if (all.length === 0 && Object.keys(now).length === 0) return;
  if (!isSameJson(all.at(-1), now)) state.told = [...all, now];
}

/** Names what agents read of servers' tools who do released work that acts, or work that flows into it. */
export function toldIn(
  {
    tasks,
    marks = [],
    agents,
  }: { tasks: readonly StoredTask[]; marks?: readonly ToolMark[] | undefined; agents?: Agents | undefined },
  acts: readonly StoredTask[],
): string[][] {
  const told = toldBy(marks);
  const served = Object.keys(told);
  if (!agents || served.length === 0 || acts.length === 0) return [];
  const listening = tasks.filter(({ id }) => {
    const fed = tasksFedBy(tasks, id);
    return acts.some((act) => act.id === id || fed.has(act.id));
  });
  const known = new Set(listening.flatMap((task) => knownTools(agents, task, served)));
  return served.filter((name) => known.has(name)).map((name) => [name, getOwn(told, name) as string]);
}

/** Of these tools those that the agent of a task may know of. */
const knownTools = (agents: Agents, task: StoredTask, served: readonly string[]): readonly string[] =>
  task.type === "task" ? callableTools({ agents }, { ...task, input: null }, served) : [];

/**
 * Tools of which those who do this task, or what flows into it, were told otherwise than people knew who let it pass. What had
 * ended by then they were shown; `now` is what the agent of the task itself was told.
 */
export function toldOtherwise(
  state: Readonly<RunState>,
  taskId: string,
  { tools, at = 0 }: Pick<Release, "tools" | "at">,
  now: Told = {},
): string[] {
  const { told: all = [], agents } = state;
  if (!tools || (all.length < 2 && Object.keys(now).length === 0)) return [];
  const approved = toldBy(tools);
  const differing = (told: Told, names: readonly string[]) =>
    names.filter((name) => {
      const definition = getOwn(told, name);
      return definition !== undefined && definition !== getOwn(approved, name);
    });
  const tasks = tasksInForce(state);
  const begun =
    all.length < 2 ? [] : tasks.filter(({ id }) => id === taskId || tasksFedBy(tasks, id).has(taskId));
  const heard = begun.flatMap((task) => {
    const { attempts = [] } = getOwn(state.tasks, task.id) ?? {};
    const since = attempts.filter(({ endedAt }) => endedAt === undefined || endedAt >= at);
    return toldInAttempts(since, all).flatMap((told) =>
      differing(told, knownTools(agents, task, Object.keys(told))),
    );
  });
  return [...new Set([...differing(now, Object.keys(now)), ...heard])].sort();
}

const toldInAttempts = (attempts: readonly AttemptState[], all: readonly Told[]): Told[] =>
  [...new Set(attempts.map(({ told = -1 }) => told))].flatMap((told) => all.slice(told, told + 1));
