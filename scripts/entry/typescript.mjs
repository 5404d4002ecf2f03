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

// What Node does at each import is done once for each thing that is imported. It parses all that a package exports, also
// for imports inside of it: drizzle-orm's hundred kilobytes five hundred times before a worker is up.
const found = new Map();
const once = (key, find) => {
  if (!found.has(key)) found.set(key, find());
  return found.get(key);
};
const asIs = (url) => ({ url, shortCircuit: true });

registerHooks({
  resolve(specifier, context, resolveNext) {
    const { parentURL = root.href, conditions } = context;
    const usual = () => resolveNext(specifier, context);
    const isFromRoot = specifier.startsWith("@/");
    const isRelative = specifier.startsWith(".");
    if (parentURL.startsWith(modules)) {
      // Their requires may leave out what imports may not.
      if (!isRelative || !hasEnding.test(specifier) || !conditions.includes("import")) return usual();
      const { href } = new URL(specifier, parentURL);
      // Files of a folder that end alike are of one format.
      const { format } = once(href.replace(/[^/]+(?=\.\w+$)/, ""), usual);
      return { ...asIs(href), format };
    }
    if (isFromRoot || isRelative) {
      const address = isFromRoot ? new URL(specifier.slice(2), root) : new URL(specifier, parentURL);
      if (hasEnding.test(address.pathname)) return isFromRoot ? asIs(address.href) : usual();
      const file = once(address.href, () => findFile(address.href));
      return file ? asIs(file) : usual();
    }
    // Other files, such as those of `bench/peers`, have packages of their own.
    if (!parentURL.endsWith(".ts")) return usual();
    return { ...once(`${specifier} ${conditions}`, usual), shortCircuit: true };
  },
});

function findFile(address) {
  const files = endings.map((ending) => (address + ending).replace(/\/\/index\.ts$/, "/index.ts"));
  return files.find((file) => existsSync(fileURLToPath(file)));
}
