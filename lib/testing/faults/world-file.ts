import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorldEffect } from "./world-tools";

/** The file in which effects are counted: outside the database, which cannot be asked whether it lost one. */
export type WorldFile = {
  path: string;
  /** Every effect so far, in order. */
  effects(): WorldEffect[];
  delete(): void;
};

/** A new, empty world in a folder of its own. */
export function createWorldFile(): WorldFile {
  const folder = mkdtempSync(join(tmpdir(), "waymark-world-"));
  const path = join(folder, "effects.jsonl");
  return {
    path,
    effects() {
      if (!existsSync(path)) return [];
      const lines = readFileSync(path, "utf8").split("\n");
      return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as WorldEffect);
    },
    delete: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * What is wrong with the effects of a scenario: each call that writes must have happened, under one idempotency key;
 * only what may be repeated may have happened more than once.
 */
export function effectProblems(wanted: string[], effects: WorldEffect[]): string[] {
  const problems = wanted.flatMap((id) => {
    const own = effects.filter((effect) => effect.id === id);
    const keys = new Set(own.map((effect) => effect.key));
    if (own.length === 0) return [`${id} never happened`];
    if (keys.size > 1) return [`${id} has ${keys.size} idempotency keys`];
    return own.length > 1 && own[0]?.tool === "world_write" ? [`${id} happened ${own.length} times`] : [];
  });
  const unwanted = new Set(effects.map(({ id }) => id).filter((id) => !wanted.includes(id)));
  return [...problems, ...[...unwanted].map((id) => `${id} happened, which nobody asked for`)];
}
