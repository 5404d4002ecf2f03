import { readGatesOfTools } from "@/db/queries/read-approvals";
import { persistMcpSeen } from "@/db/queries/settings/mcp-servers";
import { newCommandId } from "@/lib/core/ids";
import type { McpProbeResult } from "@/lib/core/mcp";
import { getOwn } from "@/lib/core/own";
import type { ServiceDeps } from "../context";

type Deps = Pick<ServiceDeps, "db" | "runStore" | "ids" | "log">;

/** Keeps what a server showed, and tells runs of it. */
export async function keepSeen(
  deps: Deps & Pick<ServiceDeps, "transact" | "clock">,
  server: { workspaceId: string; name: string; revision: number },
  seen: McpProbeResult,
): Promise<void> {
  const at = new Date(deps.clock.nowMs());
  const definitions = await deps.transact((tx) => persistMcpSeen(tx, server, seen, at));
  if (definitions) await tellRuns(deps, server.workspaceId, definitions);
}

/**
 * Takes away the open questions about calls of tools that are others now: they are asked again, about what the tool is now
 * (docs/tools.md, "Tools that change"). A run that cannot be told learns it when somebody answers, as every call is held
 * against the definition that was asked about.
 */
export async function tellRuns(
  { db, runStore, ids, log }: Deps,
  workspaceId: string,
  definitions: Readonly<Record<string, string | null>>,
): Promise<void> {
  const gates = await readGatesOfTools(db, { workspaceId, tools: Object.keys(definitions) });
  const outdated = gates.filter(({ tool, definition }) => getOwn(definitions, tool) !== definition);
  for (const runId of new Set(outdated.map((gate) => gate.runId))) {
    const command = { type: "tools_changed", definitions } as const;
    const envelope = { id: newCommandId(ids), actor: { kind: "system" }, command } as const;
    await runStore
      .transition(runId, [{ envelope }])
      .catch((error: unknown) => log.warn({ runId, err: error }, "A run was not told of changed tools"));
  }
}
