import type { Orm } from "@/db/client";
import type { ServiceContext } from "../context";

/** Changes comments in one transaction, of whose run it answers the id: those who look at it see the change at once. */
export async function changeComments(
  ctx: ServiceContext,
  change: (tx: Orm) => Promise<string>,
): Promise<void> {
  ctx.notifyComments(await ctx.transact(change));
}
