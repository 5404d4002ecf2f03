import { approachOf, type Trial } from "@/lib/agents/replanner/trials";
import type { Json } from "@/lib/core/json";
import type { StoredTask } from "@/lib/core/plan/stored";
import type { TaskState } from "@/lib/core/run/state";
import { type PastFailure, pastFailures } from "@/lib/core/run/trials";
import { step as stepSchema } from "@/lib/core/trajectory";
import type { EffectContext } from "./effect";
import { type Bodies, bodyOf, inputText, loadBodies, refsOfValues } from "./work";

/** What was tried in the run and did not do, with what the agents did from their stored steps. */
export async function readTrials(context: EffectContext): Promise<Trial[]> {
  const { workspaceId } = context.state();
  const tried = structuredClone(pastFailures(context.state()));
  const outputs = tried.flatMap((one) =>
    one.kind === "attempt" && one.attempt.output ? [one.attempt.output] : [],
  );
  const bodies = await loadBodies(context, workspaceId, refsOfValues(outputs));
  return Promise.all(
    tried.map((one) => (one.kind === "attempt" ? failedTrial(context, one, bodies) : reviewedTrial(one))),
  );
}

async function failedTrial(
  context: EffectContext,
  { task, attempt, newTaskCount }: Extract<PastFailure, { kind: "attempt" }>,
  bodies: Bodies,
): Promise<Trial> {
  const { steps } = await context.reads.attempt(context.runId, task.id, attempt.attempt);
  const { output, diagnosis = "" } = attempt;
  const value = output ? bodyOf(output, bodies) : "";
  return {
    attempt: attempt.attempt,
    task: task.id,
    input: shownInput(task.spec),
    approach: approachOf(steps.map(({ body }) => stepSchema.parse(body))),
    output: textOf(value),
    diagnosis,
    ...(newTaskCount !== undefined && { newTaskCount }),
  };
}

/** A review that sent work back: what it had before it is what was tried. */
function reviewedTrial({
  review,
  entry,
  reviewed,
  newTaskCount,
}: Extract<PastFailure, { kind: "review" }>): Trial {
  return {
    attempt: entry.number,
    task: review.id,
    input: review.spec.review?.focus ?? review.spec.title,
    approach: reviewed.map(({ id, spec }) => `${id}: ${spec.title}`).join(" → "),
    output: reviewed.map(resultLine).join("\n"),
    diagnosis: entry.reason,
    ...(newTaskCount !== undefined && { newTaskCount }),
  };
}

const resultLine = ({ id, status, result, diagnosis }: TaskState): string =>
  `${id} (${status}): ${result?.preview ?? diagnosis ?? ""}`;

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

/** The input of a task as prompts show it; long ones by their beginning. */
export function shownInput({ input }: StoredTask): string {
  return isRef(input) ? input.preview : inputText(input);
}

const isRef = (input: Json): input is { $ref: string; preview: string } =>
  typeof input === "object" && input !== null && "$ref" in input && typeof input.preview === "string";
