import type { AttachmentNote } from "@/lib/core/attachments";
import type { Json } from "@/lib/core/json";
import type { Finding } from "@/lib/core/plan/critic/types";
import type { Issue, TaskType } from "@/lib/core/plan/schema";
import type { ToolFacts } from "@/lib/core/ports";
import type { BlockName } from "@/lib/core/prompt-blocks";

/** Why the previous attempt of a task was not accepted; its input stays as it was. */
export type Feedback = { attempt: number; of: number; previousOutput: string; diagnosis: string };

/** Facts of the run, as the prompts of several roles show them. */

/** A tool as a planner has to know it: what it does, what it changes, what it takes. */
export function toolsForPlanning(tools: ToolFacts[]): Json[] {
  return tools.map(({ name, description, sideEffects, tags, inputSchema }) => ({
    name,
    description,
    sideEffects,
    tags,
    inputSchema,
  }));
}

/** Files of the run, each as one line. */
export function attachmentFacts(files: readonly AttachmentNote[] = []): Json[] {
  return files.map((file) => ({ ...file }));
}

/** Tasks that are still to be done; reviews among them are marked. */
export function remainingTasks(tasks: { id: string; title: string; type: TaskType }[]): Json[] {
  return tasks.map(({ id, title, type }) => ({
    id,
    type,
    title: type === "planning_review" ? `[REVIEW] ${title}` : title,
  }));
}

/** One line for each weak place of a plan, with what to do about it. */
export function findingLines(findings: Finding[]): string {
  return findings
    .map(({ severity, code, taskId, edge, message, recommendation }) => {
      const subject = edge ? `${edge.from} -> ${edge.to}` : taskId;
      return `- ${[severity, code, subject].filter(Boolean).join(" ")}: ${message} ${recommendation}`;
    })
    .join("\n");
}

/** What is wrong with an earlier plan, or weak in it. */
export function problemLines(problem: { issues: Issue[] } | { findings: Finding[] }): string {
  return "findings" in problem ? findingLines(problem.findings) : issueLines(problem.issues);
}

/** What a run has cost so far; unknown is not zero. */
export function costText(costMicroUsd: number | undefined): string {
  return costMicroUsd === undefined ? "unknown" : `${(costMicroUsd / 1e6).toFixed(4)} US dollars`;
}

/** One line for each thing that is wrong with a plan. */
export function issueLines(issues: Issue[]): string {
  return issues
    .map(
      ({ code, message, taskId, path }) => `- ${[code, taskId, path].filter(Boolean).join(" ")}: ${message}`,
    )
    .join("\n");
}

/** The blocks of a retry, after everything that the first attempt saw (docs/agents.md, "The agent's prompt"). */
export function feedbackBlocks(feedback: Feedback | undefined): [BlockName, Json | undefined][] {
  if (!feedback) return [];
  const { attempt, of, previousOutput, diagnosis } = feedback;
  return [
    ["feedback", `This is attempt ${attempt} of ${of}.`],
    ["previous_output", previousOutput],
    ["diagnosis", diagnosis],
  ];
}
