import { readEnv } from "@/lib/env";
import { buildIfStale } from "./lib/build";
import { scriptPreloads, spawnNode } from "./lib/child";
import { abortOnStopSignal, runMain } from "./lib/main";
import { printLine, runProcesses } from "./lib/processes";

runMain(async () => {
  const { PORT: port, DATABASE_URL: external, WAYMARK_SIMULATED_PACE: pace = "natural" } = readEnv();
  const stopping = abortOnStopSignal();
  await runProcesses({
    port,
    stopping,
    prepare: () => buildIfStale(stopping, printLine),
    web: (env) =>
      spawnNode([...scriptPreloads, "scripts/web.ts"], {
        ...env,
        NODE_ENV: "production",
        WAYMARK_TIDY_UP: external ? undefined : "true",
      }),
    worker: (env) =>
      spawnNode([...scriptPreloads, "scripts/worker.ts"], {
        ...env,
        NODE_ENV: "production",
        WAYMARK_SIMULATED_PACE: pace,
      }),
  });
  return 0;
});
