import { describeModelReplayProblem } from "@/lib/core/describe/replays/model-replays";
import { invalidInput } from "@/lib/core/errors";
import type { ModelReplayInput } from "@/lib/core/inputs/replays";
import type { JsonObject } from "@/lib/core/json";
import { outputJsonSchema } from "@/lib/core/plan";
import { readReplayFile } from "@/lib/core/replay/file";
import { planModelReplay } from "@/lib/core/replay/model/plan";
import type { ModelReplaySettings, RecordedConversation } from "@/lib/core/replay/model/settings";
import { PROBLEM_CHARS } from "@/lib/core/replay/report";
import { namedTask } from "@/lib/core/run/state/ready";
import { cutText } from "@/lib/core/text";
import { readTrajectory, writeTrajectory } from "@/lib/core/trajectory";
import type { ServiceContext } from "../context";
import { preambleOf } from "../runs/calls/turn-prompt";
import { exportTrajectory } from "../runs/exports/export-trajectory";
import { requireRoomUnderCap } from "../spending/require-room-under-cap";
import { requireRun } from "../submit";
import { type StartedReplay, startReplay, TITLE_CHARS } from "./start-replay";

type Recording = ModelReplayInput["trajectories"][number];

/** Starts a model replay of attempts and of trajectories that are given. */
export async function createModelReplay(
  ctx: ServiceContext,
  { trajectories, title, settings }: ModelReplayInput,
): Promise<StartedReplay> {
  const recorded: RecordedConversation[] = [];
  for (const [index, one] of trajectories.entries()) recorded.push(await conversationOf(ctx, one, index + 1));
  return startModelReplay(ctx, { recorded, settings, title });
}

/** Keeps a model replay and gives it to the workers, once nothing speaks against it. Throws `invalid_input`. */
export async function startModelReplay(
  ctx: ServiceContext,
  replay: { recorded: RecordedConversation[]; settings: ModelReplaySettings; title: string | undefined },
): Promise<StartedReplay> {
  const { recorded, settings } = replay;
  const plan = planModelReplay(recorded, settings, {
    models: ctx.models,
    currentModel: ctx.setup.defaultModelOf("agent"),
    criticModel: ctx.setup.defaultModelOf("critique"),
  });
  if (!plan.ok) throw invalidInput(describeModelReplayProblem(plan.problem), { problem: plan.problem });
  const asked = new Set([...plan.turns.map(({ modelId }) => modelId), plan.criticId]);
  await requireRoomUnderCap(
    ctx,
    ctx.models.filter(({ id }) => asked.has(id)),
  );
  const [only, ...others] = recorded;
  return startReplay(ctx, {
    kind: "model",
    title: replay.title ?? only?.title ?? "",
    source: others.length === 0 ? (only?.source ?? null) : null,
    settings: settings as unknown as JsonObject,
    material: { trajectories: recorded } as unknown as JsonObject,
    totalSteps: plan.turns.length,
  });
}

async function conversationOf(
  ctx: ServiceContext,
  { from, trajectory = null, title, system, tools }: Recording,
  number: number,
): Promise<RecordedConversation> {
  if (from) {
    const run = await requireRun(ctx, from.runId);
    const { spec } = namedTask(run, from.taskId) ?? {};
    const named = title ?? `${spec?.title ?? from.taskId}, attempt ${from.attempt}`;
    const output = spec && outputJsonSchema(spec);
    const recorded = await exportTrajectory({ ctx, input: from });
    return {
      title: named,
      source: from,
      trajectory: recorded,
      ...(await preambleOf(ctx, from)),
      ...(output && { output }),
    };
  }
  const file = readReplayFile(trajectory);
  const read = file.ok ? readTrajectory(file.file.material) : file;
  if (!read.ok) {
    const words = cutText(read.problem, PROBLEM_CHARS);
    const problem = { code: "unreadable" as const, trajectory: number, problem: words };
    throw invalidInput(describeModelReplayProblem(problem), { problem });
  }
  const firstLine = read.trajectory.query.trim().split("\n", 1)[0] ?? "";
  return {
    title: title ?? (cutText(firstLine, TITLE_CHARS) || `Trajectory ${number}`),
    trajectory: writeTrajectory(read.trajectory),
    ...(system !== undefined && { system }),
    ...(tools && { tools }),
  };
}
