import { existsSync } from "node:fs";
import { join } from "node:path";
import { modulesDir } from "./paths.mjs";

const oldestUsable = [22, 12];

/** True for a Node version string ("v22.12.0") that the packages run on. */
export function isUsableNode(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return major > oldestUsable[0] || (major === oldestUsable[0] && minor >= oldestUsable[1]);
}

/**
 * Path of the Node to hand over to: the one pinned in package.json where it exists for this platform,
 * else the running one. Throws when neither will do.
 */
export function findNode({ platform = process.platform, arch = process.arch, modules = modulesDir } = {}) {
  const folder = `node-${platform === "win32" ? "win" : platform}-${arch}`;
  const pinned = join(modules, folder, "bin", platform === "win32" ? "node.exe" : "node");
  if (existsSync(pinned)) return pinned;
  if (isUsableNode(process.version)) return process.execPath;
  throw new Error(
    `Waymark needs Node ${oldestUsable.join(".")} or newer; this is ${process.version} and no pinned Node is ` +
      `installed for ${platform}-${arch}. Install Node 24, then run the command again.`,
  );
}
