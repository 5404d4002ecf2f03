import { isJsonObject } from "../json";
import { quoted } from "../legible/marked";
import { getOwn } from "../own";
import { type Lineages, lineageOf } from "./lineage";
import type { Agent, Plan, Task } from "./schema";

/** What a new tail leaves out of what the tasks had that it carries on: the one who wrote it may have overlooked it. */

type Versions = { current: Plan; next: Plan; added: readonly string[]; lineages: Lineages };

const LIMITS = [
  "maxTurns",
  "hopBudget",
  "deadlineMs",
  "tokenBudget",
  "costBudgetUsd",
  "maxParallel",
] as const;

/** One sentence for each new task that lacks something which the task that it carries on had; mostly none. */
export function lostSettings({ current, next, added, lineages }: Versions): string[] {
  const before = new Map(current.tasks.map((task) => [lineageOf(task, lineages), task]));
  const isNew = new Set(added);
  return next.tasks
    .filter(({ id }) => isNew.has(id))
    .flatMap((task) => {
      const old = before.get(lineageOf(task, lineages));
      if (!old || old.id === task.id || old.type !== task.type) return [];
      const lost = [
        ...lostOfTask(old, task),
        ...lostOfAgent(getOwn(current.agents, old.agent), getOwn(next.agents, task.agent)),
      ];
      if (lost.length === 0) return [];
      return [`${quoted(task.title)} (${task.id}) carries on ${old.id} without its ${lost.join(", ")}.`];
    });
}

function lostOfTask(old: Task, task: Task): string[] {
  const lost: [string, boolean][] = [
    ["verification", old.verification !== undefined && task.verification === undefined],
    ["outputSchema", old.outputSchema !== undefined && task.outputSchema === undefined],
    ["llmReview", old.llmReview !== false && task.llmReview === false],
    ["qualityGate", old.qualityGate && !task.qualityGate],
    ["gate.requiresReason", old.gate?.requiresReason === true && task.gate?.requiresReason !== true],
  ];
  return lost.flatMap(([name, isLost]) => (isLost ? [name] : []));
}

function lostOfAgent(old: Agent | undefined, agent: Agent | undefined): string[] {
  if (!old) return [];
  const limits = LIMITS.filter((name) => old[name] !== undefined && agent?.[name] === undefined);
  const lost = reflects(old) && !reflects(agent) ? ["reflection", ...limits] : limits;
  return lost.map((name) => `agent's ${name}`);
}

const reflects = (agent: Agent | undefined): boolean =>
  isJsonObject(agent?.reflection) && agent.reflection.enabled === true;
