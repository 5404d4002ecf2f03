import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { destroyDatabase, ensureDatabase, migrate } from "../database";
import { writePage } from "./page";
import { TELL_ENDS } from "./peers/ends";
import { GRAPHS } from "./peers/graphs";
import { installPeers, peerVersions } from "./peers/install";
import { measure } from "./peers/measure";
import { makespanRow, ratioRows } from "./peers/ratios";
import { type System, type SystemOptions, startSystem } from "./peers/system";
import { machineLoad, writeRows } from "./results";

const ROUNDS = 7;

/** Modules of bench/peers; LangGraph.js in both of the ways in which a graph can keep its results. */
const PEERS: Omit<SystemOptions, "databaseUrl">[] = [
  { name: "langgraph", peer: "langgraph", variant: "channels" },
  { name: "langgraph-map", peer: "langgraph", variant: "map" },
  { name: "dbos", peer: "dbos" },
  { name: "restate", peer: "restate" },
  { name: "openworkflow", peer: "openworkflow" },
  { name: "mastra", peer: "mastra" },
  { name: "workflow", peer: "workflow" },
];

/** Waymark and its peers in turns on one machine, and on one PostgreSQL with the settings of ours (docs/performance.md). */
export async function benchPeers(): Promise<boolean> {
  installPeers();
  const loadBefore = machineLoad();
  const dataDir = join(tmpdir(), `waymark-bench-${process.pid}`);
  mkdirSync(dataDir, { mode: 0o755 });
  const database = await ensureDatabase({ dataDir });
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => {} });
  const systems: System[] = [];
  try {
    await migrate(database.ownerUrl, database.url);
    await sql.unsafe(TELL_ENDS);
    console.log("Starting Waymark and its peers …");
    systems.push(await startSystem({ name: "waymark", databaseUrl: database.url }));
    for (const peer of PEERS) {
      const databaseUrl = await createDatabase(sql, database.ownerUrl, peer.name);
      systems.push(await startSystem({ ...peer, databaseUrl }));
    }
    const times = await measure(systems, Object.values(GRAPHS), ROUNDS, sql);
    const facts = { loadBefore, rounds: ROUNDS, versions: peerVersions(), times };
    const allHold = writeRows("peers", [...ratioRows(times), makespanRow(times)], facts);
    writePage();
    return allHold;
  } finally {
    await Promise.all(systems.map((system) => system.close()));
    await sql.end();
    await database.stop();
    await destroyDatabase(dataDir);
  }
}

/** A database of a peer's own on our server, made by the owner of all. */
async function createDatabase(sql: Sql, ownerUrl: string, peer: string): Promise<string> {
  const name = `peer_${peer.replaceAll("-", "_")}`;
  await sql`create database ${sql(name)}`;
  return Object.assign(new URL(ownerUrl), { pathname: `/${name}` }).href;
}
