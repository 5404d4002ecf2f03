import { isJsonObject, type Json } from "../json";
import type { ModelMessage } from "../ports";
import { callsOf } from "./next";
import { type Branch, branch as branchSchema, type Step, type Trajectory } from "./types";

type ToolMessage = Extract<ModelMessage, { role: "tool" }>;

/**
 * The messages of the next request: the query, then for each step the provider's own messages (`verbatim`, one list
 * a step) and what the agent was told of it. Equal trajectories give equal messages, so a request after a crash is
 * the one that was lost.
 */
export function messagesOf(trajectory: Trajectory, verbatim: readonly Json[][]): ModelMessage[] {
  const turns = trajectory.steps.flatMap((step, index): ModelMessage[] => [
    { role: "assistant", verbatim: verbatim[index] ?? [] },
    ...replyTo(step),
  ]);
  return [{ role: "user", text: trajectory.query }, ...turns];
}

function replyTo(step: Step): ModelMessage[] {
  const results = resultsOf(step);
  if (results.length > 0) return [{ role: "tool", results }];
  return step.error === undefined ? [] : [{ role: "user", text: step.error }];
}

function resultsOf(step: Step): ToolMessage["results"] {
  const branches = new Map(branchesOf(step).map((branch) => [branch.callId, branch]));
  return callsOf(step).flatMap(({ callId, tool }) => {
    const result = branches.get(callId);
    if (result?.ok) return { callId, tool, output: result.output, isError: false };
    const error = result?.error ?? step.error;
    return error === undefined ? [] : { callId, tool, output: error, isError: true };
  });
}

/** The results of a step's calls, whatever the form in which the step holds them. */
export function branchesOf(step: Step): Branch[] {
  const { action, observation } = step;
  if (observation === undefined) return step.branches ?? [];
  if (action.type === "tool")
    return [{ callId: action.callId, tool: action.tool, ok: true, output: observation }];
  if (!isJsonObject(observation) || !Array.isArray(observation.branches)) return [];
  return observation.branches.flatMap((item) => branchSchema.safeParse(item).data ?? []);
}
