import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { scriptPreloads } from "../lib/child";
import { projectRoot } from "../lib/paths";
import { copyCluster, destroyDatabase, ensureDatabase, prepareCluster, stopDatabase } from ".";
import { isRoot } from "./os-user";
import { runningPostmaster } from "./server";

const settings = { fsync: "off" };
let dataDir: string;
/** Has the cluster that those begin with which are not about its creation. */
let prepared: string;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "waymark-database-"));
  chmodSync(folder, 0o755);
  return folder;
}

beforeAll(async () => {
  prepared = newFolder();
  await prepareCluster(prepared);
});
afterAll(() => destroyDatabase(prepared));

beforeEach(() => {
  dataDir = newFolder();
});

afterEach(() => destroyDatabase(dataDir));

async function query(url: string, text: string): Promise<postgres.Row[]> {
  const sql = postgres(url, { max: 1 });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}

function serverPid(): number | undefined {
  return runningPostmaster(realpathSync(join(dataDir, "pg")))?.pid;
}

/** Another process of ours that uses the database until it is asked to stop. */
async function otherUser() {
  const program = `import { ensureDatabase } from "./scripts/database";
    const handle = await ensureDatabase({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(handle.url);
    process.stdin.on("data", async () => { await handle.release(); process.exit(0); });`;
  const child = spawn(process.execPath, [...scriptPreloads, "--input-type=module", "-e", program], {
    cwd: projectRoot,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return {
    url: String(line).trim(),
    kill: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
    release: async () => {
      child.stdin.write("release\n");
      await once(child, "exit");
    },
  };
}

describe("a data folder's server", () => {
  test("is created once, reused, and stopped by the last one out, no matter who started it", async () => {
    const mine = await ensureDatabase({ dataDir, settings });
    expect(mine.started).toBe(true);
    await query(mine.ownerUrl, "create table mark as select 42 as value");
    const other = await otherUser();
    expect(other.url).toBe(mine.url);

    await mine.release();
    expect(await query(mine.ownerUrl, "select value from mark")).toEqual([{ value: 42 }]);
    await other.release();
    expect(serverPid()).toBeUndefined();

    const again = await ensureDatabase({ dataDir, settings });
    expect(again).toMatchObject({ started: true, url: mine.url });
    expect(await query(again.ownerUrl, "select value from mark")).toEqual([{ value: 42 }]);
    await again.release();
  });

  test("is started once when several ask at the same time", async () => {
    const [mine, ...others] = await Promise.all([
      ensureDatabase({ dataDir, settings }),
      otherUser(),
      otherUser(),
    ]);
    expect(new Set([mine.url, ...others.map((other) => other.url)]).size).toBe(1);
    await Promise.all([mine.release(), ...others.map((other) => other.release())]);
    expect(serverPid()).toBeUndefined();
  });

  test("comes back at the same address after kill -9, with all that was committed", async () => {
    await copyCluster(prepared, dataDir);
    let onLost = () => {};
    const lost = new Promise<void>((resolve) => {
      onLost = resolve;
    });
    const first = await ensureDatabase({ dataDir, onLost });
    await query(first.ownerUrl, "create table mark as select 42 as value");
    process.kill(serverPid() ?? 0, "SIGKILL");
    await lost;
    const second = await ensureDatabase({ dataDir });
    expect(second).toMatchObject({ started: true, url: first.url });
    expect(await query(second.ownerUrl, "select value from mark")).toEqual([{ value: 42 }]);
    await second.release();
  });

  test("starts although a postmaster.pid names a living process of something else", async () => {
    await copyCluster(prepared, dataDir);
    const first = await ensureDatabase({ dataDir, settings });
    await first.stop();
    const lines = [process.pid, realpathSync(join(dataDir, "pg")), 1, 5432, "", "127.0.0.1", 0, "ready"];
    writeFileSync(join(dataDir, "pg/postmaster.pid"), lines.join("\n"));
    const second = await ensureDatabase({ dataDir, settings });
    expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await second.release();
  });

  test("is not stopped under a client of another kind", async () => {
    await copyCluster(prepared, dataDir);
    const mine = await ensureDatabase({ dataDir, settings });
    const client = postgres(mine.url, { max: 1 });
    await client`select 1`;
    await mine.release();
    expect(await stopDatabase(dataDir)).toBe("used");
    expect(await client`select 1 as one`).toEqual([{ one: 1 }]);
    await client.end();
    expect(await stopDatabase(dataDir)).toBe("stopped");
    expect(await stopDatabase(dataDir)).toBe("none");
  });

  test("does not count a user that was killed", async () => {
    await copyCluster(prepared, dataDir);
    const mine = await ensureDatabase({ dataDir, settings });
    await (await otherUser()).kill();
    await mine.release();
    expect(serverPid()).toBeUndefined();
  });

  test("admits nobody without its secret", async () => {
    await copyCluster(prepared, dataDir);
    const { url, release } = await ensureDatabase({ dataDir, settings });
    const wrong = new URL(url);
    wrong.password = "guess";
    await expect(query(wrong.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
    await release();
  });

  test.runIf(isRoot())("lives where its own user can go when root's folder is closed", async () => {
    chmodSync(dataDir, 0o700);
    const { url, release } = await ensureDatabase({ dataDir, settings });
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(realpathSync(join(dataDir, "pg"))).toMatch(/^\/var\/lib\/waymark\//);
    await release();
    const home = realpathSync(join(dataDir, "pg"));
    await destroyDatabase(dataDir);
    expect(existsSync(dirname(home))).toBe(false);
  });

  test("of another version is refused with what to do", async () => {
    await copyCluster(prepared, dataDir);
    const { release } = await ensureDatabase({ dataDir, settings });
    await release();
    const version = join(dataDir, "pg/PG_VERSION");
    expect(readFileSync(version, "utf8")).toBe("18\n");
    writeFileSync(version, "16\n");
    await expect(ensureDatabase({ dataDir })).rejects.toMatchObject({
      code: "database_wrong_version",
      message: expect.stringContaining("WAYMARK_DATA_DIR"),
    });
  });
});

describe("a server somebody else runs", () => {
  test("is used as it is, and neither stopped nor released", async () => {
    const url = process.env.WAYMARK_TEST_SERVER_URL ?? "";
    const handle = await ensureDatabase({ url });
    expect(handle).toMatchObject({ url, started: false });
    await handle.release();
    await handle.stop();
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("that does not answer is named without its password", async () => {
    const failure = await ensureDatabase({ url: "postgres://me:hunter2@127.0.0.1:1/mine" }).catch(
      (error) => error,
    );
    expect(failure).toMatchObject({ code: "database_unreachable" });
    expect(failure.message).toContain("mine on 127.0.0.1:1");
    expect(failure.message).not.toContain("hunter2");
  });

  test("must have the address of a PostgreSQL", async () => {
    await expect(ensureDatabase({ url: "mysql://localhost" })).rejects.toMatchObject({
      code: "database_invalid_url",
    });
  });
});
