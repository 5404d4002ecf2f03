import { onServer } from "../database/postgres";

/** Makes the leases of workers that are gone as old as they may become, so that nobody waits until they are. */
export function expireLeases(databaseUrl: string): Promise<void> {
  return onServer(
    databaseUrl,
    (sql) => sql`update pgboss.job set heartbeat_on = heartbeat_on - heartbeat_seconds * interval '1 second'
      where state = 'active'`,
  );
}
