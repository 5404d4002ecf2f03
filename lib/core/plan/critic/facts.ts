import type { ToolTraits } from "../../policy";
import type { SideEffects } from "../../ports";
import { type Released, releasedBy } from "../../run/controls/release/release";
import { declaredAgent } from "../agents";
import { levels, topologicalOrder } from "../graph";
import { reachOf } from "../reach";
import type { Plan, Task } from "../schema";
import { storePlan } from "../store";
import type { CriticThresholds, Finding } from "./types";

/** What the critic looks at in a tool. */
export type CriticTool = ToolTraits & { sideEffects?: SideEffects };

/** The plan as the rules look at it, made once. Of tasks with the same id the last counts. */
export type PlanFacts = {
  /** What the plan is about, in its own words. */
  subject: string;
  tasks: readonly Task[];
  byId: ReadonlyMap<string, Task>;
  /** Dependencies before their dependents. */
  order: readonly Task[];
  /** The tasks that depend on one directly. */
  dependents: ReadonlyMap<string, readonly Task[]>;
  /** The tasks of each level, in plan order. */
  byLevel: readonly (readonly Task[])[];
  /** The known tools that a task's agent names for itself. */
  declaredTools(task: Task): readonly CriticTool[];
  /** Does the built-in supervisor do it, whose tools are no choice of the plan? */
  hasAllTools(task: Pick<Task, "agent">): boolean;
  /** The known tools that a task's agent may call: for the supervisor all of them. */
  availableTools(task: Task): readonly CriticTool[];
  tools: readonly CriticTool[];
  /** What the plan sets free by itself, with the tools by which it may act (docs/engine.md, "The release"). */
  setFree(): Released[];
  thresholds: CriticThresholds;
};

/** One row of the critic's table. */
export type Rule = (facts: PlanFacts) => Finding[];

/** Facts of a plan, in time linear in its tasks and edges. */
export function factsOf(plan: Plan, tools: readonly CriticTool[], thresholds: CriticThresholds): PlanFacts {
  const byId = new Map(plan.tasks.map((task) => [task.id, task]));
  const tasks = [...byId.values()];
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const declaredTools = (task: Task): CriticTool[] =>
    (declaredAgent(plan, task.agent)?.tools ?? []).flatMap((name) => byName.get(name) ?? []);
  const hasAllTools = (task: Pick<Task, "agent">): boolean =>
    task.agent === "supervisor" && declaredAgent(plan, task.agent) === undefined;
  return {
    subject: `${plan.title}\n${plan.objective ?? ""}`,
    tasks,
    byId,
    order: topologicalOrder(tasks).flatMap((id) => byId.get(id) ?? []),
    dependents: dependentsOf(tasks),
    byLevel: groupByLevel(tasks),
    declaredTools,
    hasAllTools,
    availableTools: (task) => (hasAllTools(task) ? tools : declaredTools(task)),
    tools,
    setFree: () => setFreeBy(plan, tools),
    thresholds,
  };
}

/** Without any tool nothing is known of what tasks may do. */
function setFreeBy(plan: Plan, tools: readonly CriticTool[]): Released[] {
  if (tools.length === 0) return [];
  const known = tools.map(({ name, sideEffects = "external" }) => ({ name, sideEffects }));
  const settings = { fourEyes: false };
  return releasedBy({
    tasks: storePlan(plan).plan.tasks,
    reach: reachOf(plan, known),
    settings,
    ended: new Set(),
    over: new Set(),
  });
}

/** A task that an agent does. */
export function isAgentTask(task: Task): boolean {
  return task.type === "task";
}

/** A look at the progress by a model or a person. */
export function isReview(task: Task): boolean {
  return task.type === "planning_review" || task.type === "human_review";
}

function dependentsOf(tasks: readonly Task[]): Map<string, Task[]> {
  const dependents = new Map<string, Task[]>();
  for (const task of tasks) {
    for (const id of new Set(task.dependsOn)) {
      const list = dependents.get(id);
      if (list) list.push(task);
      else dependents.set(id, [task]);
    }
  }
  return dependents;
}

function groupByLevel(tasks: readonly Task[]): Task[][] {
  const level = levels(tasks);
  const groups: Task[][] = [];
  for (const task of tasks) {
    const at = level.get(task.id) as number;
    let group = groups[at];
    if (!group) {
      group = [];
      groups[at] = group;
    }
    group.push(task);
  }
  return groups;
}
