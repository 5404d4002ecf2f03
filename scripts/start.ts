import { join } from "node:path";
import { readEnv } from "@/lib/env";
import { buildIfStale } from "./lib/build";
import { scriptPreloads, spawnNode, webPreloads } from "./lib/child";
import { abortOnStopSignal, runMain } from "./lib/main";
import { projectRoot } from "./lib/paths";
import { host, printLine, runProcesses } from "./lib/processes";

const next = join(projectRoot, "node_modules/next/dist/bin/next");

runMain(async () => {
  const { PORT: port, DATABASE_URL: external, WAYMARK_SIMULATED_PACE: pace = "natural" } = readEnv();
  const stopping = abortOnStopSignal();
  await runProcesses({
    port,
    stopping,
    prepare: () => buildIfStale(stopping, printLine),
    web: (env) =>
      spawnNode([...webPreloads, next, "start", "-H", host, "-p", env.PORT], {
        ...env,
        NODE_ENV: "production",
        NEXT_MANUAL_SIG_HANDLE: "true",
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
