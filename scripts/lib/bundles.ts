import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Failure } from "./failure";
import { projectRoot } from "./paths";

/** Gzipped bytes of JavaScript that a page may load at first; the run page's canvas comes afterwards. */
const LIMIT = 201_000;
const LIMITS: Record<string, number> = { "/runs/[id]": 259_500 };

/** What one page loads before anything is clicked, as `.next` says. */
export interface PageBundle {
  page: string;
  scripts: string[];
  bytes: number;
  limit: number;
}

/** The scripts of every page of the build in `root`, with their gzipped sizes; pages in order of their paths. */
export function measureBundles(root = projectRoot): PageBundle[] {
  const build = join(root, ".next");
  const { rootMainFiles }: { rootMainFiles: string[] } = readJson(join(build, "build-manifest.json"));
  const paths: Record<string, string> = readJson(join(build, "app-path-routes-manifest.json"));
  const sizes = new Map<string, number>();
  const sizeOf = (script: string) => {
    const size = sizes.get(script) ?? gzipSync(readFileSync(join(build, script))).length;
    sizes.set(script, size);
    return size;
  };
  return manifestFiles(build)
    .map((file) => {
      const { entry, scriptsOfEntries } = readManifest(file);
      const scripts = [...new Set([...rootMainFiles, ...scriptsOfEntries])];
      const page = paths[entry] ?? entry;
      const bytes = scripts.reduce((sum, script) => sum + sizeOf(script), 0);
      return { page, scripts, bytes, limit: LIMITS[page] ?? LIMIT };
    })
    .sort((a, b) => a.page.localeCompare(b.page, "en"));
}

/** A line for each page: its path, what it loads at first, its limit. */
export function formatBundles(bundles: readonly PageBundle[]): string {
  const width = Math.max(...bundles.map(({ page }) => page.length)) + 2;
  return bundles
    .map(({ page, bytes, limit }) => {
      const verdict = bytes > limit ? `OVER the limit of ${kilobytes(limit)}` : `of ${kilobytes(limit)}`;
      return `${page.padEnd(width)}${kilobytes(bytes).padStart(10)}  ${verdict}`;
    })
    .join("\n");
}

/** Throws Failure that names the pages above their limits. */
export function assertWithinLimits(bundles: readonly PageBundle[]): void {
  const tooLarge = bundles.filter(({ bytes, limit }) => bytes > limit).map(({ page }) => page);
  if (tooLarge.length > 0)
    throw new Failure("stage_failed", `Too much JavaScript at first load: ${tooLarge.join(", ")}.`);
}

/** What zod's minified code still says, whichever part of it is there. */
const ZOD = "ZodError";

/**
 * Throws Failure where a page loads zod at first: forms check on the server, and what reads plans comes by import(). It
 * throws too where no script has zod at all, because then its mark is another one.
 */
export function assertWithoutZod(bundles: readonly PageBundle[], root = projectRoot): void {
  const build = join(root, ".next");
  const all = readdirSync(join(build, "static"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => `static/${name}`);
  const holding = new Set(all.filter((script) => readFileSync(join(build, script), "utf8").includes(ZOD)));
  if (holding.size === 0)
    throw new Failure("stage_failed", `No script says ${ZOD}: look for another mark of zod.`);
  const pages = bundles.filter(({ scripts }) => scripts.some((script) => holding.has(script)));
  if (pages.length > 0)
    throw new Failure("stage_failed", `zod at first load: ${pages.map(({ page }) => page).join(", ")}.`);
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

function manifestFiles(build: string): string[] {
  const folder = join(build, "server/app");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith("page_client-reference-manifest.js"))
    .map((name) => join(folder, name));
}

/** A manifest is a script that assigns JSON; its entries are the page and the layouts and errors around it. */
function readManifest(file: string): { entry: string; scriptsOfEntries: string[] } {
  const [, entry, json] =
    /__RSC_MANIFEST\["([^"]+)"\] = (\{.*\});?\s*$/s.exec(readFileSync(file, "utf8")) ?? [];
  if (!entry || !json) throw new Failure("stage_failed", `${file} is not a manifest of this Next version.`);
  const { entryJSFiles }: { entryJSFiles: Record<string, string[]> } = JSON.parse(json);
  return { entry, scriptsOfEntries: Object.values(entryJSFiles).flat() };
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8"));
}
