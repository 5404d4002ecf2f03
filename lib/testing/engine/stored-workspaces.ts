import type { Database } from "@/db/client";
import { readPeople } from "@/db/queries/settings/api-keys";
import { readModelSettings } from "@/db/queries/settings/model-settings";
import { readChannelWishes } from "@/db/queries/settings/notifications";
import { readPolicies } from "@/db/queries/settings/policies";
import { readSetupChoices, readSetupVersion } from "@/db/queries/settings/workspace-setup";
import { type EnvironmentModels, environmentModels, workspaceModels } from "@/lib/adapters/ai-sdk-model";
import { systemClock } from "@/lib/adapters/clock";
import { modelFetchFor } from "@/lib/adapters/safe-http";
import { createSimulatedProvider, SIMULATED_MODEL, SIMULATED_PROVIDER } from "@/lib/adapters/simulated-model";
import type { Answerer } from "@/lib/core/people";
import { NO_POLICIES, workspacePolicies } from "@/lib/core/policy";
import type { Clock, Model, SecretBox, Tools, Workspaces } from "@/lib/core/ports";
import { createWorkspaces, NO_ROLE_SETTINGS, SETUP_FRESH_MS } from "@/lib/engine/workspaces";
import { createToolbox } from "@/lib/tools";
import { silentLog } from "../silent-log";

type StoredSetup = {
  model: Model;
  tools: Tools;
  clock?: Pick<Clock, "nowMs">;
  people?: readonly Answerer[];
};

/** Workspaces of one model and one set of tools, each with its policies and keys, and these people beside the local one. */
export function storedPolicies(
  { orm }: Pick<Database, "orm">,
  { model, tools, clock = systemClock, people = [] }: StoredSetup,
): Workspaces {
  return createWorkspaces({
    readVersion: (workspaceId) => readSetupVersion(orm, workspaceId),
    load: async (workspaceId) => ({
      model,
      tools,
      defaultModelOf: () => model.list()[0]?.id ?? "",
      settingsOfRole: () => NO_ROLE_SETTINGS,
      modelProviders: [],
      policies: workspacePolicies(await readPolicies(orm, workspaceId)),
      ...(await readSetupChoices(orm, workspaceId)),
      peopleAt: await withOthers(readPeople(orm, workspaceId), people),
      channels: await readChannelWishes(orm, workspaceId),
    }),
    clock,
    log: silentLog,
  });
}

async function withOthers(own: ReturnType<typeof readPeople>, others: readonly Answerer[]) {
  const peopleAt = await own;
  return (nowMs: number) => [...peopleAt(nowMs), ...others];
}

/** Workspaces with the models that are stored for them, beside the simulated one and those of the given keys. */
export function storedModels(
  { orm }: Pick<Database, "orm">,
  {
    secrets,
    keys = {},
    tools = createToolbox([]),
  }: { secrets: SecretBox; keys?: EnvironmentModels["keys"]; tools?: Tools },
): Workspaces {
  const languageModel = createSimulatedProvider({});
  const simulated = { provider: SIMULATED_PROVIDER, model: SIMULATED_MODEL, languageModel };
  const fixed = environmentModels({ keys, simulated });
  return createWorkspaces({
    readVersion: (workspaceId) => readSetupVersion(orm, workspaceId),
    load: async (workspaceId) => ({
      ...workspaceModels(fixed, await readModelSettings(orm, workspaceId), {
        secrets,
        fetchFor: modelFetchFor,
      }),
      tools,
      policies: NO_POLICIES,
      ...(await readSetupChoices(orm, workspaceId)),
      peopleAt: await readPeople(orm, workspaceId),
      channels: [],
    }),
    clock: alwaysStaleClock(),
    log: silentLog,
  });
}

/** By this clock every look is long ago, so that no test waits for a setup to grow old. */
export function alwaysStaleClock(): Pick<Clock, "nowMs"> {
  let nowMs = 0;
  return {
    nowMs() {
      nowMs += SETUP_FRESH_MS;
      return nowMs;
    },
  };
}
