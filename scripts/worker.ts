import { once } from "node:events";
import { createApp } from "@/lib/compose";
import { readEnv } from "@/lib/env";
import { ensureDatabase, migrate } from "./database";
import { abortOnStopSignal, runMain } from "./lib/main";

/**
 * A worker process: takes runs until it is asked to stop, then hands over what it holds. Without a DATABASE_URL it
 * works on this checkout's own database, which it starts if none runs.
 */
runMain(async () => {
  const stopping = abortOnStopSignal();
  const database = await ensureDatabase();
  try {
    if (database.started) await migrate(database.ownerUrl, database.url);
    const app = await createApp(readEnv({ ...process.env, DATABASE_URL: database.url }), { worker: true });
    await app.worker?.start();
    if (!stopping.aborted) await once(stopping, "abort");
    await app.close();
  } finally {
    await database.release();
  }
  return 0;
});
