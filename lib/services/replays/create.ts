import { createReplayInput } from "@/lib/core/inputs/replays";
import { readReplayFile, titleOfQuery } from "@/lib/core/replay/file";
import { namedTask } from "@/lib/core/run/state/ready";
import { readTrajectory } from "@/lib/core/trajectory";
import { exportTrajectory } from "../runs/exports/export-trajectory";
import { requireRun } from "../submit";
import { defineVerb } from "../verb";
import { createModelReplay } from "./model-replay";
import { type StartedReplay, startToolReplay, unreplayable } from "./start-replay";

/**
 * Throws `not_found`, `invalid_input` with what keeps it from beginning, `forbidden` where it may write and the actor may not
 * allow that.
 */
export const createReplay = defineVerb({
  name: "replays/create",
  capability: "operate",
  description:
    '`{from | trajectory, title?, settings?}`: makes the calls of an attempt (`from`: `{runId, taskId, attempt}`) or of a given trajectory again; `settings` are `{verify, stopOnMismatch, ignore, writingTools}`; answers `{replayId, status}`. What keeps it from beginning is `details.problem` of `invalid_input`: `empty_trajectory`, `unknown_tool`, `invalid_arguments`, `unreadable`, `too_many_calls`. With `{kind: "model", trajectories, title?, settings}` it puts the turns of several to models',
  see: ["replay.md#model-replays"],
  routes: [{ at: "POST /api/v1/replays", answer: "created" }],
  input: createReplayInput,
  async run({ ctx, input }): Promise<StartedReplay> {
    if (input.kind === "model") return createModelReplay(ctx, input);
    const { from, trajectory, settings, title } = input;
    if (from) {
      const run = await requireRun(ctx, from.runId);
      const taskTitle = namedTask(run, from.taskId)?.spec.title ?? from.taskId;
      const read = readTrajectory(await exportTrajectory({ ctx, input: from }));
      if (!read.ok) throw unreplayable({ code: "unreadable", problem: read.problem });
      const named = title ?? `${taskTitle}, attempt ${from.attempt}`;
      return startToolReplay(ctx, { trajectory: read.trajectory, settings, title: named, source: from });
    }
    const file = readReplayFile(trajectory ?? null);
    const read = file.ok ? readTrajectory(file.file.material) : file;
    if (!read.ok) throw unreplayable({ code: "unreadable", problem: read.problem });
    const fileTitle = file.ok ? file.file.title : undefined;
    const named = title ?? fileTitle ?? titleOfQuery(read.trajectory.query);
    return startToolReplay(ctx, { trajectory: read.trajectory, settings, title: named, source: null });
  },
});
