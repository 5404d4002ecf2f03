import { z } from "zod";
import { MAX_TRAJECTORIES, MAX_VARIANTS } from "../../inputs/limits";
import { json, jsonObject } from "../../json-schemas";
import { preamble } from "../../trajectory/types";

/** Calls of one replay in all, over variants and trajectories. */
export const MAX_MODEL_CALLS = 200;
export const MAX_PROMPT_CHARS = 100_000;

/** `recorded`: the model that had the turn; `current`: the one that agents have now; else a model's id. */
const modelId = z.string().trim().min(1).max(200);

/**
 * `recorded`: the system text that was sent; `current`: that of the agent role as it is now, with the brief of the recorded
 * one; or a text in its place.
 */
const variantPrompt = z.union([
  z.enum(["recorded", "current"]),
  z.strictObject({ text: z.string().trim().min(1).max(MAX_PROMPT_CHARS) }),
]);

export const variant = z.strictObject({
  model: modelId.default("recorded"),
  prompt: variantPrompt.default("recorded"),
});
export type Variant = z.output<typeof variant>;

/** To whom recorded turns are put, and what that may cost (docs/replay.md, "Model replays"). */
export const modelReplaySettings = z.strictObject({
  variants: z.array(variant).min(1).max(MAX_VARIANTS),
  /** Needed where a variant's model has a price. */
  maxCostUsd: z.number().positive().max(1_000).optional(),
  /** Has a critic score what the variants answer; without a model, that of the role. */
  critic: z.strictObject({ model: modelId.optional() }).optional(),
});
export type ModelReplaySettings = z.output<typeof modelReplaySettings>;
/** As callers give it. */
export type ModelReplaySettingsInput = z.input<typeof modelReplaySettings>;

/** A recorded attempt with what its requests began with, as far as that is known. */
const recordedConversation = z.object({
  title: z.string(),
  source: z.object({ runId: z.string(), taskId: z.string(), attempt: z.int() }).optional(),
  trajectory: json,
  system: z.string().optional(),
  tools: preamble.shape.tools.optional(),
  /** The schema of the result, which its requests asked for as structured output; absent where there is none. */
  output: jsonObject.optional(),
});
export type RecordedConversation = z.infer<typeof recordedConversation>;

/** What a model replay keeps of what it replays. */
export const modelReplayMaterial = z.object({
  trajectories: z.array(recordedConversation).min(1).max(MAX_TRAJECTORIES),
});
