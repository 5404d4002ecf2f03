import type { ModelsView } from "@/lib/core/models/views";
import type { ModelReplaySettingsInput } from "@/lib/core/replay/model/settings";

export const PROMPTS = { recorded: "As recorded", current: "Current", text: "Other text" } as const;
type Prompt = keyof typeof PROMPTS;

/** A variant as it is typed; `key` tells it from others that say the same. */
export type TypedVariant = { key: number; model: string; prompt: Prompt; text: string };
export type TypedModelReplay = { variants: TypedVariant[]; critic: boolean; maxCostUsd: string };

export const NOTHING_TYPED: TypedModelReplay = {
  variants: [{ key: 1, model: "current", prompt: "recorded", text: "" }],
  critic: false,
  maxCostUsd: "",
};

/** The models that can be asked, and those that serve agents and the critic. */
export type ReplayModels = {
  models: readonly { id: string; name: string; isPriced: boolean }[];
  current: string;
  critic: string;
};

export function replayModelsOf({ models, roles }: ModelsView): ReplayModels {
  const serving = (role: string): string => roles.find((one) => one.role === role)?.effective ?? "";
  return {
    models: models
      .filter(({ available }) => available)
      .map(({ id, label, price }) => ({
        id,
        name: label ? `${label} (${id})` : id,
        isPriced: price !== null,
      })),
    current: serving("agent"),
    critic: serving("critique"),
  };
}

/** Whether a cost limit has to be set; `maybe` where only the recordings say which model it is. */
export function costLimitNeed(
  { variants, critic }: TypedModelReplay,
  { models, current, critic: criticId }: ReplayModels,
): "needed" | "maybe" | "none" {
  const isPriced = (id: string) => models.find((model) => model.id === id)?.isPriced ?? false;
  const named = variants.map(({ model }) => (model === "current" ? current : model));
  if ([...named, ...(critic ? [criticId] : [])].some(isPriced)) return "needed";
  return named.includes("recorded") && models.some((model) => model.isPriced) ? "maybe" : "none";
}

export type TypedErrors = { texts: ReadonlySet<number>; maxCostUsd?: string };

/** What is wrong with what was typed: variants without a text, by their keys, and the limit. */
export function errorsOf(typed: TypedModelReplay, models: ReplayModels): TypedErrors | undefined {
  const need = costLimitNeed(typed, models);
  const empty = typed.variants.filter(({ prompt, text }) => prompt === "text" && text.trim() === "");
  const limit = typed.maxCostUsd.trim();
  const isMissing = need === "needed" && limit === "";
  const isWrong = need !== "none" && limit !== "" && !(Number(limit) > 0 && Number(limit) <= MAX_USD);
  if (empty.length === 0 && !isMissing && !isWrong) return undefined;
  return {
    texts: new Set(empty.map(({ key }) => key)),
    ...((isMissing || isWrong) && { maxCostUsd: `Enter a cost limit above 0, up to ${MAX_USD}.` }),
  };
}

const MAX_USD = 1_000;

/** The settings that were typed, once nothing is wrong with them. */
export function modelSettingsOf(typed: TypedModelReplay, models: ReplayModels): ModelReplaySettingsInput {
  const limit = typed.maxCostUsd.trim();
  return {
    variants: typed.variants.map(({ model, prompt, text }) => ({
      model,
      prompt: prompt === "text" ? { text } : prompt,
    })),
    ...(costLimitNeed(typed, models) !== "none" && limit !== "" && { maxCostUsd: Number(limit) }),
    ...(typed.critic && { critic: {} }),
  };
}
