import { updateMcpServer } from "@/db/queries/settings/mcp-servers";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { serverToolInput } from "@/lib/core/inputs/mcp";
import { definitionsOf } from "@/lib/core/mcp";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";
import { tellRuns } from "./keep-seen";
import { storedServer } from "./stored-server";

/** Throws `not_found`. */
export const setServerTool = defineVerb({
  name: "mcp/setTool",
  capability: "admin",
  description:
    "`{tool, sideEffects?, idempotent?}`: what one of its tools, by the server's own name of it, counts as; without `sideEffects` what the server says",
  routes: [{ at: "POST /api/v1/mcp-servers/{name}/tools" }],
  input: serverToolInput,
  async run({
    ctx,
    input: { name, tool, sideEffects, idempotent },
  }): Promise<{ name: string; tool: string }> {
    const override = sideEffects && {
      sideEffects,
      idempotent: idempotent ?? (sideEffects === "none" || sideEffects === "read"),
    };
    const details = { tool, ...(override ?? { sideEffects: "as the server says" }) };
    const { workspaceId } = ctx.actor;
    const entry = { action: "mcp_tool_set", subject: name, details };
    const definitions = await changeSetup(ctx, entry, async (tx) => {
      const row = await storedServer(ctx, name, tx);
      if (!row.tools.some((one) => one.name === tool))
        throw new DomainFailure(domainError("not_found", `The MCP server ${name} has no tool ${tool}.`));
      const others = Object.entries(row.overrides).filter(([key]) => key !== tool);
      const overrides = Object.fromEntries(override ? [...others, [tool, override]] : others);
      await updateMcpServer(tx, { workspaceId, name }, { overrides });
      return definitionsOf(row);
    });
    await tellRuns(ctx, workspaceId, definitions);
    return { name, tool };
  },
});
