import type { Json } from "@/lib/core/json";
import { evaluate } from "@/lib/core/lisp";
import { reviewOf } from "@/lib/core/plan";
import { evaluateCondition, type PreviousTask } from "@/lib/core/plan/condition";
import { isTerminalTask } from "@/lib/core/run/status";
import type { EffectContext } from "./effect";
import { bodyOf, loadBodies, refsOfValues, type Work } from "./work";

/**
 * Why a conditional review is not needed: its condition with what was found. Undefined when it has to run: without a
 * condition, with one that holds, and with one that cannot be evaluated (docs/plans.md, "Conditions").
 */
export async function skipReason(context: EffectContext, { task }: Work): Promise<string | undefined> {
  const condition = task.review?.condition;
  if (condition === undefined) return;
  const { tasks, workspaceId } = context.state();
  const ended = new Map(
    [...new Set([...reviewOf(task).previousTasks, ...task.dependsOn])].flatMap((id) => {
      const one = tasks[id];
      return one && isTerminalTask(one.status)
        ? [[id, { status: one.status, result: one.result }] as const]
        : [];
    }),
  );
  const stored = [...ended.values()].flatMap(({ result }) => result ?? []);
  const bodies = await loadBodies(context, workspaceId, refsOfValues(stored));
  const facts = [...ended].map(([id, { status, result }]): PreviousTask => {
    return { id, status, ...(result && { result: bodyOf(result, bodies) }) };
  });
  const named = new Set(reviewOf(task).previousTasks);
  const previous = facts.filter(({ id }) => named.has(id));
  const results: Record<string, Json> = Object.fromEntries(
    facts.flatMap(({ id, result }) => (result === undefined ? [] : [[id, result]])),
  );
  const { holds, shown } = evaluateCondition(condition, { previous, results }, evaluate);
  return holds === false ? shown : undefined;
}
