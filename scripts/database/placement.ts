import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readlink, realpath, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Failure } from "../lib/failure";
import { serverBinaries, sharedHome } from "./binaries";
import { canEnter, isRoot, type OsUser, unprivilegedUser } from "./os-user";

/** Where a cluster lives and as whom it runs. `user` is undefined when that is the caller. */
export interface Placement {
  /** Real path of the cluster's folder; it may not exist yet. */
  cluster: string;
  binDir: string;
  user?: OsUser;
}

/**
 * Decides where the cluster of a data folder lives. It is `<dataDir>/pg`. For root, whose folders the
 * server's own user may be unable to enter, that may be a link to a folder under /var/lib.
 */
export async function placeCluster(dataDir: string): Promise<Placement> {
  const path = join(dataDir, "pg");
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  if (existsSync(path)) return placeExisting(await realpath(path));
  if (!isRoot()) return { cluster: path, binDir: await serverBinaries() };
  const user = unprivilegedUser();
  const cluster = canEnter(user, dataDir) ? path : await linkToSharedHome(path);
  return { cluster, user, binDir: await serverBinaries(user) };
}

async function placeExisting(cluster: string): Promise<Placement> {
  const owner = statSync(cluster);
  if (!isRoot()) {
    if (process.getuid && owner.uid !== process.getuid()) throw foreignOwner(cluster, owner.uid);
    return { cluster, binDir: await serverBinaries() };
  }
  if (owner.uid !== 0) {
    const user = { uid: owner.uid, gid: owner.gid };
    return { cluster, user, binDir: await serverBinaries(user) };
  }
  const user = unprivilegedUser();
  spawnSync("chown", ["-R", `${user.uid}:${user.gid}`, cluster]);
  return { cluster, user, binDir: await serverBinaries(user) };
}

async function linkToSharedHome(path: string): Promise<string> {
  const target = await readlink(path).catch(() => undefined);
  if (target) return target;
  await mkdir(sharedHome, { recursive: true, mode: 0o755 });
  const home = await mkdtemp(join(sharedHome, `${basename(dirname(dirname(path)))}-`));
  await chmod(home, 0o755);
  await symlink(join(home, "pg"), path);
  return join(home, "pg");
}

function foreignOwner(cluster: string, uid: number): Failure {
  return new Failure(
    "database_foreign_owner",
    `The database in ${cluster} belongs to another user of this machine (uid ${uid}). ` +
      "Start Waymark as that user, or set WAYMARK_DATA_DIR to a folder of your own.",
  );
}
