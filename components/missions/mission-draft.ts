import type { CreateRunInput } from "@/lib/core/inputs/create-run";
import type { RunSettings } from "@/lib/core/run/settings";
import { readTags } from "../ui/behavior/read-tags";
import { type ChosenSettings, chosenOf } from "./settings/chosen-settings";

/** A template with the values that a person gave. */
export type ChosenTemplate = {
  templateId: string;
  version: number;
  name: string;
  values: Readonly<Record<string, string>>;
};

/** A run that is to be started again. */
type AgainFacts = { mission: string; plan: string | null; tags: readonly string[]; settings: RunSettings };

/** Everything a person may say about a run before it starts. */
export type MissionDraft = {
  mission: string;
  /** As typed, separated by commas. */
  tags?: string;
  /** JSON or step text; empty when a plan is to be written. */
  plan: string;
  /** Paths of pieces of this plan that are not read, which the run is to do without. */
  leaveOut?: readonly string[] | undefined;
  /** The plan was brought as a file and is as it came. */
  imported?: boolean;
  /** What the plan was made of, as long as nobody has changed it. */
  template?: ChosenTemplate | undefined;
  settings?: ChosenSettings;
  /** Model of every role; absent for what the settings say. */
  model?: string;
  /** Models of single roles, which go before that. */
  roleModels?: Readonly<Record<string, string>>;
  /** Ids of files that are there already. */
  attachments?: readonly string[];
};

/** A draft as the verb that starts runs takes it; what was left open stays at its default. */
export function inputOf({
  mission,
  tags = "",
  plan,
  leaveOut = [],
  imported,
  template,
  settings,
  model,
  ...rest
}: MissionDraft): CreateRunInput {
  const { attachments = [], roleModels = {} } = rest;
  const models = { ...roleModels, ...(model && { default: model }) };
  return {
    mission,
    ...(tags.trim() !== "" && { tags: readTags(tags) }),
    ...(template && { template: startOf(template) }),
    ...(!template && plan.trim() !== "" && { plan, ...(imported && { planOrigin: "import" }) }),
    ...(!template && plan.trim() !== "" && leaveOut.length > 0 && { leaveOut: [...leaveOut] }),
    ...(attachments.length > 0 && { attachments: [...attachments] }),
    settings: { ...settings, ...(Object.keys(models).length > 0 && { models }) },
  };
}

const startOf = ({ templateId, version, values }: ChosenTemplate) => ({ templateId, version, values });

/** Its limits as its own, those that it has not too: the workspace's default may be another by then. */
const limitsOf = ({ maxTokens, maxCostMicroUsd, maxHops, maxDurationMs, maxTotalReplans }: RunSettings) => ({
  maxTokens: maxTokens ?? null,
  maxCostMicroUsd: maxCostMicroUsd ?? null,
  maxHops: maxHops ?? null,
  maxDurationMs: maxDurationMs ?? null,
  maxTotalReplans,
});

/** What the form of a new mission begins with when a run is started again with changes. */
export function draftOfRun(
  { mission, plan, tags, settings }: AgainFacts,
  defaults: RunSettings,
): MissionDraft {
  const { default: model, ...roleModels } = settings.models;
  return {
    mission,
    plan: plan ?? "",
    tags: tags.join(", "),
    settings: { ...chosenOf(settings, defaults), ...limitsOf(settings) },
    ...(model !== undefined && { model }),
    roleModels,
  };
}
