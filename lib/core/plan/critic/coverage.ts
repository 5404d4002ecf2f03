import { sourcesOf } from "../flows";
import type { Plan, Task } from "../schema";
import { isReview } from "./facts";
import type { Coverage, Demand } from "./types";

/**
 * How a plan and its mission cover each other by the demands that a model found in it; undefined where it found none that can
 * be read. A demand that names nothing but ids of no task says nothing, neither that it is answered nor that it is not.
 */
export function coverageOf(
  { mission, plan, ended }: { mission: string; plan: Plan; ended: ReadonlySet<string> },
  found: readonly Demand[],
): Coverage | undefined {
  const ids = new Set(plan.tasks.map(({ id }) => id));
  const answers = new Map<string, string[]>();
  for (const { demand, tasks } of found) {
    const known = tasks.filter((id) => ids.has(id));
    if (tasks.length > 0 && known.length === 0) continue;
    answers.set(demand, [...new Set([...(answers.get(demand) ?? []), ...known])]);
  }
  const read = [...answers].map(([demand, tasks]): Demand => ({ demand, tasks }));
  const words = wordsOf(mission);
  const isQuoted = ({ demand }: Demand): boolean => quotes(words, demand);
  const demands = read.filter(isQuoted);
  if (demands.length === 0) return;
  const serving = servingTasks(plan.tasks, new Set(demands.flatMap(({ tasks }) => tasks)));
  const extra = plan.tasks.filter((task) => !serving.has(task.id) && !isReview(task) && !ended.has(task.id));
  return {
    demands,
    unquoted: read.filter((one) => !isQuoted(one)),
    extra: [...new Set(extra.map(({ id }) => id))],
  };
}

/** The tasks that answer a demand, and all whose results lead to them. Time: edges of the plan. */
function servingTasks(tasks: readonly Task[], answering: ReadonlySet<string>): ReadonlySet<string> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const sources = sourcesOf(tasks);
  const serving = new Set(answering);
  const open = [...answering];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const task = byId.get(id);
    for (const source of task ? sources(task) : []) {
      if (serving.has(source)) continue;
      serving.add(source);
      open.push(source);
    }
  }
  return serving;
}

/** Does a text stand in another word for word, where "…" leaves words out? */
function quotes(words: string, quoted: string): boolean {
  const parts = quoted.split(/…|\.{3}/u).flatMap((part) => wordsOf(part) || []);
  let from = 0;
  for (const part of parts) {
    const at = words.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return parts.length > 0;
}

/** The words of a text alone: case, white space and marks between them are not what is quoted. */
const wordsOf = (text: string): string =>
  (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(" ");
