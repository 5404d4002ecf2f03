import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the checkout. */
export const projectRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
/** Absolute path of node_modules. */
export const modulesDir = join(projectRoot, "node_modules");
