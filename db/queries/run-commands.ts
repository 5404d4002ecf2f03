import { and, eq, sql } from "drizzle-orm";
import type { CommandReply } from "@/lib/core/run/commands";
import type { Orm, OrmOrTx } from "../client";
import { runCommands } from "../schema";

type OfCommand = { workspaceId: string; runId: string; commandId: string };

/** What a command of a run was answered, and the digest of what was asked; undefined before the first try. */
export type KnownCommand = { inputDigest: string | null; reply: CommandReply };

export async function readCommand(db: OrmOrTx, of: OfCommand): Promise<KnownCommand | undefined> {
  const { inputDigest, reply } = runCommands;
  const [row] = await db
    .select({ inputDigest, reply })
    .from(runCommands)
    .where(
      and(
        eq(runCommands.workspaceId, of.workspaceId),
        eq(runCommands.runId, of.runId),
        eq(runCommands.commandId, of.commandId),
      ),
    );
  return row;
}

/** Keeps that a command was carried out beside the events of its run; one that is known stays as it is. */
export async function keepCommand(
  tx: Orm,
  { inputDigest, type, seq, ...of }: OfCommand & { inputDigest: string; type: string; seq: number },
): Promise<void> {
  const reply: CommandReply = { ok: true, seq };
  await tx
    .insert(runCommands)
    .values({ ...of, type, inputDigest, reply, at: sql`clock_timestamp()` })
    .onConflictDoNothing();
}
