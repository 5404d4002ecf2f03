import { type AncestorBits, ancestorBits, setBit } from "../graph";
import type { Task } from "../schema";
import type { PlanFacts } from "./facts";
import { createFinding, quoted } from "./finding";
import type { Finding } from "./types";

/** Rules about tasks that stand side by side. */

const WIDE_LEVEL = 3;

/** More tasks on one level than can be watched. */
export function parallelExplosion({ byLevel, thresholds }: PlanFacts): Finding[] {
  return byLevel.flatMap((tasks, level) => {
    if (tasks.length <= thresholds.parallelTasks) return [];
    const message = `Level ${level} has ${tasks.length} tasks side by side (${namesOf(tasks)}); ${thresholds.parallelTasks} can be watched.`;
    const recommendation = `Split level ${level} into groups of at most ${thresholds.parallelTasks} tasks that follow each other, or merge tasks of the same kind.`;
    return createFinding("parallel_explosion", "critical", firstOf(tasks), { message, recommendation });
  });
}

/** Several results side by side that nothing brings together. */
export function missingGate({ byLevel, tasks }: PlanFacts): Finding[] {
  const bits = ancestorBits(tasks);
  const bitsOf = (task: Task): AncestorBits => bits.get(task.id) as AncestorBits;
  const gates = tasks.filter((task) => task.type === "synthesis_gate").map((gate) => bitsOf(gate).above);
  return byLevel.flatMap((parallel, level) => {
    if (parallel.length < WIDE_LEVEL) return [];
    const wanted = new Uint32Array(Math.ceil(tasks.length / 32));
    for (const task of parallel) setBit(wanted, bitsOf(task).index);
    if (gates.some((above) => isWithin(wanted, above))) return [];
    const message = `Level ${level} has ${parallel.length} tasks (${namesOf(parallel)}) and no synthesis gate that all of them lead to.`;
    const recommendation = `Add a synthesis gate that depends on all tasks of level ${level}, and let later tasks use its result.`;
    return createFinding("missing_gate", "warning", firstOf(parallel), { message, recommendation });
  });
}

/** Are all bits of the first in the second, too? */
function isWithin(words: Uint32Array, others: Uint32Array): boolean {
  for (let at = 0; at < words.length; at += 1) {
    if (((words[at] as number) & ~(others[at] as number)) !== 0) return false;
  }
  return true;
}

const namesOf = (tasks: readonly Task[]): string => quoted(tasks.map(({ id }) => id));

/** A level is reported at its first task. */
const firstOf = ([first]: readonly Task[]): { taskId: string } => ({ taskId: (first as Task).id });
