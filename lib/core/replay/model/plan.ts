import { isJsonObject } from "../../json";
import type { ModelInfo } from "../../ports";
import { withCutTexts } from "../../text";
import { readTrajectory, type Trajectory } from "../../trajectory";
import { PROBLEM_CHARS } from "../report";
import { MAX_MODEL_CALLS, type ModelReplaySettings, type RecordedConversation } from "./settings";

/** What keeps a model replay from beginning; trajectories count from 1. */
export type ModelReplayProblem =
  | { code: "unreadable"; trajectory: number; problem: string }
  | { code: "empty_trajectory" | "no_recorded_model" | "no_recorded_prompt"; trajectory: number }
  /** `writes_actions`: the model needs a prompt that says how to write actions as JSON. */
  | { code: "unknown_model" | "writes_actions" | "cost_limit_needed"; model: string }
  | { code: "too_many_calls"; calls: number; limit: number };

type ModelReplayFacts = {
  models: readonly Pick<ModelInfo, "id" | "price" | "toolCalling">[];
  /** The model that agents have now. */
  currentModel: string;
  /** The model that critics have now. */
  criticModel: string;
};

/** One turn that is put to a model: the step of a trajectory, both counted from 0 where they are places. */
export type PlannedTurn = {
  variant: number;
  trajectory: number;
  step: number;
  modelId: string;
  /** The model writes its actions as JSON. */
  inJson: boolean;
};

/** `calls`: how many it may take, with a critique of each turn where a critic is asked. */
export type ModelReplayPlan = {
  trajectories: Trajectory[];
  turns: PlannedTurn[];
  criticId?: string;
  calls: number;
};
type PlannedReplay = ({ ok: true } & ModelReplayPlan) | { ok: false; problem: ModelReplayProblem };

const refused = (problem: ModelReplayProblem): PlannedReplay => ({
  ok: false,
  problem: withCutTexts(problem, PROBLEM_CHARS),
});

/** The model of a recorded attempt; undefined where nothing tells it. */
export function recordedModelOf({ context }: Trajectory): string | undefined {
  return isJsonObject(context) && typeof context.model === "string" ? context.model : undefined;
}

/**
 * All turns that a replay puts to models, variant by variant, or what keeps it from beginning: it is found before anything
 * is asked (docs/replay.md, "Model replays").
 */
export function planModelReplay(
  recorded: readonly RecordedConversation[],
  settings: ModelReplaySettings,
  facts: ModelReplayFacts,
): PlannedReplay {
  const trajectories: Trajectory[] = [];
  for (const [index, { trajectory }] of recorded.entries()) {
    const read = readTrajectory(trajectory);
    if (!read.ok) return refused({ code: "unreadable", trajectory: index + 1, problem: read.problem });
    if (read.trajectory.steps.length === 0)
      return refused({ code: "empty_trajectory", trajectory: index + 1 });
    trajectories.push(read.trajectory);
  }
  const turns: PlannedTurn[] = [];
  for (const [variant, { model, prompt }] of settings.variants.entries()) {
    for (const [index, trajectory] of trajectories.entries()) {
      const known = recordedModelOf(trajectory);
      const modelId = model === "recorded" ? known : model === "current" ? facts.currentModel : model;
      if (modelId === undefined) return refused({ code: "no_recorded_model", trajectory: index + 1 });
      const info = facts.models.find(({ id }) => id === modelId);
      if (!info) return refused({ code: "unknown_model", model: modelId });
      if (prompt === "recorded" && recorded[index]?.system === undefined)
        return refused({ code: "no_recorded_prompt", trajectory: index + 1 });
      const wasInJson = trajectory.constraints.toolCalling === "json";
      const writesJson = info.toolCalling === "json";
      if (writesJson && !wasInJson && prompt !== "current")
        return refused({ code: "writes_actions", model: modelId });
      const inJson = prompt === "current" ? writesJson : wasInJson;
      turns.push(
        ...trajectory.steps.map(({ step }) => ({ variant, trajectory: index, step, modelId, inJson })),
      );
    }
  }
  const criticId = settings.critic && (settings.critic.model ?? facts.criticModel);
  if (criticId !== undefined && !facts.models.some(({ id }) => id === criticId))
    return refused({ code: "unknown_model", model: criticId });
  const calls = turns.length * (criticId === undefined ? 1 : 2);
  if (calls > MAX_MODEL_CALLS) return refused({ code: "too_many_calls", calls, limit: MAX_MODEL_CALLS });
  const asked = new Set([...turns.map(({ modelId }) => modelId), criticId]);
  const priced = facts.models.find(({ id, price }) => price && asked.has(id));
  if (priced && settings.maxCostUsd === undefined)
    return refused({ code: "cost_limit_needed", model: priced.id });
  return { ok: true, trajectories, turns, calls, ...(criticId !== undefined && { criticId }) };
}

/** The trajectory as it stood before a turn: what had been said and seen until then. */
export function trajectoryBefore(trajectory: Trajectory, step: number): Trajectory {
  const steps = trajectory.steps.slice(0, step - 1);
  // A summary that was made later did not stand in this request.
  const summary =
    trajectory.summary && trajectory.summary.upToStep <= steps.length ? trajectory.summary : null;
  return { ...trajectory, steps, summary, answer: null };
}
