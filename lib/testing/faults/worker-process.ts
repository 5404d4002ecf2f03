import { once } from "node:events";
import { createSecretBox } from "@/lib/adapters/secret-box";
import { assembleApp } from "@/lib/compose";
import type { Log } from "@/lib/core/ports";
import { sameSetup } from "@/lib/engine/workspaces";
import { createToolbox } from "@/lib/tools";
import { abortOnStopSignal, runMain } from "@/scripts/lib/main";
import { silentLog } from "../silent-log";
import { scenarioModel } from "./scenario-wire";
import type { FromWorker, ToWorker, WorkerProcessOptions } from "./worker-messages";
import { type EffectWindow, worldTools } from "./world-tools";

/**
 * Entry of a worker process for tests: the worker as it always is, with the scenarios' model and the tools of their
 * world. Before and after an effect it waits until its parent lets it pass, or kills it there.
 */
runMain(async () => {
  const stopping = abortOnStopSignal();
  const options = JSON.parse(process.argv[2] ?? "{}") as WorkerProcessOptions;
  const { databaseUrl, modelUrl, apiKey, worldFile, workerOptions } = options;
  const model = scenarioModel(modelUrl, apiKey);
  const tools = createToolbox(worldTools({ file: worldFile, pass: createPass() }));
  const workspaces = sameSetup({ model, tools });
  const secrets = createSecretBox(() => "a secret of tests");
  const parts = { databaseUrl, workspaces: () => workspaces, secrets, log: reportingLog() };
  const app = await assembleApp({ ...parts, workerOptions }, { worker: true });
  await app.worker?.start();
  if (!stopping.aborted) await once(stopping, "abort");
  await app.close();
  return 0;
});

function sendToParent(message: FromWorker): void {
  process.send?.(message);
}

function createPass(): (window: EffectWindow, tool: string, id: string) => Promise<void> {
  const waiting = new Map<number, () => void>();
  let count = 0;
  process.on("message", ({ pass }: ToWorker) => {
    waiting.get(pass)?.();
    waiting.delete(pass);
  });
  return (window, tool, id) =>
    new Promise((resolve) => {
      count += 1;
      waiting.set(count, resolve);
      sendToParent({ kind: "window", number: count, window, tool, id });
    });
}

/** The worker says its id when it takes runs, and which it claims; errors go where people can see them. */
function reportingLog(): Log {
  return {
    ...silentLog,
    info(fields) {
      if ("workerId" in fields && "runSlots" in fields)
        sendToParent({ kind: "ready", workerId: String(fields.workerId) });
    },
    debug(fields) {
      if ("claimed" in fields) sendToParent({ kind: "claimed", runIds: fields.claimed as string[] });
    },
    error(fields, message) {
      console.error(message, fields);
    },
  };
}
