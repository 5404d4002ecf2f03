import { z } from "zod";
import { updateMcpServer } from "@/db/queries/settings/mcp-servers";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { serverName } from "@/lib/core/inputs/mcp";
import { acceptTool, definitionsOf, toolDefinition } from "@/lib/core/mcp";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";
import { tellRuns } from "./keep-seen";
import { storedServer } from "./stored-server";

/** Throws `superseded` when the server shows something else, and `not_found`. */
export const acceptServerTool = defineVerb({
  name: "mcp/acceptTool",
  capability: "admin",
  description:
    "`{tool, digest}`: accepts what the server shows of a tool now; `digest` is that of the server's `waiting`",
  see: ["tools.md#tools-that-change"],
  routes: [{ at: "POST /api/v1/mcp-servers/{name}/tools/accept" }],
  input: z.strictObject({ name: serverName, tool: z.string().min(1).max(128), digest: z.string().max(200) }),
  async run({ ctx, input: { name, tool, digest } }): Promise<{ name: string; tool: string }> {
    const details = { tool, digest };
    const { workspaceId } = ctx.actor;
    const entry = { action: "mcp_tool_accepted", subject: name, details };
    const definitions = await changeSetup(ctx, entry, async (tx) => {
      const row = await storedServer(ctx, name, tx);
      const shown = row.waiting.find((one) => one.name === tool);
      if (!shown)
        throw new DomainFailure(
          domainError("not_found", `Nothing of ${tool} on ${name} waits to be accepted.`),
        );
      if (toolDefinition(shown) !== digest)
        throw new DomainFailure(
          domainError("superseded", `${name} has changed ${tool} again. Look at it once more.`),
        );
      await updateMcpServer(tx, { workspaceId, name }, acceptTool(row, shown));
      return definitionsOf(row);
    });
    await tellRuns(ctx, workspaceId, definitions);
    return { name, tool };
  },
});
