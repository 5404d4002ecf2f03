import { once } from "node:events";
import { createApp } from "@/lib/compose";
import { readEnv } from "@/lib/env";
import { abortOnStopSignal, runMain } from "./lib/main";

/** A worker process: takes runs until it is asked to stop, then hands over what it holds. */
runMain(async () => {
  const stopping = abortOnStopSignal();
  const app = await createApp(readEnv(), { worker: true });
  await app.worker?.start();
  if (!stopping.aborted) await once(stopping, "abort");
  await app.close();
  return 0;
});
