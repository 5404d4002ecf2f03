import { expect, test } from "vitest";
import { methodOf } from "./statements";

test.each([
  ["commit", "run_store.commit"],
  ["begin isolation level read committed", "run_store.begin"],
  ["select from runs where id = $1 and seq = $2 and epoch = $3 and not parked for update", "run_store.lock"],
  ["UPDATE pgboss.job_common\n      SET heartbeat_on = pgboss.job_now()", "jobs.touch"],
  ["select pg_notify(channel, payload) from x", "notify"],
  ['select "digest" from "blobs" where x', "reads.blobs"],
  ["insert into blobs (workspace_id) values ($1)", "run_store.payloads"],
  ["insert into stream_chunks (run_id) values ($1)", "chunks"],
  ["listen waymark_runs", "listen"],
  ["select 1", "other"],
])("%s belongs to %s", (statement, method) => {
  expect(methodOf(statement)).toBe(method);
});
