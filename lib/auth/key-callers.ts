import type { Orm } from "@/db/client";
import { readKeyByDigest, readWorkingKeyIds, touchKey } from "@/db/queries/settings/api-keys";
import { gateNamesOf } from "@/lib/core/key-names";
import type { Clock } from "@/lib/core/ports";
import { KEY_PREFIX } from "@/lib/core/run/gates/rules";
import type { Actor } from "./actor";
import { digestOfKey } from "./key-secret";

/** Who calls with a key of the API (SECURITY.md, "Keys of the API"). */
export type KeyCallers = {
  /** The caller with this secret; undefined when it is unknown, has ended or was revoked. Asks the store each time. */
  callerOf(secret: string): Promise<Actor | undefined>;
  /**
   * Calls `onEnd` once the caller's key no longer works, or the store does not say that it does; looked at every second.
   * Returns what stops looking.
   */
  watch(actor: Actor, onEnd: () => void): () => void;
};

const CHECK_MS = 1_000;
const TOUCH_MS = 60_000;

/** Callers by the keys that the store has. Of what one process revokes nothing is remembered in another. */
export function createKeyCallers({ db, clock }: { db: Orm; clock: Pick<Clock, "nowMs"> }): KeyCallers {
  const watched = new Map<() => void, string>();
  let timer: NodeJS.Timeout | undefined;

  async function endThoseRefused(): Promise<void> {
    const asked = [...watched];
    const ids = [...new Set(asked.map(([, id]) => id))];
    const working = new Set(await readWorkingKeyIds(db, ids, new Date(clock.nowMs())).catch(() => []));
    for (const [end, id] of asked) if (!working.has(id) && watched.has(end)) end();
  }

  return {
    async callerOf(secret) {
      const now = new Date(clock.nowMs());
      const found = await readKeyByDigest(db, { digest: digestOfKey(secret), now });
      if (!found || found.key.revokedAt !== null) return;
      const { id, name, workspaceId, capabilities, roles, endsAt, lastUsedAt } = found.key;
      if (endsAt !== null && endsAt <= now) return;
      if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > TOUCH_MS)
        await touchKey(db, { id, now });
      const names = gateNamesOf(found.key, found.working);
      const identity = { kind: "person" as const, id: `${KEY_PREFIX}${id}`, name, names };
      return { ...identity, workspaceId, capabilities, roles, channel: "api" };
    },
    watch({ id }, onEnd) {
      const end = () => {
        stop();
        onEnd();
      };
      const stop = () => {
        watched.delete(end);
        if (watched.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
      watched.set(end, id.slice(KEY_PREFIX.length));
      timer ??= setInterval(() => void endThoseRefused(), CHECK_MS);
      return stop;
    },
  };
}
