import type { Json, JsonObject } from "../json";
import { type Plan, serializePlan } from "../plan";
import { readBlock } from "../prompt-blocks";
import type { FailureCode } from "../run/events/tasks";
import { cutText } from "../text";
import { type Call, observationOf, type Step, type Trajectory } from "../trajectory";
import { storableExample } from "./facts";
import type { AgentExample, PlannerExample } from "./form";
import type { ExampleOutcome } from "./words";

/** Characters of an observation or an answer in a draft: an example shows the way, not all of the material. */
const MAX_VALUE_CHARS = 600;

/** An attempt as the draft of an example; one that gave no answer lacks the step that finishes. It holds no secrets. */
export function draftOfAttempt(
  { query, steps }: Pick<Trajectory, "query" | "steps">,
  { title, failure }: { title: string; failure: FailureCode | undefined },
): AgentExample {
  const asked = readBlock(query, "input")?.trim();
  // What a critic sent back is no answer any more.
  const kept = steps.filter(({ action }, index) => action.type !== "finish" || index === steps.length - 1);
  return storableExample({
    query: asked || title,
    steps: kept.flatMap(stepsOf),
    outcome: OUTCOMES.find((outcome) => outcome === failure) ?? "answer_complete",
  });
}

const OUTCOMES: readonly ExampleOutcome[] = ["no_path", "budget_exhausted"];

function stepsOf(step: Step): JsonObject[] {
  const observation = observationOf(step);
  return [
    { thought: step.thought, ...actionOf(step) },
    ...(observation === undefined ? [] : [{ observation: shortened(observation) }]),
  ];
}

function actionOf({ action }: Step): JsonObject {
  switch (action.type) {
    case "finish":
      return { next_node: null, args: { answer: shortened(action.answer) } };
    case "tool":
      return { next_node: action.tool, args: action.args };
    case "parallel": {
      const { calls, join } = action;
      return { next_node: null, plan: calls.map(nodeOf), ...(join && { join: nodeOf(join) }) };
    }
  }
}

const nodeOf = ({ tool: node, args }: Call): JsonObject => ({ node, args });

/** A value as it is, or the beginning of its text. */
function shortened(value: Json): Json {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= MAX_VALUE_CHARS ? value : `${cutText(text, MAX_VALUE_CHARS)}…`;
}

/** A run's plan as the draft of an example for planners. It holds no secrets. */
export const draftOfRun = ({ mission, plan }: { mission: string; plan: Plan }): PlannerExample =>
  storableExample({ mission, plan: JSON.parse(serializePlan(plan)) as JsonObject });
