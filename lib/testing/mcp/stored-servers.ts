import type { Database } from "@/db/client";
import { readMcpServers } from "@/db/queries/settings/mcp-servers";
import { readSetupVersion } from "@/db/queries/settings/workspace-setup";
import { workspaceMcpTools } from "@/lib/adapters/mcp-tools";
import { createSecretBox } from "@/lib/adapters/secret-box";
import type { McpServers } from "@/lib/core/mcp";
import { localOperator } from "@/lib/core/people";
import { NO_POLICIES } from "@/lib/core/policy";
import type { Model, SecretBox, Workspaces } from "@/lib/core/ports";
import { createWorkspaces, NO_ROLE_SETTINGS } from "@/lib/engine/workspaces";
import { createToolbox } from "@/lib/tools";
import { alwaysStaleClock } from "../engine/stored-workspaces";
import { silentLog } from "../silent-log";

/** Workspaces whose tools are those of the MCP servers that are stored for them; each look finds the newest. */
export function storedMcpServers(
  model: Model,
  secrets: Pick<SecretBox, "open"> = createSecretBox(() => "a secret of tests"),
): (database: Pick<Database, "orm">, mcp: McpServers) => Workspaces {
  return ({ orm }, mcp) =>
    createWorkspaces({
      readVersion: (workspaceId) => readSetupVersion(orm, workspaceId),
      load: async (workspaceId) => ({
        model,
        defaultModelOf: () => model.list()[0]?.id ?? "",
        modelProviders: [],
        settingsOfRole: () => NO_ROLE_SETTINGS,
        tools: createToolbox(
          workspaceMcpTools(workspaceId, await readMcpServers(orm, workspaceId), { mcp, secrets }),
        ),
        policies: NO_POLICIES,
        simulatedTools: false,
        peopleAt: () => [localOperator],
        channels: [],
      }),
      clock: alwaysStaleClock(),
      log: silentLog,
    });
}
