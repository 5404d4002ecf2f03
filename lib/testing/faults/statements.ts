/** What the store is asked for, by the statement that asks; the first that fits counts. */
const METHODS: [method: string, fits: RegExp][] = [
  ["run_store.commit", /^commit$/i],
  ["run_store.begin", /^begin isolation/i],
  ["run_store.rollback", /^rollback/i],
  ["run_store.catch_up", /clock_timestamp\(\)\) \* 1000\) as now/],
  ["run_store.lock", /from runs where id = \$1 for update/],
  ["run_store.lock", /from runs where id = \$1 and seq = \$2 and epoch = \$3/],
  ["run_store.write", /as materialized \(\s*select \$\d+::text::jsonb as rows/],
  ["run_store.load", /from run_events where run_id/],
  ["jobs.claim", /SKIP LOCKED[\s\S]*heartbeat_on = pgboss/],
  ["jobs.touch", /UPDATE pgboss\.\w+\s+SET heartbeat_on = /],
  ["jobs.end", /^delete from pgboss\.job where name/],
  ["jobs.complete", /UPDATE pgboss\.\w+\s+SET completed_on = /],
  ["jobs.expire", /heartbeat_on \+ heartbeat_seconds/],
  ["jobs.enqueue", /INSERT INTO pgboss\.job/],
  ["jobs.other", /pgboss/],
  ["notify", /pg_notify/],
  ["listen", /^\s*(un)?listen/i],
  ["presence", /pg_advisory_lock_shared/],
  ["chunks", /stream_chunks/],
  ["reads.blobs", /from "blobs"/],
  ["reads.attempt", /from "(trajectory_steps|tool_calls)"/],
  ["reads.run", /from "/],
  ["sweep", /select id from runs\s+where/],
  ["run_store.payloads", /^\s*(insert into|update) /i],
];

/** The store's method to which a statement belongs; "other" for what opens and closes connections. */
export function methodOf(statement: string): string {
  return METHODS.find(([, fits]) => fits.test(statement))?.[0] ?? "other";
}
