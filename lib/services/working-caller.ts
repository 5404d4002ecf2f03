import type { Orm, Transact } from "@/db/client";
import { holdWorkingKey } from "@/db/queries/settings/api-keys";
import type { Actor } from "@/lib/auth/actor";
import { DomainFailure } from "@/lib/core/errors";
import type { JobTransaction } from "@/lib/core/job-ports";
import { KEY_PREFIX } from "@/lib/core/run/gates/rules";
import { KEY_ENDED } from "@/lib/engine/run-store/working-callers";

/** A transaction of a caller; `first` comes before their key is held, for a lock that all take before it. */
export type CallerTransact = <T>(
  work: (tx: Orm, jobs: JobTransaction) => Promise<T>,
  first?: (tx: Orm) => Promise<void>,
) => Promise<T>;

/**
 * Writes for a caller, as long as they are one: a key may have ended, or been revoked, since its request was let in
 * (docs/api.md, "Keys"), and is held until the commit. Throws `unauthenticated`.
 */
export const transactAs =
  (transact: Transact, { id }: Pick<Actor, "id">): CallerTransact =>
  (work, first) =>
    transact(async (tx, jobs) => {
      await first?.(tx);
      if (id.startsWith(KEY_PREFIX) && !(await holdWorkingKey(tx, id.slice(KEY_PREFIX.length))))
        throw new DomainFailure(KEY_ENDED);
      return work(tx, jobs);
    });
