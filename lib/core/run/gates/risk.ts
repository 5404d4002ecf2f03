import type { Decision } from "../../plan/schema";
import type { SideEffects } from "../../ports";
import type { ApprovalState, RunState, TaskState } from "../state";
import { taskOf } from "../state/ready";
import { isTerminalTask } from "../status";
import { answerRow, type GateVerb } from "./table";

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

/** Why an answer takes a second step, as facts; `describeRisk` says it. */
export type Risk =
  | { code: "ends_run"; verb: GateVerb }
  | { code: "repeats_call" | "repeats_known_call"; tool: string }
  /** What starts next can change something outside. */
  | { code: "starts_changes"; tasks: { title: string; tools: string[] }[] };

type RiskQuestion = { state: RunState; gate: ApprovalState; effects: ToolSideEffects };

/** Why an answer to a gate takes a second step; undefined when one is enough. */
export function riskOf({ state, gate, effects }: RiskQuestion, verb: GateVerb): Risk | undefined {
  const { subject, taskId } = gate;
  const tool = String(subject?.tool ?? "The tool");
  switch (answerRow(gate.kind, verb)?.risk) {
    case "ends_run":
      return { code: "ends_run", verb };
    case "repeats_call":
      return { code: "repeats_call", tool };
    case "repeats_known_call":
      return subject?.earlier === undefined ? undefined : { code: "repeats_known_call", tool };
    case "starts_plan":
      return changeRisk(state, firstTasks(state), effects);
    case "starts_next":
      return taskId === undefined ? undefined : changeRisk(state, nextTasks(state, taskId), effects);
    default:
      return undefined;
  }
}

/** Why a review's decision takes a second step. */
export function decisionRisk(decision: Decision): Risk | undefined {
  return answerRow("review_decision", decision)?.risk === "ends_run"
    ? { code: "ends_run", verb: decision }
    : undefined;
}

function changeRisk(state: RunState, tasks: TaskState[], effects: ToolSideEffects): Risk | undefined {
  const changing = tasks.flatMap((task) => {
    const tools = changingTools(state, task, effects);
    return tools.length > 0 ? [{ title: task.spec.title, tools }] : [];
  });
  return changing.length === 0 ? undefined : { code: "starts_changes", tasks: changing };
}
