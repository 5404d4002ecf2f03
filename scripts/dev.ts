import { join } from "node:path";
import { readEnv } from "@/lib/env";
import { scriptPreloads, spawnNode } from "./lib/child";
import { abortOnStopSignal, runMain } from "./lib/main";
import { projectRoot } from "./lib/paths";
import { runProcesses } from "./lib/processes";

const tsx = join(projectRoot, "node_modules/tsx/dist/cli.mjs");

/** The pages reload as they are edited; the worker starts again when a file it uses changes. */
runMain(async () => {
  const { PORT: port, WAYMARK_SIMULATED_PACE: pace = "natural" } = readEnv();
  await runProcesses({
    port,
    stopping: abortOnStopSignal(),
    web: (env) => spawnNode([...scriptPreloads, "scripts/web.ts"], { ...env, NODE_ENV: "development" }),
    worker: (env) =>
      spawnNode([tsx, "watch", "--clear-screen=false", "scripts/worker.ts"], {
        ...env,
        WAYMARK_SIMULATED_PACE: pace,
      }),
  });
  return 0;
});
