import { type App, type AppOptions, createApp } from "@/lib/compose";
import { readEnv } from "@/lib/env";
import type { Services } from "@/lib/services/registry";
import { ensureDatabase, migrate } from "../database";
import { Failure } from "../lib/failure";

export type Session = {
  services: Services;
  effects: App["effects"];
  keepCall: App["keepCall"];
  /** Starts a worker in this process, unless one is at work somewhere already. */
  ensureWorker(): Promise<void>;
};

/**
 * Gives a command the services, on the database that runs or on one that is started for it, and takes everything
 * back in the end, however it ends.
 */
export async function withSession<T>(
  use: (session: Session) => Promise<T>,
  { wrapModel }: AppOptions = {},
): Promise<T> {
  const database = await ensureDatabase();
  const undo: (() => Promise<void>)[] = [() => database.release()];
  try {
    await migrate(database.ownerUrl, database.url);
    const env = readEnv({ WAYMARK_LOG_LEVEL: "error", ...process.env, DATABASE_URL: database.url });
    const app = await createApp(env, { cli: true });
    undo.push(() => app.close());
    return await use({
      services: app.services,
      effects: app.effects,
      keepCall: app.keepCall,
      async ensureWorker() {
        const isAlive = await app.workerIsAlive();
        if (isAlive && wrapModel)
          throw new Failure(
            "worker_elsewhere",
            "A worker is at work elsewhere. Stop it: its calls cannot be recorded.",
          );
        if (isAlive) return;
        const own = await createApp(env, { worker: true }, { ...(wrapModel && { wrapModel }) });
        undo.push(() => own.close());
        await own.worker?.start();
      },
    });
  } finally {
    for (const step of undo.reverse()) await step();
  }
}
