import { type RefinerInput, refiner } from "@/lib/agents/refiner";
import { type ItemOf, judgeRefinement, refinementMeasures } from "@/lib/core/evaluation";
import type { JsonObject } from "@/lib/core/json";
import { validatePlan } from "@/lib/core/plan";
import { reachOf } from "@/lib/core/plan/reach";
import type { Plan } from "@/lib/core/plan/schema";
import { agentInShort, taskInShort } from "@/lib/core/plan/write/json";
import type { ToolFacts } from "@/lib/core/ports";
import { type RefineBase, restOf, untouchable } from "@/lib/core/refinement/rest";
import { type EvaluationCase, judged } from "./case";
import { planOf, toolFacts } from "./plans";

/** The rest of a plan with what has just ended, before the refiner. */
export function refinementCase(item: ItemOf<"refinements">): EvaluationCase {
  const { id } = item;
  const measures = refinementMeasures(item);
  const tools = item.tools.map(toolFacts);
  const base = refineBaseOf(item, tools);
  const input = inputOf(item, base);
  return {
    id,
    measures,
    async judge(ask) {
      return judged(await ask(refiner, input), ({ items, summary }) => {
        const { right, said, plan } = judgeRefinement(items, base, item);
        const error = validatePlan(plan, { tools }).find(({ severity }) => severity === "error");
        return { hits: right && !error ? measures : [], said: `${said}: ${error?.message ?? summary}` };
      });
    },
  };
}

/** The plan as a run has it at that moment: nothing else has begun, and people are asked about what is changed. */
export function refineBaseOf(item: ItemOf<"refinements">, tools: readonly ToolFacts[]): RefineBase {
  const current = planOf(item, "refinements");
  const ids = current.tasks.map((task) => task.id);
  const status = new Map<string, "pending" | "succeeded" | "skipped">(ids.map((id) => [id, "pending"]));
  for (const { id } of item.completed) status.set(id, "succeeded");
  for (const { id, status: ended } of item.results) status.set(id, ended);
  return {
    current,
    status,
    usedIds: new Set(ids),
    checkedByPeople: new Set<string>(),
    unstarted: new Set(ids.filter((id) => status.get(id) === "pending")),
    restedOn: new Set(),
    about: item.results.map(({ id }) => id),
    reachOf: (plan) => reachOf(plan, tools),
    mayWrite: true,
  };
}

function inputOf(item: ItemOf<"refinements">, base: RefineBase): RefinerInput {
  const { mission, constraints, results, completed } = item;
  const { current, unstarted } = base;
  const rest = restOf(base);
  const titleOf = (id: string) => rest.byId.get(id)?.title ?? id;
  const open = current.tasks.filter(({ id }) => unstarted.has(id));
  return {
    mission,
    ...(constraints !== undefined && { constraints }),
    completed: completed.map(({ id, preview }) => ({ id, title: titleOf(id), preview })),
    agents: agentsOf(current, open),
    remaining: open.map((task) => ({
      ...taskInShort(task),
      type: task.type,
      status: "pending",
      ...(untouchable(task, rest) && { fixed: true }),
    })),
    results: results.map(({ reason, ...result }) => ({
      ...result,
      title: titleOf(result.id),
      ...(reason !== undefined && { reason }),
    })),
  };
}

const agentsOf = ({ agents }: Plan, open: Plan["tasks"]): JsonObject =>
  Object.fromEntries(
    Object.entries(agents).flatMap(([name, agent]) =>
      open.some((task) => task.agent === name) ? [[name, agentInShort(agent)]] : [],
    ),
  );
