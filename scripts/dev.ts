import { readEnv } from "@/lib/env";
import { scriptPreloads, spawnNode } from "./lib/child";
import { abortOnStopSignal, runMain } from "./lib/main";
import { runProcesses } from "./lib/processes";

/** The pages reload as they are edited; the worker starts again when a file it uses changes. */
runMain(async () => {
  const { PORT: port, WAYMARK_SIMULATED_PACE: pace = "natural" } = readEnv();
  await runProcesses({
    port,
    stopping: abortOnStopSignal(),
    web: (env) => spawnNode([...scriptPreloads, "scripts/web.ts"], { ...env, NODE_ENV: "development" }),
    worker: (env) =>
      spawnNode([...scriptPreloads, "--watch", "--watch-preserve-output", "scripts/worker.ts"], {
        ...env,
        WAYMARK_SIMULATED_PACE: pace,
      }),
  });
  return 0;
});
