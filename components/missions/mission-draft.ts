import type { CreateRunInput } from "@/lib/core/inputs/create-run";
import type { ProblemFacts } from "../ui/problem";
import { readTags } from "../ui/read-tags";
import type { ChosenSettings } from "./settings/chosen-settings";

/** What a start came to. */
export type StartResult = { runId: string; problem?: never } | { runId?: never; problem: ProblemFacts };

/** Everything a person may say about a run before it starts. */
export type MissionDraft = {
  mission: string;
  /** As typed, separated by commas. */
  tags?: string;
  /** JSON or step text; empty when a plan is to be written. */
  plan: string;
  /** The plan was brought as a file and is as it came. */
  imported?: boolean;
  settings?: ChosenSettings;
  /** Model of every role; absent for what the settings say. */
  model?: string;
  /** Models of single roles, which go before that. */
  roleModels?: Readonly<Record<string, string>>;
  /** Ids of files that are there already. */
  attachments?: readonly string[];
};

/** `key` names the click: the same key never starts a second run. */
export type StartMission = (input: CreateRunInput & { key: string }) => Promise<StartResult>;

/** A draft as the verb that starts runs takes it; what was left open stays at its default. */
export function inputOf({
  mission,
  tags = "",
  plan,
  imported,
  settings,
  model,
  ...rest
}: MissionDraft): CreateRunInput {
  const { attachments = [], roleModels = {} } = rest;
  const models = { ...roleModels, ...(model && { default: model }) };
  return {
    mission,
    ...(tags.trim() !== "" && { tags: readTags(tags) }),
    ...(plan.trim() !== "" && { plan, ...(imported && { planOrigin: "import" }) }),
    ...(attachments.length > 0 && { attachments: [...attachments] }),
    settings: { ...settings, ...(Object.keys(models).length > 0 && { models }) },
  };
}
