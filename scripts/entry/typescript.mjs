// Preloaded into every process that runs our TypeScript: Node strips the types itself (erasableSyntaxOnly keeps the
// code to what it can strip); this finds the files that imports name without an ending, or from the root as "@/…".
import { existsSync } from "node:fs";
import { enableCompileCache, registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { modulesDir, projectRoot } from "./paths.mjs";

const root = pathToFileURL(join(projectRoot, "/"));
const modules = pathToFileURL(join(modulesDir, "/")).href;
const endings = [".ts", ".tsx", "/index.ts"];
const hasEnding = /\.(?:[cm]?[jt]s|tsx|json)$/;

// What was compiled once is read from there: a process starts in half the time.
enableCompileCache(join(modulesDir, ".cache", "compiled"));

registerHooks({
  resolve(specifier, context, resolveNext) {
    const { parentURL = root.href } = context;
    const isOurs = !parentURL.startsWith(modules) && /^(?:@\/|\.)/.test(specifier);
    return resolveNext((isOurs && findFile(specifier, parentURL)) || specifier, context);
  },
});

/** Undefined for what Node finds by itself: the requires of what was built among it, which take no addresses. */
function findFile(specifier, parentURL) {
  const isFromRoot = specifier.startsWith("@/");
  const address = isFromRoot ? new URL(specifier.slice(2), root) : new URL(specifier, parentURL);
  if (hasEnding.test(address.pathname)) return isFromRoot ? address.href : undefined;
  const ending = endings.find((one) => existsSync(fileURLToPath(address.href + one)));
  return ending && address.href + ending;
}
