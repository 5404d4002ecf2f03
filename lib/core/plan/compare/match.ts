import { pairByWays, type Way } from "../../pair-by-ways";
import { cutText } from "../../text";
import { declaredAgent } from "../agents";
import { lineageOf } from "../lineage";
import { callableTools } from "../reach";
import type { Agent, Plan, Task } from "../schema";
import type { StoredAgent, StoredPlan, StoredTask } from "../stored";
import { targetsOf } from "../targets";

/** Finding the tasks of one plan version again in another (docs/plans.md, "Versions"). Stored and plain plans are alike. */

export type AnyPlan = Plan | StoredPlan;
export type AnyTask = Task | StoredTask;

/** How a task was found again: under its id, as the same thread of work, by its title, its whole work, or what it acts on. */
export type MatchedBy = "id" | "lineage" | "title" | "work" | "target";

/** What a task is found again by; `title` is the form in which titles are compared. */
export type TaskMarks = {
  id: string;
  type: Task["type"];
  lineage: string;
  title: string;
  work: string;
  tools: string[];
  /** The addresses in its instructions and its agent's; null where they are not known in full. */
  targets: string[] | null;
};

type Match<T> = { before: T; by: MatchedBy };

/** The ways to find a task of the same type under another id, the surest first. Keys are the same from either side. */
const WAYS: readonly { by: Exclude<MatchedBy, "id">; keyOf(marks: TaskMarks): string | undefined }[] = [
  { by: "lineage", keyOf: ({ lineage, title }) => JSON.stringify([lineage, title]) },
  // A lineage alone says less: it may have been carried on without saying so.
  { by: "title", keyOf: ({ title }) => title || undefined },
  { by: "lineage", keyOf: ({ lineage }) => lineage },
  { by: "work", keyOf: ({ work }) => work },
  { by: "target", keyOf: actsOn },
];

const PAIRING: readonly Way<TaskMarks, TaskMarks, MatchedBy>[] = WAYS.map(({ by, keyOf }) => {
  const ofType = (marks: TaskMarks) => {
    const key = keyOf(marks);
    return key === undefined ? undefined : `${marks.type} ${key}`;
  };
  return { by, keysOf: (known) => [ofType(known) ?? []].flat(), keyOf: ofType };
});

function actsOn({ tools, targets }: TaskMarks): string | undefined {
  return tools.length > 0 && targets && targets.length > 0 ? JSON.stringify([tools, targets]) : undefined;
}

/** By any of these ways one could be taken for the other. */
export const isAlike = (one: TaskMarks, other: TaskMarks): boolean =>
  one.id === other.id ||
  WAYS.some(({ keyOf }) => {
    const key = keyOf(one);
    return key !== undefined && key === keyOf(other);
  });

/** Each of these tasks with the one that it was before; those under their ids first, and no task twice. Linear in both. */
export function matchMarks(
  before: readonly TaskMarks[],
  after: readonly TaskMarks[],
): Map<string, Match<TaskMarks>> {
  const known = new Map(before.map((one) => [one.id, one]));
  const matches = new Map<string, Match<TaskMarks>>();
  for (const { id } of after) {
    const same = known.get(id);
    if (!same) continue;
    matches.set(id, { before: same, by: "id" });
    known.delete(id);
  }
  const fresh = after.filter(({ id }) => !matches.has(id));
  for (const [{ id }, { known: one, by }] of pairByWays([...known.values()], fresh, PAIRING))
    matches.set(id, { before: one, by });
  return matches;
}

/** By the id of each task that only plan `b` has, the task of `a` that it is under another id. */
export function rewrittenTasks(a: AnyPlan, b: AnyPlan): Map<string, Match<AnyTask>> {
  const [inA, inB] = [a, b].map((plan) => new Set(plan.tasks.map(({ id }) => id)));
  const gone = a.tasks.filter(({ id }) => !inB?.has(id));
  const fresh = b.tasks.filter(({ id }) => !inA?.has(id));
  if (gone.length === 0 || fresh.length === 0) return new Map();
  const lineages = new Map(a.tasks.map((task) => [task.id, lineageIn(task)]));
  const tasks = new Map<string, AnyTask>(gone.map((task) => [task.id, task]));
  const pairs = matchMarks(
    gone.map((task) => planMarks(a, task, lineageIn(task))),
    fresh.map((task) => planMarks(b, task, lineageIn(task, lineages))),
  );
  return new Map(
    [...pairs].map(([id, { before, by }]) => [id, { before: tasks.get(before.id) as AnyTask, by }]),
  );
}

/** Plan `a` with the ids of plan `b` for what `b` has under other ids, so that one canvas shows both. */
export function underNewIds<P extends AnyPlan>(a: P, b: AnyPlan): P {
  const renamed = new Map([...rewrittenTasks(a, b)].map(([id, { before }]) => [before.id, id]));
  if (renamed.size === 0) return a;
  const nowOf = (id: string) => renamed.get(id) ?? id;
  const tasks = a.tasks.map((task) => ({
    ...task,
    id: nowOf(task.id),
    dependsOn: task.dependsOn.map(nowOf),
  }));
  return { ...a, tasks };
}

const lineageIn = (task: AnyTask, lineages?: ReadonlyMap<string, string>): string =>
  "lineage" in task ? task.lineage : lineageOf(task, lineages);

function planMarks(plan: AnyPlan, task: AnyTask, lineage: string): TaskMarks {
  const agents: Record<string, Agent | StoredAgent> = plan.agents;
  const agent = declaredAgent({ agents }, task.agent);
  const work = "workDigest" in task ? task.workDigest : workText(task, agent);
  const tools = callableTools({ agents }, task, []);
  return marksOf({ ...task, lineage, workDigest: work }, tools, agent);
}

/** The words of a task's work; of plans that nobody has stored they are compared instead of digests. */
function workText({ type, agent, input, details, title }: Task, declared: Agent | StoredAgent | undefined) {
  const by = declared ? [declared.prompt, declared.tools] : [agent];
  return JSON.stringify([type, by, input, details, input === "" ? title : null]);
}

/** The marks of a task that may call these tools. */
export function marksOf(
  task: Pick<StoredTask, "id" | "type" | "lineage" | "title" | "workDigest" | "input" | "details">,
  tools: readonly string[],
  agent: Pick<StoredAgent, "prompt"> | undefined,
): TaskMarks {
  const { id, type, lineage, title, workDigest: work } = task;
  const targets = targetsOf(task, agent);
  return { id, type, lineage, title: plainTitle(title), work, tools: [...new Set(tools)].sort(), targets };
}

/** A title as others are compared with it: anchors of comments have the beginning of long ones. */
export const plainTitle = (title: string): string =>
  cutText(title, 200).trim().replace(/\s+/g, " ").toLowerCase();
