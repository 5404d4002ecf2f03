import { z } from "zod";
import { type ProviderRow, readModelSettings } from "@/db/queries/settings/model-settings";
import {
  type ModelProviderInfo,
  SERVED_ROLES,
  type StoredModel,
  type StoredRole,
} from "@/lib/core/models/providers";
import type { ModelOverrides, ModelsView, ModelView, ProviderView } from "@/lib/core/models/views";
import type { ModelInfo } from "@/lib/core/ports";
import { defineVerb } from "../verb";
import { priceView } from "./price";

export const listModels = defineVerb({
  name: "models/list",
  capability: "view",
  description: "The models of the workspace, where they come from, and which role each serves; never a key",
  see: ["models.md#settings"],
  routes: [{ at: "GET /api/v1/models" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<ModelsView> {
    const stored = await readModelSettings(ctx.db, ctx.actor.workspaceId);
    const rows = new Map(stored.models.map((row) => [row.id, row]));
    const offered = ctx.setup.model.list().map((info) => modelView(info, rows.get(info.id)));
    const known = new Set(offered.map(({ id }) => id));
    const overrides = new Map(stored.defaults.map(({ role, modelId }) => [role, modelId]));
    const saidOfRoles = new Map(
      stored.roles.map(({ role, reasoningEffort, temperature, maxOutputTokens, fallbacks }) => [
        role,
        { reasoningEffort, temperature, maxOutputTokens, fallbacks },
      ]),
    );
    return {
      providers: ctx.setup.modelProviders().map((info) =>
        providerView(
          info,
          stored.providers.find(({ name }) => name === info.name),
        ),
      ),
      models: [...offered, ...stored.models.filter(({ id }) => !known.has(id)).map(unavailableModel)],
      simulatedTools: ctx.setup.simulatedTools(),
      roles: SERVED_ROLES.map((role) => ({
        role,
        ...(saidOfRoles.get(role) ?? NOTHING_SAID),
        override: overrides.get(role) ?? null,
        effective: ctx.setup.defaultModelOf(role),
      })),
    };
  },
});

const NOTHING_SAID: Omit<StoredRole, "role"> = {
  reasoningEffort: null,
  temperature: null,
  maxOutputTokens: null,
  fallbacks: [],
};

function providerView({ name, kind, from, unavailable }: ModelProviderInfo, row?: ProviderRow): ProviderView {
  const {
    baseUrl = null,
    api = null,
    keySetAt,
    keySetBy,
    headerNames = [],
    enabled = true,
  } = from === "settings" && row ? row : {};
  return {
    name,
    kind,
    from,
    baseUrl,
    api,
    headerNames,
    enabled,
    key: keySetAt ? { setAt: keySetAt.getTime(), setBy: keySetBy ?? "" } : null,
    sealed: unavailable === "sealed",
  };
}

function modelView(info: ModelInfo, row?: StoredModel): ModelView {
  const { id, provider, label, price, priceAsOf, contextTokens, maxOutputTokens, limits, simulated } = info;
  return {
    id,
    provider,
    simulated,
    available: true,
    label: label ?? null,
    price: price
      ? {
          ...priceView(price),
          asOf: priceAsOf ?? null,
          higherRatesAboveTokens: price.longer?.[0]?.aboveTokens ?? null,
        }
      : null,
    contextTokens: contextTokens ?? null,
    maxOutputTokens: maxOutputTokens ?? null,
    toolCalling: info.toolCalling ?? "native",
    jsonSchema: info.jsonSchema ?? true,
    images: info.images ?? false,
    pdf: info.pdf ?? false,
    reasoningEffort: info.reasoningEffort ?? null,
    temperature: info.temperature ?? null,
    limits: {
      maxConcurrent: limits?.maxConcurrent ?? null,
      tokensPerMinute: limits?.tokensPerMinute ?? null,
    },
    overrides: row ? overridesOf(row) : null,
  };
}

/** One that is switched off itself, or with its provider. */
function unavailableModel(row: StoredModel): ModelView {
  const overrides = overridesOf(row);
  const { label, price, contextTokens, maxOutputTokens, toolCalling, jsonSchema } = overrides;
  const { reasoningEffort, temperature, images, pdf } = overrides;
  const { id, provider, maxConcurrent, tokensPerMinute } = row;
  return {
    id,
    provider,
    label,
    contextTokens,
    maxOutputTokens,
    toolCalling,
    jsonSchema,
    overrides,
    reasoningEffort,
    temperature,
    images: images ?? false,
    pdf: pdf ?? false,
    available: false,
    simulated: false,
    limits: { maxConcurrent, tokensPerMinute },
    price: price && { ...price, asOf: null, higherRatesAboveTokens: null },
  };
}

function overridesOf(row: StoredModel): ModelOverrides {
  const { label, enabled, contextTokens, maxOutputTokens, toolCalling, jsonSchema } = row;
  const { inputMicroUsd, outputMicroUsd, cachedInputMicroUsd, maxConcurrent, tokensPerMinute } = row;
  const { reasoningEffort, temperature, images, pdf } = row;
  const priced = inputMicroUsd !== null && outputMicroUsd !== null;
  const cached = cachedInputMicroUsd === null ? {} : { cachedInputMicroUsd };
  return {
    label,
    enabled,
    contextTokens,
    maxOutputTokens,
    toolCalling,
    jsonSchema,
    maxConcurrent,
    tokensPerMinute,
    reasoningEffort,
    temperature,
    images,
    pdf,
    price: priced ? priceView({ inputMicroUsd, outputMicroUsd, ...cached }) : null,
  };
}
