import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { modulesDir, projectRoot } from "./paths.mjs";

// The first that strips types by itself.
const oldestUsable = [22, 18];

const parentCheckMs = 200;
const preloads = ["typescript.mjs", "parent-guard.mjs"].flatMap((name) => [
  "--import",
  new URL(name, import.meta.url).href,
]);

/**
 * Runs a script (path ending in .ts) or a tool of node_modules/.bin on the pinned Node and resolves with
 * its exit code. The child keeps this terminal, gets every signal (Ctrl-C more than once: the terminal and
 * npm send it too), and sees its IPC channel close when this process dies.
 */
export function runHandedOver(target, args, env) {
  const node = findNode();
  const binDir = join(modulesDir, ".bin");
  const isScript = target.endsWith(".ts");
  const command = isScript ? node : join(binDir, target);
  const child = spawn(command, isScript ? [...preloads, target, ...args] : args, {
    cwd: projectRoot,
    stdio: isScript ? ["inherit", "inherit", "inherit", "ipc"] : "inherit",
    shell: !isScript && process.platform === "win32",
    env: {
      ...process.env,
      PATH: [dirname(node), binDir, process.env.PATH].join(delimiter),
      NEXT_TELEMETRY_DISABLED: "1",
      WAYMARK_PARENT_PID: String(process.pid),
      ...env,
    },
  });
  forwardSignals(child);
  const parentCheck = watchParent(() => child.kill("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.on("error", (error) => reject(new Error(`Cannot run ${target}: ${error.message}`)));
    child.on("exit", (code, signal) => {
      clearInterval(parentCheck);
      resolve(signal ? 128 + constants.signals[signal] : code);
    });
  });
}

function forwardSignals(child) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
}

/** npm killed with -9 forwards nothing: a changed parent is the only sign of it. */
function watchParent(onDeath) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onDeath();
  }, parentCheckMs);
  timer.unref();
  return timer;
}

/** True for a Node version string ("v22.18.0") that the packages run on. */
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
