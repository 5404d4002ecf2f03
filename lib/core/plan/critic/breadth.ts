import type { Finding } from "../critic-types";
import { ancestorBits } from "../graph";
import type { Task } from "../schema";
import type { PlanFacts } from "./facts";
import { finding, quoted } from "./finding";

/** Rules about tasks that stand side by side. */

const WIDE_LEVEL = 3;

/** More tasks on one level than can be watched. */
export function parallelExplosion({ byLevel, thresholds }: PlanFacts): Finding[] {
  return byLevel.flatMap((tasks, level) => {
    if (tasks.length <= thresholds.parallelTasks) return [];
    const message = `Level ${level} has ${tasks.length} tasks side by side (${namesOf(tasks)}); ${thresholds.parallelTasks} can be watched.`;
    const recommendation = `Split level ${level} into groups of at most ${thresholds.parallelTasks} tasks that follow each other, or merge tasks of the same kind.`;
    return finding("parallel_explosion", "critical", firstOf(tasks), { message, recommendation });
  });
}

/** Several results side by side that nothing brings together. */
export function missingGate({ byLevel, tasks }: PlanFacts): Finding[] {
  const bits = ancestorBits(tasks);
  const gates = tasks
    .filter((task) => task.type === "synthesis_gate")
    .map((gate) => bits.get(gate.id)?.above ?? 0n);
  return byLevel.flatMap((side, level) => {
    if (side.length < WIDE_LEVEL) return [];
    const mask = side.reduce((all, task) => all | (bits.get(task.id)?.own ?? 0n), 0n);
    if (gates.some((above) => (above & mask) === mask)) return [];
    const message = `Level ${level} has ${side.length} tasks (${namesOf(side)}) and no synthesis gate that all of them lead to.`;
    const recommendation = `Add a synthesis gate that depends on all tasks of level ${level}, and let later tasks use its result.`;
    return finding("missing_gate", "warning", firstOf(side), { message, recommendation });
  });
}

const namesOf = (tasks: readonly Task[]): string => quoted(tasks.map(({ id }) => id));

/** A level is told by its first task. */
const firstOf = ([first]: readonly Task[]): { taskId: string } => ({ taskId: (first as Task).id });
