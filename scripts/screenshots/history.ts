import { clusterVariable, startServer, type TestServer } from "@/e2e/server";
import { growHistory } from "../bench/history/grow";
import { destroyDatabase, ensureDatabase, temporaryDataDir } from "../database";

/** Enough for every chart, and few enough to be there in two minutes. */
const SIZE = { runs: 400, events: 40_000, longEvents: 400 };

/** A server whose database has a year of runs, most of them served by models with prices. */
export async function startServerWithHistory(): Promise<TestServer> {
  const dataDir = await temporaryDataDir("e2e");
  const database = await ensureDatabase({ dataDir });
  try {
    await growHistory(database, SIZE);
  } finally {
    await database.stop();
  }
  process.env[clusterVariable] = dataDir;
  try {
    return await startServer();
  } finally {
    delete process.env[clusterVariable];
    await destroyDatabase(dataDir);
  }
}
