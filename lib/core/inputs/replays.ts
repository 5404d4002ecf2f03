import { z } from "zod";
import type { Json } from "../json";
import { json } from "../json-schemas";
import { MAX_PROMPT_CHARS, modelReplaySettings } from "../replay/model/settings";
import { toolReplayChanges, toolReplaySettings } from "../replay/settings";
import { REPLAY_KINDS, REPLAY_STATUSES } from "../replay/words";
import { preamble } from "../trajectory/types";
import { inAddress, ordinal, pageLimit } from "./bounds";
import { MAX_REPLAY_FILE_CHARS, MAX_TRAJECTORIES } from "./limits";

export const replayId = z.string().min(1).max(100);
const title = z.string().trim().min(1).max(200).optional();
const recordedSystem = z.string().max(MAX_PROMPT_CHARS).optional();

export const listReplaysInput = z.strictObject({
  kind: z.enum(REPLAY_KINDS).optional(),
  status: z.array(z.enum(REPLAY_STATUSES)).max(REPLAY_STATUSES.length).optional(),
  /** A run: replays of its attempts. */
  runId: z.string().min(1).max(200).optional(),
  cursor: z.string().max(500).optional(),
  limit: pageLimit,
});

/** An attempt of a run, or a trajectory that came as a file: one of the two. */
const recording = {
  from: z
    .strictObject({
      runId: z.string().min(1).max(200),
      taskId: z.string().min(1).max(200),
      attempt: inAddress(ordinal),
    })
    .optional(),
  trajectory: json.optional(),
};
const isOne = ({ from, trajectory }: { from?: object | undefined; trajectory?: Json | undefined }): boolean =>
  (from === undefined) !== (trajectory === undefined);
const ONE = { error: "Name an attempt with `from`, or give a `trajectory`." };

/** The calls of one recording are to be made again. */
const toolReplayInput = z
  .strictObject({
    kind: z.literal("tool").optional(),
    ...recording,
    title,
    settings: toolReplaySettings.prefault({}),
  })
  .refine(isOne, ONE);

/** The turns of recordings are to be put to models. */
const modelReplayInput = z.strictObject({
  kind: z.literal("model"),
  trajectories: z
    .array(
      z
        .strictObject({ ...recording, title, system: recordedSystem, tools: preamble.shape.tools.optional() })
        .refine(isOne, ONE)
        .refine(
          ({ from, system, tools }) => from === undefined || (system === undefined && tools === undefined),
          {
            error: "An attempt has its own prompt: `system` and `tools` go with a `trajectory`.",
          },
        ),
    )
    .min(1)
    .max(MAX_TRAJECTORIES),
  title,
  settings: modelReplaySettings,
});
export type ModelReplayInput = z.output<typeof modelReplayInput>;

export const createReplayInput = z.discriminatedUnion("kind", [toolReplayInput, modelReplayInput]);
export type ToolReplayInput = z.input<typeof toolReplayInput>;

/** `content`: the text of a file, as `export` writes it, or of a trajectory. `settings` go over those of the file. */
export const importReplayInput = z.strictObject({
  content: z.string().min(1).max(MAX_REPLAY_FILE_CHARS),
  title,
  settings: toolReplayChanges.optional(),
});
