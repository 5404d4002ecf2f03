import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Model } from "@/lib/core/ports";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { type DatabaseHandle, destroyDatabase, ensureDatabase, migrate } from "../database";

/** The whole engine on a PostgreSQL of its own with its usual settings, for one benchmark. */
export async function withEngine<T>(
  model: Model,
  work: (engine: TestEngine, database: DatabaseHandle) => Promise<T>,
): Promise<T> {
  const dataDir = join(tmpdir(), `waymark-bench-${process.pid}`);
  mkdirSync(dataDir, { mode: 0o755 });
  const database = await ensureDatabase({ dataDir });
  try {
    await migrate(database.ownerUrl, database.url);
    const engine = await startEngine({ databaseUrl: database.url, model });
    const result = await work(engine, database);
    await engine.stop();
    return result;
  } finally {
    await database.stop();
    await destroyDatabase(dataDir);
  }
}

/** A plan whose tasks run one after the other. */
export function chain(length: number) {
  const tasks = Array.from({ length }, (_, index) => ({
    id: `task_${index}`,
    title: `Task ${index}`,
    input: "go",
    dependsOn: index === 0 ? [] : [`task_${index - 1}`],
  }));
  return { title: `A chain of ${length}`, tasks };
}
