import type { Json } from "../../json";
import type { Finding } from "../critic-types";
import type { Task } from "../schema";
import { isAgentTask, type PlanFacts } from "./facts";
import { createFinding } from "./finding";

const FLAKY_WORDS = /\b(?:search|fetch|api|web|http|request|query|external|scrape|download)\b/i;
/** The ids in placeholders are names, not work. */
const PLACEHOLDERS = /\{\{[^{}]*\}\}/g;

/** Tools that reach over a network carry this tag. */
const NETWORK_TAG = "network";

/** Work that fails now and then, in a place where one failure ends the run. The supervisor's tools say nothing here. */
export function optimismBias({ tasks, declaredTools }: PlanFacts): Finding[] {
  return tasks.flatMap((task) => {
    if (!isAgentTask(task) || !task.critical || task.onFailure !== "stop") return [];
    const tool = declaredTools(task).find(({ tags = [] }) => tags.includes(NETWORK_TAG));
    const word = FLAKY_WORDS.exec(wordingOf(task))?.[0];
    const sign = tool ? `has the network tool "${tool.name}"` : word && `speaks of "${word}"`;
    if (sign === undefined) return [];
    const message = `"${task.id}" ${sign}, which fails now and then; it is critical and stops the run on failure.`;
    const recommendation = `Set onFailure of "${task.id}" to retry or replan, or make it uncritical and let what follows cope without it.`;
    return createFinding("optimism_bias", "warning", { taskId: task.id }, { message, recommendation });
  });
}

function wordingOf({ title, input, details }: Task): string {
  const texts = [title, ...details, ...textsIn(input)];
  return texts.join("\n").replace(PLACEHOLDERS, " ");
}

function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
