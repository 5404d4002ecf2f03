// Restate: its server (one node, its usual settings, an empty folder) as a child process, one service with a handler in this
// process, whose steps are `ctx.run`. A run is one call of the server's HTTP address, answered when the handler has ended.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttp2Server } from "node:http2";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createEndpointHandler, RestatePromise, service } from "@restatedev/restate-sdk";
import { createSteps, layersOf } from "./steps.mjs";

const START_TRIES = 300;
const START_DELAY_MS = 100;

export async function open() {
  const steps = createSteps();
  const graphs = new Map();
  const flow = service({
    name: "graph",
    handlers: {
      run: async (ctx, name) => {
        const { graph, layers } = graphs.get(name);
        for (const layer of layers) {
          await RestatePromise.all(layer.map((id) => ctx.run(id, () => steps.act(graph, id))));
        }
      },
    },
  });
  const endpoint = createHttp2Server(createEndpointHandler({ services: [flow], logger: () => {} }));
  endpoint.listen(0, "127.0.0.1");
  await once(endpoint, "listening");
  const server = await startServer();
  await server.register(`http://127.0.0.1:${endpoint.address().port}`);

  async function call(name) {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(name);
    const response = await fetch(`${server.ingress}/graph/run`, { method: "POST", headers, body });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await response.text();
  }

  return {
    prepare: (graph) => void graphs.set(graph.name, { graph, layers: layersOf(graph) }),
    run: (graph) => steps.time(graph, () => call(graph.name)),
    async close() {
      await server.stop();
      endpoint.close();
    },
  };
}

async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), "waymark-bench-restate-"));
  const [ingress, admin, node] = await Promise.all([freePort(), freePort(), freePort()]);
  const { resolve } = createRequire(import.meta.url);
  const binary = resolve(`@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`);
  const env = {
    ...process.env,
    RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
    RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
    RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
    RESTATE_LISTEN_MODE: "tcp",
    RESTATE_DISABLE_TELEMETRY: "true",
    RESTATE_ADMIN__DISABLE_WEB_UI: "true",
    RUST_LOG: "warn",
  };
  const child = spawn(binary, ["--base-dir", folder], { env, stdio: ["ignore", "inherit", "inherit"] });
  return {
    ingress: `http://127.0.0.1:${ingress}`,
    async register(uri) {
      for (let tries = 1; ; tries += 1) {
        const headers = { "content-type": "application/json" };
        const body = JSON.stringify({ uri });
        const answer = fetch(`http://127.0.0.1:${admin}/deployments`, { method: "POST", headers, body });
        const response = await answer.catch((error) => ({ ok: false, text: async () => String(error) }));
        if (response.ok) return;
        if (tries === START_TRIES) throw new Error(await response.text());
        await delay(START_DELAY_MS);
      }
    },
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
