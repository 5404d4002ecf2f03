import {
  DEFAULT_ROLE,
  type ModelProviderInfo,
  type RoleSettings,
  type StoredModel,
  type StoredModels,
  type StoredProvider,
} from "@/lib/core/models/providers";
import { setOwn } from "@/lib/core/own";
import type { Log, Model, ModelFailure, SecretBox } from "@/lib/core/ports";
import { createAiSdkModel, type ModelSettings } from "./create-model";
import type { FixedModels } from "./environment-models";
import { modelFailure } from "./failure";
import type { FetchFor } from "./language-models";
import type { ProviderSettings } from "./provider-settings";
import type { RefusedFeatures } from "./refusals/refused-tools";

export type WorkspaceModels = {
  model: Model;
  /** The model of a role: its own, the workspace's default, the environment's, the first that there is. */
  defaultModelOf(role: string): string;
  /** How a role's calls are made; of its fallback models those that can be called. */
  settingsOfRole(role: string): RoleSettings;
  modelProviders: ModelProviderInfo[];
};

/**
 * The models of a workspace: those of the environment, and those that its people have added or changed. A provider of
 * the environment keeps its name; one of the settings with the same name is left out (docs/models.md, "Settings").
 */
export function workspaceModels(
  fixed: FixedModels,
  stored: StoredModels,
  {
    secrets,
    fetchFor,
    log,
    refused,
  }: { secrets: Pick<SecretBox, "open">; fetchFor: FetchFor; log?: Log; refused?: RefusedFeatures },
): WorkspaceModels {
  const added = stored.providers.filter(({ name }) => !Object.hasOwn(fixed.providers, name));
  const opened = added.map((row) => ({ row, settings: row.enabled ? settingsOf(row, secrets) : undefined }));
  const providers = { ...fixed.providers };
  for (const { row, settings } of opened) if (settings) setOwn(providers, row.name, settings);
  const rows = new Map(stored.models.map((row) => [row.id, row]));
  const listed = listedModels(fixed, stored.models, providers);
  const modelProviders: ModelProviderInfo[] = [
    ...Object.entries(fixed.providers).map(([name, { kind }]) =>
      kind === "ready"
        ? ({ name, kind: "simulated", from: "built_in" } as const)
        : ({ name, kind, from: "environment" } as const),
    ),
    ...opened.map(({ row, settings }) => ({
      name: row.name,
      kind: row.kind,
      from: "settings" as const,
      ...(!settings && { unavailable: row.enabled ? ("sealed" as const) : ("disabled" as const) }),
    })),
  ];

  function refuse(modelId: string): ModelFailure | undefined {
    const name = modelId.slice(0, modelId.indexOf(":"));
    const provider = modelProviders.find((one) => one.name === name);
    if (provider?.unavailable === "sealed")
      return modelFailure("auth", `The key of ${name} cannot be opened: enter it again in the settings`);
    if (provider?.unavailable) return unknownModel(`The provider ${name} is switched off in the settings`);
    const row = rows.get(modelId);
    if (row && !row.enabled) return unknownModel(`${modelId} is switched off in the settings`);
    if (provider?.from === "settings" && !row)
      return unknownModel(`${modelId} is not among the models of the settings`);
    return undefined;
  }

  const isListed = (id: string | undefined) => id !== undefined && listed.some((model) => model.id === id);
  const chosen = new Map(stored.defaults.map(({ role, modelId }) => [role, modelId]));
  return {
    model: createAiSdkModel({
      providers,
      models: listed,
      refuse,
      fetchFor,
      ...(refused && { refused }),
      ...(log && { log }),
    }),
    modelProviders,
    defaultModelOf: (role) =>
      [chosen.get(role), chosen.get(DEFAULT_ROLE), fixed.preferredId].find(isListed) ??
      listed[0]?.id ??
      fixed.simulatedId,
    settingsOfRole(role) {
      const [own, shared] = [role, DEFAULT_ROLE].map((name) => stored.roles.find((one) => one.role === name));
      const fallbacks = own?.fallbacks.length ? own.fallbacks : (shared?.fallbacks ?? []);
      return {
        ...withoutNulls({
          reasoningEffort: own?.reasoningEffort ?? shared?.reasoningEffort ?? null,
          temperature: own?.temperature ?? shared?.temperature ?? null,
          maxOutputTokens: own?.maxOutputTokens ?? shared?.maxOutputTokens ?? null,
        }),
        // One that makes things up stands in for nobody.
        fallbacks: fallbacks.filter((id) => isListed(id) && id !== fixed.simulatedId),
      };
    },
  };
}

/** Those of the environment first, the simulated one last. */
function listedModels(
  fixed: FixedModels,
  rows: StoredModel[],
  providers: Record<string, ProviderSettings>,
): ModelSettings[] {
  const added = rows.filter(
    ({ id, provider }) => !fixed.modelIds.includes(id) && Object.hasOwn(providers, provider),
  );
  const known = fixed.modelIds.map((id) => rows.find((row) => row.id === id) ?? id);
  const offered = [...known, ...added].flatMap((model): ModelSettings[] => {
    if (typeof model === "string") return [{ id: model }];
    return model.enabled ? [fromRow(model)] : [];
  });
  return [...offered.filter(({ id }) => id !== fixed.simulatedId), { id: fixed.simulatedId }];
}

function fromRow(row: StoredModel): ModelSettings {
  const { inputMicroUsd, outputMicroUsd, cachedInputMicroUsd, maxConcurrent, tokensPerMinute } = row;
  const limits = withoutNulls({ maxConcurrent, tokensPerMinute });
  return {
    id: row.id,
    ...withoutNulls({
      label: row.label,
      contextTokens: row.contextTokens,
      maxOutputTokens: row.maxOutputTokens,
      reasoningEffort: row.reasoningEffort,
      temperature: row.temperature,
      images: row.images,
      pdf: row.pdf,
    }),
    ...(inputMicroUsd !== null &&
      outputMicroUsd !== null && {
        price: { inputMicroUsd, outputMicroUsd, ...withoutNulls({ cachedInputMicroUsd }) },
      }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(row.toolCalling === "json" && { toolCalling: "json" as const }),
    ...(!row.jsonSchema && { jsonSchema: false }),
  };
}

/** Undefined when what was sealed cannot be opened: the installation's secret is another than it was. */
function settingsOf(row: StoredProvider, { open }: Pick<SecretBox, "open">): ProviderSettings | undefined {
  const apiKey = row.sealedKey === null ? "" : open(row.sealedKey);
  const headers = row.sealedHeaders === null ? "{}" : open(row.sealedHeaders);
  if (apiKey === undefined || headers === undefined) return undefined;
  const common = { apiKey, headers: JSON.parse(headers) as Record<string, string> };
  const { kind, baseUrl } = row;
  if (kind === "openai-compatible") return { kind, ...common, baseUrl: baseUrl ?? "" };
  const endpoint = { ...common, ...(baseUrl !== null && { baseUrl }) };
  return kind === "openai" ? { kind, ...endpoint, api: row.api ?? "chat" } : { kind, ...endpoint };
}

const unknownModel = (message: string): ModelFailure => modelFailure("unknown_model", message);

function withoutNulls<Fields extends Record<string, unknown>>(fields: Fields) {
  const there = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(there) as { [Key in keyof Fields]?: NonNullable<Fields[Key]> };
}
