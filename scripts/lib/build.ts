import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnNode, stopChild } from "./child";
import { Failure } from "./failure";
import { withLock } from "./lock";
import { projectRoot } from "./paths";

/** Everything a build reads. The lock names the versions of Next and of all other packages. */
const sources = [
  ...["app", "components", "lib", "db", "public"],
  ...["instrumentation.ts", "next.config.mjs", "postcss.config.mjs", "tailwind.config.ts"],
  ...["tsconfig.json", "package.json", "package-lock.json"],
];
const testFile = /\.(test|itest)\.tsx?$/;
const stampFile = "waymark-build";
const stopGraceMs = 2_000;

/** Digest of all files a build is made of: the same digest, the same build. */
export function sourceDigest(root = projectRoot): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    const names = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(source, name))
      : [source];
    for (const name of names.sort()) {
      if (testFile.test(name) || !statSync(join(root, name)).isFile()) continue;
      hash
        .update(`${name}\0`)
        .update(readFileSync(join(root, name)))
        .update("\0");
    }
  }
  return hash.digest("hex");
}

/** True when `.next` was built from the files as they are now. */
export function isBuilt(root = projectRoot): boolean {
  const stamp = join(root, ".next", stampFile);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === sourceDigest(root);
}

/**
 * Runs `next build` unless `.next` is up to date; processes that ask at once take turns.
 * Returns true when it built. Throws Failure with the end of the build's output.
 */
export function buildIfStale(signal: AbortSignal, printLine: (line: string) => void): Promise<boolean> {
  return withLock(`build ${projectRoot}`, async () => {
    if (isBuilt()) return false;
    printLine("Building the console …");
    const digest = sourceDigest();
    for (const name of [stampFile, "BUILD_ID"]) rmSync(join(projectRoot, ".next", name), { force: true });
    await runBuild(signal);
    writeFileSync(join(projectRoot, ".next", stampFile), digest);
    return true;
  });
}

async function runBuild(signal: AbortSignal): Promise<void> {
  const next = join(projectRoot, "node_modules/next/dist/bin/next");
  const child = spawnNode([next, "build"], { NODE_ENV: "production" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  const stop = () => void stopChild(child, stopGraceMs);
  signal.addEventListener("abort", stop);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  signal.removeEventListener("abort", stop);
  signal.throwIfAborted();
  if (code !== 0 || !existsSync(join(projectRoot, ".next/BUILD_ID")))
    throw new Failure("build_failed", `The build failed:\n${output.trim()}`);
}
