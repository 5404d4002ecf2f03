// openworkflow: one workflow whose steps are `step.run`, its PostgreSQL backend, a worker in the same process. The worker
// asks the database for runs every 100 ms to 1 s: what a run waited for that is said apart. A trigger of ours tells the end
// as it is committed, since the library's own handle asks every second.
import { OpenWorkflow } from "openworkflow";
import { BackendPostgres } from "openworkflow/postgres";
import postgres from "postgres";
import { createSteps, layersOf } from "./steps.mjs";

const TELL_ENDS = `
  create or replace function bench_tell_end() returns trigger language plpgsql as
    $$ begin perform pg_notify('bench_ends', new.id); return new; end $$;
  create or replace trigger bench_tell_end after update on openworkflow.workflow_runs
    for each row when (old.finished_at is null and new.finished_at is not null) execute function bench_tell_end();`;

export async function open(databaseUrl) {
  const backend = await BackendPostgres.connect(databaseUrl);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await sql.unsafe(TELL_ENDS);
  const ended = new Set();
  let onEnd = () => {};
  const listening = await sql.listen("bench_ends", (id) => {
    ended.add(id);
    onEnd();
  });
  const steps = createSteps();
  const graphs = new Map();
  let begunAt;
  const client = new OpenWorkflow({ backend });
  const workflow = client.defineWorkflow({ name: "graph" }, async ({ input, step }) => {
    begunAt ??= performance.now();
    const { graph, layers } = graphs.get(input.name);
    for (const layer of layers) {
      await Promise.all(layer.map((id) => step.run({ name: id }, async () => steps.act(graph, id))));
    }
  });
  const worker = client.newWorker();
  await worker.start();

  async function runToEnd(name) {
    begunAt = undefined;
    const startedAt = performance.now();
    const { workflowRun } = await workflow.run({ name });
    await new Promise((resolve) => {
      onEnd = () => ended.has(workflowRun.id) && resolve();
      onEnd();
    });
    return { waitedMs: begunAt - startedAt };
  }

  return {
    prepare: (graph) => void graphs.set(graph.name, { graph, layers: layersOf(graph) }),
    run: (graph) => steps.time(graph, () => runToEnd(graph.name)),
    async close() {
      await listening.unlisten();
      await sql.end();
      await worker.stop();
      await backend.stop();
    },
  };
}
