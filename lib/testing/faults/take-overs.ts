import type { Sql } from "postgres";
import type { Claim, Kill } from "./worker-pool";

type Lease = { runId: string; workerId: string; atMs: number };

/**
 * How long each run of a killed worker was without one: from the kill to its next lease, in milliseconds. Runs that had
 * ended, or were waiting for people, lose nothing and are left out. Where another worker had claimed the run and was
 * killed before it had the lease, the time runs from that kill.
 */
export async function readTakeOvers(sql: Sql, kills: Kill[], claims: Claim[]): Promise<number[]> {
  const leases = await sql<Lease[]>`
    select run_id as "runId", payload->>'workerId' as "workerId", date_part('epoch', at) * 1000 as "atMs"
    from run_events where type = 'lease_taken' order by run_id, seq`;
  return takeOversAfter(leases, kills, claims);
}

export function takeOversAfter(leases: Lease[], kills: Kill[], claims: Claim[]): number[] {
  return leases.flatMap((lease, index) => {
    const before = leases[index - 1];
    if (before?.runId !== lease.runId) return [];
    const kill = kills.find(({ workerId }) => workerId === before.workerId);
    const held = kill && kill.atMs >= before.atMs && kill.atMs <= lease.atMs;
    if (!held) return [];
    const laterKills = kills.filter(
      ({ workerId, atMs }) =>
        atMs > kill.atMs &&
        atMs <= lease.atMs &&
        claims.some((one) => one.runId === lease.runId && one.workerId === workerId && one.atMs >= kill.atMs),
    );
    return [lease.atMs - Math.max(kill.atMs, ...laterKills.map(({ atMs }) => atMs))];
  });
}
