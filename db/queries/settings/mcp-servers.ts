import { and, asc, eq } from "drizzle-orm";
import { canonicalJson, type Json } from "@/lib/core/json";
import {
  definitionsSince,
  type McpProbeResult,
  type PinnedTools,
  pinTools,
  type StoredMcpServer,
} from "@/lib/core/mcp";
import type { Orm } from "../../client";
import { mcpServers } from "../../schema";
import { writeAudit } from "../write-audit";
import { raiseSetupVersion } from "./workspace-setup";

export type McpServerRow = StoredMcpServer & { stateAt: Date | null };
type NewServer = Pick<
  StoredMcpServer,
  | "workspaceId"
  | "name"
  | "transport"
  | "command"
  | "args"
  | "url"
  | "secrets"
  | "secretNames"
  | "allowPrivate"
  | "enabled"
  | "timeoutMs"
>;
type ServerKey = { workspaceId: string; name: string };

const hasKey = ({ workspaceId, name }: ServerKey) =>
  and(eq(mcpServers.workspaceId, workspaceId), eq(mcpServers.name, name));

/** The servers of a workspace, by name. */
export async function readMcpServers(db: Orm, workspaceId: string): Promise<McpServerRow[]> {
  return db
    .select()
    .from(mcpServers)
    .where(eq(mcpServers.workspaceId, workspaceId))
    .orderBy(asc(mcpServers.name));
}

/** One server; within a transaction `lock` keeps others from changing it until the end. */
export async function readMcpServer(
  db: Orm,
  id: ServerKey,
  { lock = false } = {},
): Promise<McpServerRow | undefined> {
  const query = db.select().from(mcpServers).where(hasKey(id));
  const [row] = lock ? await query.for("update") : await query;
  return row;
}

/** False where there is one of that name already. */
export async function insertMcpServer(tx: Orm, server: NewServer): Promise<boolean> {
  const added = await tx
    .insert(mcpServers)
    .values(server)
    .onConflictDoNothing()
    .returning({ name: mcpServers.name });
  return added.length > 0;
}

export async function updateMcpServer(
  tx: Orm,
  id: ServerKey,
  change: Partial<Omit<McpServerRow, "workspaceId" | "name">>,
): Promise<void> {
  await tx.update(mcpServers).set(change).where(hasKey(id));
}

/** False where there was none. */
export async function deleteMcpServer(tx: Orm, id: ServerKey): Promise<boolean> {
  const gone = await tx.delete(mcpServers).where(hasKey(id)).returning({ name: mcpServers.name });
  return gone.length > 0;
}

/**
 * Keeps what a server showed, unless it was changed since (`revision`): what it shows first is taken as it is, of what
 * comes later only what can forbid more; the rest waits. Every change has a line in the audit log, and every process is
 * told of it. Gives what each of its tools is now by our name of it (`definitionsSince`), and
 * whether that changed anything; undefined when nothing was kept.
 */
export async function persistMcpSeen(
  tx: Orm,
  { revision, ...id }: ServerKey & { revision: number },
  seen: McpProbeResult,
  at: Date,
): Promise<{ definitions: Record<string, string | null>; changed: boolean } | undefined> {
  const before = await readMcpServer(tx, id, { lock: true });
  if (before?.revision !== revision) return;
  if (!seen.ok) {
    await updateMcpServer(tx, id, { state: "failed", problem: seen.problem, stateAt: at });
    return;
  }
  const { leftOut, server } = seen;
  const isFirst = before.server === null;
  const pinned = isFirst ? { tools: seen.tools, waiting: [] } : pinTools(before, before, seen.tools);
  const { tools, waiting } = pinned;
  await updateMcpServer(tx, id, {
    state: "connected",
    problem: null,
    stateAt: at,
    server,
    tools,
    waiting,
    leftOut,
  });
  const listOf = (row: PinnedTools): string => canonicalJson([row.tools, row.waiting] as unknown as Json);
  const definitions = definitionsSince(before, { ...before, ...pinned });
  if (listOf(before) === listOf(pinned)) return { definitions, changed: false };
  await raiseSetupVersion(tx, id.workspaceId);
  const details: Json = "changes" in pinned ? pinned.changes : { added: tools.map(({ name }) => name) };
  const line = { workspaceId: id.workspaceId, action: "mcp_tools_changed", subject: id.name, details };
  await writeAudit(tx, { ...line, actor: { kind: "system" } });
  return { definitions, changed: true };
}
