import { z } from "zod";
import { readPath } from "./diff-json";

/** Live calls of one replay, and how long it may take. */
export const MAX_REPLAY_CALLS = 500;
export const REPLAY_LIMIT_MS = 600_000;

const MAX_IGNORED_PATHS = 100;

const ignoredPath = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .refine((path) => readPath(path) !== undefined, "Enter a path such as items.*.updatedAt.");

const fields = {
  verify: z.boolean(),
  stopOnMismatch: z.boolean(),
  ignore: z.array(ignoredPath).max(MAX_IGNORED_PATHS),
  writingTools: z.array(z.string().min(1).max(200)).max(50),
};

/** How the calls of a trajectory are made again (docs/replay.md). */
export const toolReplaySettings = z.strictObject({
  /** Compare what the calls give with what was recorded. */
  verify: fields.verify.default(true),
  /** End after the first step that differs. */
  stopOnMismatch: fields.stopOnMismatch.default(false),
  /** Places that are not compared, with `*` for any key or index. */
  ignore: fields.ignore.default([]),
  /** Tools that change something outside and are called all the same. */
  writingTools: fields.writingTools.default([]),
});
export type ToolReplaySettings = z.output<typeof toolReplaySettings>;
/** As callers give it. */
export type ToolReplaySettingsInput = z.input<typeof toolReplaySettings>;

/** Settings that go over those of a file: what is absent stays. */
export const toolReplayChanges = z.strictObject(fields).partial();
