// The Workflow SDK on @workflow/world-postgres: one workflow whose steps are functions marked as such. Its own command builds
// them; its queue hands each continuation and each step to this process over HTTP. A trigger of ours tells the end as it is
// committed, since the library's own handle asks from time to time.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, renameSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import postgres from "postgres";
import { createSteps, layersOf } from "./steps.mjs";

const TELL_ENDS = `
  create or replace function bench_tell_end() returns trigger language plpgsql as
    $$ begin perform pg_notify('bench_ends', new.id); return new; end $$;
  create or replace trigger bench_tell_end after update on workflow.workflow_runs
    for each row when (old.status <> 'completed' and new.status = 'completed') execute function bench_tell_end();`;

const modules = join(import.meta.dirname, "node_modules");
const folder = join(modules, ".cache/workflow");

export async function open(databaseUrl) {
  // The library looks for its world from there.
  process.chdir(import.meta.dirname);
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  Object.assign(process.env, {
    WORKFLOW_TARGET_WORLD: "@workflow/world-postgres",
    WORKFLOW_POSTGRES_URL: databaseUrl,
    WORKFLOW_LOCAL_BASE_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
  });
  const { workflowId, ...handlers } = build();
  runScript("@workflow/world-postgres/bin/setup.js");

  const steps = createSteps();
  const graphs = new Map();
  globalThis.benchAct = (name, id) => steps.act(graphs.get(name), id);

  async function answer(request, response) {
    const { method, url, headers } = request;
    const handle = handlers[url.includes("/flow") ? "flow" : "step"][method];
    const body = method === "POST" ? await text(request) : undefined;
    const answered = await handle(new Request(new URL(url, "http://127.0.0.1"), { method, headers, body }));
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(await answered.text());
  }

  const { start } = await import("workflow/api");
  const { getWorld } = await import("workflow/runtime");
  const world = await getWorld();
  await world.start();
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await sql.unsafe(TELL_ENDS);
  const ended = new Set();
  let onEnd = () => {};
  const listening = await sql.listen("bench_ends", (id) => {
    ended.add(id);
    onEnd();
  });

  async function runToEnd({ name }) {
    const { layers } = graphs.get(name);
    const { runId } = await start({ workflowId }, [name, layers]);
    await new Promise((resolve) => {
      onEnd = () => ended.has(runId) && resolve();
      onEnd();
    });
  }

  return {
    prepare: (graph) => void graphs.set(graph.name, { ...graph, layers: layersOf(graph) }),
    run: (graph) => steps.time(graph, () => runToEnd(graph)),
    async close() {
      await listening.unlisten();
      await sql.end();
      await world.close();
      server.close();
    },
  };
}

/** Builds the workflow as its command does, and loads what came of it: handlers of requests, by method. */
function build() {
  mkdirSync(folder, { recursive: true });
  cpSync(join(import.meta.dirname, "workflow"), join(folder, "workflows"), { recursive: true });
  runScript("@workflow/cli/bin/run.js", "build");
  const require = createRequire(import.meta.url);
  const load = (name) => {
    const built = join(folder, ".well-known/workflow/v1", name);
    renameSync(`${built}.js`, `${built}.cjs`);
    return require(`${built}.cjs`);
  };
  const { workflows } = require(join(folder, ".well-known/workflow/v1/manifest.json"));
  const [{ runGraph }] = Object.values(workflows);
  return { flow: load("flow"), step: load("step"), workflowId: runGraph.workflowId };
}

function runScript(script, ...args) {
  execFileSync(process.execPath, [join(modules, script), ...args], { cwd: folder, stdio: "pipe" });
}
