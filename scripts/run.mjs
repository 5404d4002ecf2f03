// Entry of every npm script. Runs on the machine's Node (20 or newer) with no package installed:
// brings node_modules in line with package-lock.json, then hands over to the pinned Node.
//   node scripts/run.mjs scripts/start.ts …     a script of ours
//   node scripts/run.mjs biome check …          a tool of node_modules/.bin

import { runHandedOver } from "./entry/hand-over.mjs";
import { ensureInstalled } from "./entry/install.mjs";

const [target, ...args] = process.argv.slice(2);
if (target === undefined) {
  console.error("Usage: node scripts/run.mjs <scripts/file.ts | tool> [arguments]");
  process.exit(2);
}
try {
  const installMs = await ensureInstalled();
  process.exitCode = await runHandedOver(target, args, { WAYMARK_INSTALL_MS: String(installMs) });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
