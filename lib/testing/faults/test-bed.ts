import { openDatabase } from "@/db/client";
import { localPerson as actor } from "@/lib/auth/actor";
import type { WorkerOptions } from "@/lib/engine/worker/worker";
import { createToolbox } from "@/lib/tools";
import { createTestDatabase } from "../database/postgres";
import { createPostgresProxy, type PostgresProxy } from "../database/postgres-proxy";
import { startEngine } from "../engine/run-harness";
import type { TestBed } from "./play";
import { SCENARIO_LESSON } from "./scenario";
import { scenarioModel } from "./scenario-wire";
import { createWorldFile } from "./world-file";
import { worldTools } from "./world-tools";

export type OpenTestBed = TestBed & {
  /** What lies between the workers and the database. */
  proxy: PostgresProxy;
  databaseUrl: string;
  close(): Promise<void>;
};

export type TestBedOptions = {
  modelUrl: string;
  /** The worker of this process; without it others have to work. */
  worker: Partial<WorkerOptions> | false;
  deadlineMs: number;
};

/** A database, a world and an engine of their own; the worker reaches the database by a proxy, people directly. */
export async function openTestBed({ modelUrl, worker, deadlineMs }: TestBedOptions): Promise<OpenTestBed> {
  const testDatabase = await createTestDatabase();
  const proxy = await createPostgresProxy(testDatabase.url);
  const world = createWorldFile();
  const tools = createToolbox(worldTools({ file: world.path, pass: async () => {} }));
  const model = scenarioModel(modelUrl, "worker");
  const paths = { databaseUrl: testDatabase.url, workerDatabaseUrl: proxy.url };
  const engine = await startEngine({ ...paths, model, tools, worker });
  const { lessonId } = await engine.services.lessons.propose({ actor, input: { text: SCENARIO_LESSON } });
  await engine.services.lessons.accept({ actor, input: { lessonId, expectedVersion: 1 } });
  const database = openDatabase(testDatabase.url, { max: 2 });
  return {
    engine,
    world,
    proxy,
    deadlineMs,
    sql: database.sql,
    databaseUrl: testDatabase.url,
    async close() {
      await engine.stop();
      await proxy.close();
      await database.close();
      await testDatabase.drop();
      world.delete();
    },
  };
}
