import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import type { Decision, FailurePolicy, TaskType } from "@/lib/core/plan/schema";
import type { DecisionPointAnswer } from "@/lib/core/review/types";
import { asText } from "./text";
import type { Turn } from "./turn";

/** Plans and decisions as the scenarios write them, and the forms in which the roles want them. */

export type ReviewDraft = {
  focus: string;
  previousTasks: string[];
  decisionPoints: string[];
  potentialOutcomes: { decision: Decision; when: string }[];
};

export type TaskDraft = {
  id: string;
  title: string;
  type?: TaskType;
  agent?: string;
  input?: string;
  details?: string[];
  dependsOn?: string[];
  onFailure?: FailurePolicy;
  verification?: string;
  onVerificationFailure?: FailurePolicy;
  /** As a signature. */
  outputSchema?: string;
  replaces?: string;
  review?: ReviewDraft;
  gate?: { prompt: string };
};

export type AgentDraft = { prompt: string; tools: string[]; reflection?: Json; policy?: Json };

export type PlanDraft = { title: string; agents: Record<string, AgentDraft>; tasks: TaskDraft[] };

/** A plan some of whose tasks are those of an earlier one, as they were. */
export type TailDraft = Omit<PlanDraft, "tasks"> & { tasks: (TaskDraft | JsonObject)[] };

export type DecisionDraft = {
  decision: Decision;
  reasoning: string;
  answers: DecisionPointAnswer[];
  deviation?: string;
  finalResult?: string;
  abortReason?: string;
};

/** `replanReason` says what is missing; without it nothing is. */
type SummaryDraft = {
  finalAnswer: string;
  qualityScore: number;
  qualityReasoning: string;
  usedEvidence: string[];
  replanReason?: string;
};

/** A check that a result in words says what its task is for; an attempt that does not is made once more. */
export const says = (
  pattern: string,
  missing: string,
): Required<Pick<TaskDraft, "verification" | "onVerificationFailure">> => ({
  verification: `(if (re-find #"${pattern}" data/result) true "${missing}")`,
  onVerificationFailure: "retry",
});

/** The plan as planner and replanner answer it, its agents without tools that were not offered. */
export function writePlan(plan: TailDraft, turn: Turn): string {
  const offered = toolNames(turn);
  const agents = Object.fromEntries(
    Object.entries(plan.agents).map(([name, agent]) => [
      name,
      { ...agent, tools: agent.tools.filter((tool) => offered.has(tool)) },
    ]),
  );
  const tasks = turn.block("plan_style") === "short" ? plan.tasks.map(inShort) : plan.tasks;
  return JSON.stringify({ ...plan, agents, tasks }, null, 2);
}

const inShort = ({ details: _details, ...task }: TaskDraft | JsonObject): object => task;

/** The decision as the reviewer's schema wants it: every key there, null where it does not apply. */
export function writeDecision(draft: DecisionDraft): string {
  const { decision, reasoning, answers, deviation = null, finalResult = null, abortReason = null } = draft;
  return JSON.stringify(
    { decision, reasoning, conditions: [], answers, deviation, finalResult, abortReason },
    null,
    2,
  );
}

/** The summary as the summarizer's schema wants it. */
export function writeSummary({ replanReason, ...draft }: SummaryDraft): string {
  const needReplan = replanReason !== undefined;
  return JSON.stringify({ ...draft, needReplan, replanReason: replanReason ?? null }, null, 2);
}

/** The tools that planners may use, each with what stands in its brackets; the last lines may have several by their names. */
export function plannedTools(turn: Turn): { name: string; marks: string[] }[] {
  const lines = turn.block("tools").matchAll(/^(?:([\w-]+)\(.*? )?\[([^\]]*)\]: (.*)$/gm);
  return [...lines].flatMap(([, name, marks = "", said = ""]) =>
    (name === undefined ? said.split(", ") : [name]).map((one) => ({ name: one, marks: marks.split(", ") })),
  );
}

function toolNames(turn: Turn): Set<string> {
  return new Set(plannedTools(turn).map(({ name }) => name));
}

/** The results of an outcome with their texts, also those that stand there once for several tasks. */
export function resultsIn(turn: Turn): { id: string; title: string; status: string; text: string }[] {
  const results = listIn(turn, "results");
  const values = new Map(results.map(({ id, value }) => [String(id), value]));
  const named = ({ sameAs }: { [key: string]: Json }) =>
    typeof sameAs === "string" ? values.get(sameAs) : undefined;
  const whole = (value: Json): Json =>
    isJsonObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, part]) => [name, (isJsonObject(part) && named(part)) || part]),
        )
      : value;
  return results.map((result) => ({
    id: String(result.id),
    title: asText(result.title ?? ""),
    status: String(result.status),
    text: asText(whole(result.value ?? named(result) ?? "")),
  }));
}

/** The objects listed in a JSON block; empty when there is no such block. */
export function listIn(turn: Turn, name: Parameters<Turn["json"]>[0]): { [key: string]: Json }[] {
  const value = turn.json(name);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
