import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { modulesDir, projectRoot } from "./paths.mjs";

/** @returns {Record<string, {version?: string, optional?: boolean}>} the packages that a lock file lists */
function readPackages(file) {
  const { packages = {} } = JSON.parse(readFileSync(file, "utf8"));
  return packages;
}

/** True when what npm installed last is what package-lock.json asks for. */
export function isInstalled(root = projectRoot) {
  try {
    const wanted = readPackages(join(root, "package-lock.json"));
    const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
    const missing = Object.keys(wanted).some((path) => path && !wanted[path].optional && !installed[path]);
    const differs = Object.keys(installed).some((path) => installed[path].version !== wanted[path]?.version);
    return !missing && !differs;
  } catch {
    return false;
  }
}

/**
 * Runs `npm ci` when node_modules does not match package-lock.json; its output goes to stderr only.
 * Resolves with the milliseconds it took, 0 when there was nothing to do.
 */
export async function ensureInstalled() {
  if (isInstalled()) return 0;
  console.error("Installing the packages of package-lock.json (npm ci) …");
  const startedAtMs = Date.now();
  // The outer npm's own path: `npm` may be missing from PATH, and on Windows it is no executable.
  const npm = process.env.npm_execpath?.endsWith(".js")
    ? [process.execPath, process.env.npm_execpath]
    : ["npm"];
  const args = [
    "ci",
    "--no-audit",
    "--no-fund",
    "--no-json",
    "--loglevel=error",
    "--include=dev",
    "--include=optional",
  ];
  const result = spawnSync(npm[0], [...npm.slice(1), ...args], {
    cwd: projectRoot,
    stdio: ["ignore", 2, 2],
    shell: npm.length === 1 && process.platform === "win32",
  });
  if (result.status !== 0) {
    const cause = result.error ? ` (${result.error.message})` : "";
    throw new Error(`npm ci failed${cause}. Fix what it reports above, then run the command again.`);
  }
  if (!isInstalled())
    throw new Error(`npm ci ended well, but ${modulesDir} does not match package-lock.json.`);
  const tookMs = Date.now() - startedAtMs;
  console.error(`Installed in ${Math.round(tookMs / 1000)} s.`);
  return tookMs;
}
