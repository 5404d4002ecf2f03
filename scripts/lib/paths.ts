import { fileURLToPath } from "node:url";

/** Absolute path of the checkout. */
export const projectRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
