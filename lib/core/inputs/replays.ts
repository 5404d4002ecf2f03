import { z } from "zod";
import { json } from "../json-schemas";
import { toolReplayChanges, toolReplaySettings } from "../replay/settings";
import { REPLAY_KINDS, REPLAY_STATUSES } from "../replay/words";
import { MAX_REPLAY_FILE_CHARS } from "./limits";

export const replayId = z.string().min(1).max(100);
const title = z.string().trim().min(1).max(200).optional();

export const listReplaysInput = z.strictObject({
  kind: z.enum(REPLAY_KINDS).optional(),
  status: z.array(z.enum(REPLAY_STATUSES)).max(REPLAY_STATUSES.length).optional(),
  /** A run: replays of its attempts. */
  runId: z.string().min(1).max(200).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** The calls of an attempt, or of a trajectory that came as a file, are to be made again. */
export const createReplayInput = z
  .strictObject({
    from: z
      .strictObject({
        runId: z.string().min(1).max(200),
        taskId: z.string().min(1).max(200),
        attempt: z.coerce.number().int().min(1),
      })
      .optional(),
    trajectory: json.optional(),
    title,
    settings: toolReplaySettings.prefault({}),
  })
  .refine(({ from, trajectory }) => (from === undefined) !== (trajectory === undefined), {
    error: "Name an attempt with `from`, or give a `trajectory`.",
  });
/** As callers give it. */
export type CreateReplayInput = z.input<typeof createReplayInput>;

/** `content`: the text of a file, as `export` writes it, or of a trajectory. `settings` go over those of the file. */
export const importReplayInput = z.strictObject({
  content: z.string().min(1).max(MAX_REPLAY_FILE_CHARS),
  title,
  settings: toolReplayChanges.optional(),
});
export type ImportReplayInput = z.input<typeof importReplayInput>;
