import { digestOf } from "../../bytes";
import type { Json } from "../../json";
import { declaredAgent } from "../agents";
import type { Agent, Plan, Task } from "../schema";
import type { StoredAgent } from "../stored";

/**
 * Hash of what a task's own fields say about its work: type, all that makes its agent and its reviewers what they are, input,
 * details and checks. How failures are treated, limits and dependencies are not part of it, nor is the title of a task that
 * has an input (docs/plans.md, "Fingerprints"). The plan declares no built-in agents. `meant`: the tasks that its placeholders
 * mean, where the plan around it is known: with the input these say what each of them means.
 */
export function workDigest(task: Task, plan: Pick<Plan, "agents">, meant: readonly string[] = []): string {
  const agent = declaredAgent(plan, task.agent);
  const reviewers = (task.review?.reviewers ?? []).flatMap((name) => declaredAgent(plan, name) ?? []);
  return digestOf(
    asJson({
      type: task.type,
      title: task.input === "" ? task.title : undefined,
      agent: {
        builtIn: agent === undefined,
        ...(agent ? boundsAside(agent) : { prompt: task.agent, tools: [] }),
      },
      input: task.input,
      meant: meant.length === 0 ? undefined : meant,
      details: task.details,
      verification: task.verification,
      outputSchema: task.outputSchema,
      llmReview: task.llmReview,
      qualityGate: task.qualityGate,
      review: task.review,
      reviewers: reviewers.length === 0 ? undefined : reviewers.map(boundsAside),
      gate: task.gate,
    }),
  );
}

/** What bounds an agent and says nothing of its work; a looser policy is a control's to hold (docs/engine.md). */
export function boundsAside(agent: Agent | StoredAgent): Partial<Agent | StoredAgent> {
  const { maxTurns, hopBudget, deadlineMs, tokenBudget, costBudgetUsd, maxParallel, policy, ...work } = agent;
  return work;
}

/** A dependency as it was consumed; `resultDigest` is null for a skipped one. */
export type ConsumedDependency = { id: string; fingerprint: string; resultDigest: string | null };

/** Hash of the work and of everything it consumed. The order of the dependencies does not matter. */
export function fingerprint(work: string, dependencies: readonly ConsumedDependency[]): string {
  const consumed = dependencies.map(({ id, fingerprint: own, resultDigest }) => [id, own, resultDigest]);
  return digestOf([work, consumed.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))]);
}

/** Optional fields that are undefined are no part of the JSON. */
function asJson(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
