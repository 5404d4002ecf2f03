import { readReplay, type StoredReplay } from "@/db/queries/replays/replays";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { ServiceContext } from "../context";

/** A replay of the actor's workspace. Throws `not_found` for any other. */
export async function requireReplay(ctx: ServiceContext, replayId: string): Promise<StoredReplay> {
  const replay = await readReplay(ctx.db, { workspaceId: ctx.actor.workspaceId, replayId });
  if (!replay) throw new DomainFailure(domainError("not_found", `There is no replay ${replayId}.`));
  return replay;
}
