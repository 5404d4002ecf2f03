import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isInstalled } from "../../entry/install.mjs";
import { projectRoot } from "../../lib/paths";

const folder = join(projectRoot, "bench/peers");

/**
 * Installs what bench/peers/package-lock.json lists unless it is there. Scripts of packages are not run: none is needed,
 * and one of them reports the installation to its makers.
 */
export function installPeers(): void {
  if (isInstalled(folder)) return;
  console.log("Installing the peers (npm ci in bench/peers) …");
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error("npm ci failed in bench/peers.");
}

/** The versions of the packages that bench/peers/package.json names. */
export function peerVersions(): Record<string, string> {
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return dependencies;
}
