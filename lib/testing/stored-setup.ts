import type { Database } from "@/db/client";
import { readPolicies } from "@/db/queries/policies";
import { readSetupVersion } from "@/db/queries/workspace-setup";
import { systemClock } from "@/lib/adapters/clock";
import { workspacePolicies } from "@/lib/core/policy";
import type { Clock, Model, Tools, Workspaces } from "@/lib/core/ports";
import { createWorkspaces } from "@/lib/engine/workspaces";
import { silentLog } from "./memory-engine";

/** Workspaces of one model and one set of tools, each with the policies that are stored for it. */
export function storedPolicies(
  { orm }: Pick<Database, "orm">,
  { model, tools, clock = systemClock }: { model: Model; tools: Tools; clock?: Pick<Clock, "nowMs"> },
): Workspaces {
  return createWorkspaces({
    readVersion: (workspaceId) => readSetupVersion(orm, workspaceId),
    load: async (workspaceId) => ({
      ...{ model, tools, defaultModelOf: () => model.list()[0]?.id ?? "" },
      modelProviders: [],
      policies: workspacePolicies(await readPolicies(orm, workspaceId)),
    }),
    ...{ clock, log: silentLog },
  });
}
