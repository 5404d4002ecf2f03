import { costMicroUsd } from "@/lib/core/cost";
import type { Json, JsonObject } from "@/lib/core/json";
import type { ModelInfo } from "@/lib/core/ports";
import { type PlannedTurn, planModelReplay, recordedModelOf } from "@/lib/core/replay/model/plan";
import { modelReport, type ReplayedTurn, replayedTurn } from "@/lib/core/replay/model/report";
import { modelReplayMaterial, modelReplaySettings } from "@/lib/core/replay/model/settings";
import type { Trajectory } from "@/lib/core/trajectory";
import type { ReplayContext, ReplayResult } from "../performer";
import { judgeOf } from "./judge";
import { createLimits } from "./limits";
import { requestOfTurn } from "./request";
import { askTurn } from "./turn";

/** Turns that are asked at the same time: few, as providers limit what one key may ask. */
const AT_ONCE = 4;

/** Puts recorded turns to other models and prompts, and says where they act otherwise (docs/replay.md, "Model replays"). */
export async function performModelReplay(context: ReplayContext): Promise<ReplayResult> {
  const { replay, setup, signal } = context;
  const settings = modelReplaySettings.parse(replay.settings);
  const { trajectories: recorded } = modelReplayMaterial.parse(replay.material);
  const models = setup.model.list();
  const plan = planModelReplay(recorded, settings, {
    models,
    currentModel: setup.defaultModelOf("agent"),
    criticModel: setup.defaultModelOf("critique"),
  });
  if (!plan.ok) return { status: "failed", failure: plan.problem };
  const { trajectories } = plan;
  const judges = await Promise.all(
    recorded.map((one, index) => judgeOf(context, one, trajectories[index] as Trajectory)),
  );
  const done = context.kept.map(({ body }) => replayedTurn.parse(body));
  const limits = createLimits(settings, plan.calls, done);
  const infoOf = (modelId: string | undefined) => models.find(({ id }) => id === modelId);
  const critic = infoOf(plan.criticId);
  const keys = new Set(done.map(keyOf));
  const queue = plan.turns.filter((turn) => !keys.has(keyOf(turn)));

  async function takeTurns(): Promise<void> {
    for (let turn = queue.shift(); turn && !signal.aborted; turn = queue.shift()) {
      const trajectory = trajectories[turn.trajectory];
      const conversation = recorded[turn.trajectory];
      const variant = settings.variants[turn.variant];
      const judge = judges[turn.trajectory];
      const info = infoOf(turn.modelId);
      if (!trajectory || !conversation || !variant || !judge || !info) continue;
      const { maxOutputTokens } = info;
      const request = requestOfTurn(setup.tools, {
        turn,
        variant,
        recorded: conversation,
        trajectory,
        maxOutputTokens,
      });
      const asked = await askTurn(context, { turn, info, request, trajectory, judge, critic, limits });
      if (!asked) return;
      if (asked === "no_room") continue;
      const body = { ...asked.body, ...recordedCost(trajectory, turn, infoOf(recordedModelOf(trajectory))) };
      done.push(body);
      await context.keep(turn.step, body as Json, done.length, asked.calls);
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
  const shown = {
    variants: settings.variants,
    trajectories: recorded.map(({ title }, index) => ({
      title,
      steps: trajectories[index]?.steps.length ?? 0,
    })),
  };
  const report = modelReport(shown, plan, done, limits.reached());
  return { status: "completed", report: report as unknown as JsonObject };
}

const keyOf = ({ variant, trajectory, step }: Pick<PlannedTurn, "variant" | "trajectory" | "step">): string =>
  [variant, trajectory, step].join("/");

/** What the turn cost when it was recorded, by the price that its model has now. */
function recordedCost(
  { steps }: Trajectory,
  { step }: PlannedTurn,
  info: ModelInfo | undefined,
): Pick<ReplayedTurn, "recordedMicroUsd"> {
  const cost = costMicroUsd(steps[step - 1]?.usage ?? {}, info?.price);
  return cost === undefined ? {} : { recordedMicroUsd: cost };
}
