import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { projectRoot } from "../lib/paths";
import { treeAt } from "../structure/tree";
import { writePage } from "./page";
import type { ProfiledParts } from "./profile/parts";
import { median, rounded, writeRows } from "./results";

/** The last revision before the engine was measured beside its peers. */
const BEFORE = "418c7410";
const ROUNDS = 3;
const OWN_FILES = "scripts/bench/profile";

type Profiled = { ms: number; cpuMs: number; parts: Record<string, number> };

/**
 * Where the processor time of a direct chain goes, part by part, now and in an earlier revision: both in turns, each in a
 * process of its own, on a PostgreSQL of its own.
 */
export async function benchProfile(): Promise<boolean> {
  const earlier = mkdtempSync(join(tmpdir(), "waymark-profile-"));
  try {
    checkOut(BEFORE, earlier);
    const [before, after]: Profiled[][] = [[], []];
    for (let round = 1; round <= ROUNDS; round += 1) {
      console.log(`Round ${round} of ${ROUNDS} …`);
      before?.push(await profileIn(earlier));
      after?.push(await profileIn(projectRoot));
    }
    return report(before ?? [], after ?? []);
  } finally {
    rmSync(earlier, { recursive: true, force: true });
  }
}

/** The files of a revision, with the packages of this checkout and the measurement as it is now. */
function checkOut(revision: string, folder: string): void {
  const tree = treeAt(revision);
  for (const path of tree.paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), tree.read(path));
  }
  symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  cpSync(join(projectRoot, OWN_FILES), join(folder, OWN_FILES), { recursive: true });
}

async function profileIn(folder: string): Promise<Profiled> {
  const preload = pathToFileURL(join(folder, "scripts/entry/typescript.mjs")).href;
  const args = ["--import", preload, join(folder, OWN_FILES, "process.ts")];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  const line = output.trim().split("\n").at(-1);
  if (code !== 0 || !line) throw new Error(`The process in ${folder} ended with ${code}:\n${output}`);
  return JSON.parse(line) as Profiled;
}

function report(before: readonly Profiled[], after: readonly Profiled[]): boolean {
  const partMs = (rounds: readonly Profiled[], part: string) =>
    rounded(median(rounds.map(({ parts }) => parts[part] ?? 0)));
  const names = Object.keys(after[0]?.parts ?? {});
  const parts: ProfiledParts = Object.fromEntries(
    names.map((name) => [name, { before: partMs(before, name), after: partMs(after, name) }]),
  );
  const medianOf = (rounds: readonly Profiled[], figure: "ms" | "cpuMs") =>
    median(rounds.map((round) => round[figure]));
  const row = {
    row: `milliseconds of processor time a task of a direct chain, over those of ${BEFORE}`,
    value: rounded(medianOf(after, "cpuMs") / medianOf(before, "cpuMs")),
    target: 1,
    figures: {
      cpuMs: rounded(medianOf(after, "cpuMs")),
      cpuMsBefore: rounded(medianOf(before, "cpuMs")),
      ms: rounded(medianOf(after, "ms")),
      msBefore: rounded(medianOf(before, "ms")),
    },
  };
  const holds = writeRows("profile", [row], { before: BEFORE, rounds: ROUNDS, parts });
  writePage();
  return holds;
}
