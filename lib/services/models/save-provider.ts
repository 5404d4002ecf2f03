import { type ProviderRow, readProvider, writeProvider } from "@/db/queries/settings/model-settings";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { type ProviderInput, providerInput } from "@/lib/core/inputs/models";
import type { ServiceContext } from "../context";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";

/**
 * Adds a provider of models or changes one. Its key and its headers are sealed and never given out; those that are left
 * out stay as they are, unless the address or the kind changes: a key goes nowhere that it was not given for. Throws
 * `invalid_input`, also for an address that is none or that nobody may go to, and `conflict` for a name of the environment (docs/models.md, "Settings").
 */
export const saveProvider = defineVerb({
  name: "models/saveProvider",
  capability: "admin",
  description:
    "Adds a provider or changes one: `{name, kind, baseUrl?, api?, key?, headers?, enabled?}`. `baseUrl` may lie in your own network, and nowhere that nobody may go to. A `key` or `headers` that are left out stay as they are; `null` and `{}` remove them. A new address needs both again",
  see: ["tools.md#addresses"],
  routes: [{ at: "POST /api/v1/models/providers", limit: "long" }],
  input: providerInput,
  async run({ ctx, input }): Promise<{ name: string }> {
    const { name, kind, baseUrl, enabled } = input;
    if (kind === "openai-compatible" && baseUrl === null)
      throw invalidField("baseUrl", "A provider that is compatible with OpenAI needs its address.");
    requireFreeName(ctx, name);
    const problem = baseUrl === null ? undefined : await ctx.addressProblem(baseUrl);
    if (problem !== undefined) throw invalidField("baseUrl", problem);
    const { workspaceId } = ctx.actor;
    const details = { kind, baseUrl, enabled, key: keyChange(input.key), headers: headerNamesOf(input) };
    await changeSetup(ctx, { action: "provider_saved", subject: name, details }, async (tx) => {
      const before = await readProvider(tx, workspaceId, name);
      if (before) requireSecretsForNewTarget(before, input);
      const row = providerRow(ctx, input, before);
      if (kind !== "openai-compatible" && row.sealedKey === null)
        throw invalidField("key", "This provider needs a key.");
      await writeProvider(tx, row);
    });
    return { name };
  },
});

function requireFreeName(ctx: ServiceContext, name: string): void {
  const taken = ctx.setup.modelProviders().find((one) => one.name === name);
  if (!taken || taken.from === "settings") return;
  const whose = taken.from === "environment" ? "comes from the environment" : "is built in";
  throw new DomainFailure(domainError("conflict", `The provider ${name} ${whose}. Choose another name.`));
}

/** What is sealed was given for one address: the one who changes it may not read it out at another. */
function requireSecretsForNewTarget(before: ProviderRow, input: ProviderInput): void {
  if (before.kind === input.kind && before.baseUrl === input.baseUrl) return;
  const keepsKey = before.sealedKey !== null && input.key === undefined;
  if (keepsKey) throw invalidField("key", "The key was given for another address: enter it again.");
  const keepsHeaders = before.sealedHeaders !== null && input.headers === undefined;
  if (keepsHeaders)
    throw invalidField("headers", "The headers were given for another address: enter them again.");
}

function providerRow(
  { actor, secrets, clock }: ServiceContext,
  { name, kind, baseUrl, api, key, headers, enabled }: ProviderInput,
  before: ProviderRow | undefined,
): Omit<ProviderRow, "updatedAt"> {
  const names = headers && Object.keys(headers);
  return {
    workspaceId: actor.workspaceId,
    name,
    kind,
    baseUrl,
    enabled,
    api: kind === "openai" ? api : null,
    ...(key === undefined
      ? {
          sealedKey: before?.sealedKey ?? null,
          keySetAt: before?.keySetAt ?? null,
          keySetBy: before?.keySetBy ?? null,
        }
      : key === null
        ? { sealedKey: null, keySetAt: null, keySetBy: null }
        : { sealedKey: secrets.seal(key), keySetAt: new Date(clock.nowMs()), keySetBy: actor.name }),
    headerNames: names ?? before?.headerNames ?? [],
    sealedHeaders: !names
      ? (before?.sealedHeaders ?? null)
      : names.length === 0
        ? null
        : secrets.seal(JSON.stringify(headers)),
  };
}

const keyChange = (key: string | null | undefined): string =>
  key === undefined ? "kept" : key === null ? "removed" : "set";

const headerNamesOf = ({ headers }: ProviderInput): string[] | "kept" =>
  headers ? Object.keys(headers) : "kept";

const invalidField = (path: string, message: string): DomainFailure =>
  new DomainFailure(domainError("invalid_input", message, { issues: [{ path, message }] }));
