import { canonicalJson, type Json } from "../json";
import type { ModelMessage } from "../ports";
import { writeBlock } from "../prompt-blocks";
import { branchesOf, callsOf } from "./step-calls";
import type { Step, Summary, Trajectory } from "./types";

type ToolMessage = Extract<ModelMessage, { role: "tool" }>;

/**
 * The messages of the next request: the query, the summary of the first steps if there is one, then for each step after
 * those the provider's own messages (`verbatim`, one list a step) and what the agent was told of it, and what people say
 * now (`steering`). Equal trajectories give equal messages, so a request after a crash is the one that was lost.
 */
export function messagesOf(
  trajectory: Trajectory,
  verbatim: readonly Json[][],
  steering: readonly string[] = [],
): ModelMessage[] {
  const { query, summary, steps } = trajectory;
  const from = summary?.upToStep ?? 0;
  const turns = steps
    .slice(from)
    .flatMap((step, index): ModelMessage[] => [
      ...heard(step.steering),
      { role: "assistant", verbatim: verbatim[from + index] ?? [] },
      ...replyTo(step),
    ]);
  return [
    { role: "user", text: query },
    ...(summary ? summarised(summary, steps.slice(0, from)) : []),
    ...turns,
    ...heard(steering),
  ];
}

/** What stands for the first steps. What people said in them is theirs, and is not put into other words. */
function summarised({ by: _by, ...summary }: Summary, steps: readonly Step[]): ModelMessage[] {
  // Sorted keys: a store may give them back in another order.
  const text = writeBlock("summary", canonicalJson(summary));
  return [{ role: "user", text }, ...steps.flatMap(({ steering }) => heard(steering))];
}

/** A word of a person is a message of its own, so that it is told from what tools say. */
function heard(steering: readonly string[] = []): ModelMessage[] {
  return steering.map((message) => ({ role: "user", text: writeBlock("steering", message) }));
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
    const edited = step.edited?.[callId];
    if (result?.ok) return { callId, tool, output: told(result.output, edited), isError: false };
    const error = result?.error ?? step.error;
    return error === undefined ? [] : { callId, tool, output: told(error, edited), isError: true };
  });
}

/** What a call gave; an agent has to know that it was not the call it had asked for. */
function told(output: Json, edited: Json | undefined): Json {
  if (edited === undefined) return output;
  return { note: "A person changed the arguments of this call.", arguments: edited, result: output };
}
