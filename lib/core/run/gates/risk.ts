import type { SideEffects } from "../../ports";
import type { ApprovalState, RunState, TaskState } from "../state";
import { taskOf } from "../state/ready";
import { isTerminalTask } from "../status";

/** What each tool changes outside, by name; undefined until that is known. */
export type ToolSideEffects = Readonly<Record<string, SideEffects>> | undefined;

/** Tasks that wait for this one alone or among others, and have not ended. */
export function nextTasks(state: RunState, taskId: string): TaskState[] {
  return (state.dependents[taskId] ?? [])
    .flatMap((id) => state.tasks[id] ?? [])
    .filter((task) => !isTerminalTask(task.status));
}

/** Tasks that start as soon as a plan version may run: behind what has ended, where something has. */
export function firstTasks(state: RunState): TaskState[] {
  const ready = new Set(state.ready);
  return state.order.filter((id) => ready.has(id)).map((id) => taskOf(state, id));
}

/** Tools by which a task can change something outside. What is not known yet counts as such. */
export function changingTools(state: RunState, task: TaskState, effects: ToolSideEffects): string[] {
  if (task.spec.type !== "task" && task.spec.type !== "direct") return [];
  const own = state.agents[task.spec.agent]?.tools ?? [];
  const tools = task.spec.agent === "supervisor" && own.length === 0 ? Object.keys(effects ?? {}) : own;
  return tools.filter((tool) => effects?.[tool] !== "none" && effects?.[tool] !== "read");
}

type RiskQuestion = { state: RunState; gate: ApprovalState; effects: ToolSideEffects };

/** Why an answer to a gate takes a second step; undefined when one is enough. */
export function riskOf({ state, gate, effects }: RiskQuestion, verb: string): string | undefined {
  if (endsRun(gate, verb)) return endingRisk(verb);
  if (gate.kind === "unknown_outcome" && verb === "run") {
    return `${gate.subject?.tool ?? "The tool"} runs again. If it has already happened, it happens twice.`;
  }
  if (gate.kind === "tool_approval" && verb === "approve" && gate.subject?.earlier !== undefined) {
    return `${gate.subject.tool} has already been done with exactly these arguments: it is done once more.`;
  }
  if (gate.kind === "plan_approval" && verb === "approve") {
    return changeRisk(state, firstTasks(state), effects);
  }
  const passes = ["approve", "edit", "respond"].includes(verb);
  if (gate.kind !== "human_review" || !passes || gate.taskId === undefined) return undefined;
  return changeRisk(state, nextTasks(state, gate.taskId), effects);
}

/** Why a review's decision takes a second step. */
export function decisionRisk(decision: string): string | undefined {
  return decision === "ABORT" ? endingRisk(decision) : undefined;
}

function endsRun({ kind }: ApprovalState, verb: string): boolean {
  return verb.toLowerCase() === "abort" || (kind === "plan_approval" && verb === "reject");
}

function endingRisk(verb: string): string {
  const what = verb === "reject" ? "Rejecting the plan" : "Aborting";
  return `${what} ends the run for good. Finished work stays in the record; nothing more is done.`;
}

function changeRisk(state: RunState, tasks: TaskState[], effects: ToolSideEffects): string | undefined {
  const changing = tasks.flatMap((task) => {
    const tools = changingTools(state, task, effects);
    return tools.length > 0 ? [`“${task.spec.title}” (by ${tools.join(", ")})`] : [];
  });
  if (changing.length === 0) return undefined;
  return `What starts next can change things outside: ${changing.join("; ")}.`;
}
