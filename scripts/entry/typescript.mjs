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
    if (parentURL.startsWith(modules)) return resolveNext(specifier, context);
    if (specifier.startsWith("@/")) return resolveNext(findFile(new URL(specifier.slice(2), root)), context);
    if (specifier.startsWith(".")) return resolveNext(findFile(new URL(specifier, parentURL)), context);
    return resolveNext(specifier, context);
  },
});

function findFile(address) {
  if (hasEnding.test(address.pathname)) return address.href;
  const found = endings.find((ending) => existsSync(fileURLToPath(address.href + ending)));
  return address.href + (found ?? "");
}
