import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import type { RunEvent } from "@/lib/core/run";
import { bringToEnd, planArb, play, settingsArb, tapeArb } from "../runs/random-run";
import { RunWorld } from "../runs/run-world";
import { digestOfAll, digestsOf, VIEW_NAMES } from "./digest";

/**
 * What is known of a story, or of a hundred random ones: a digest for each view, and of each of the hundred two characters,
 * which tell the first that differs.
 */
type Row = { views: string[]; marks: string };
export type Golden = Map<string, Row>;

export const RANDOM_STORIES = 3_000;
const BLOCK = 100;
const DIGEST_CHARS = 8;
const MARK_CHARS = 2;
const FILE = new URL("digests.txt", import.meta.url);

/** A story that goes otherwise than it did when the digests were made, or none of whose digests is known. */
export type GoldenDifference = { story: string; views: string[] };

const story = fc.record({ plan: planArb, settings: settingsArb, tape: tapeArb });

/** The events of a random run, the same for the same seed. */
export function randomEvents(seed: number): RunEvent[] {
  const [drawn] = fc.sample(story, { seed, numRuns: 1 });
  const world = new RunWorld({ plan: drawn?.plan, settings: drawn?.settings, readBack: 0 });
  play(world, drawn?.tape ?? [], () => undefined);
  bringToEnd(world, () => undefined);
  return world.events;
}

const blockName = (seed: number): string => {
  const first = seed - ((seed - 1) % BLOCK);
  return `random-${first}..${first + BLOCK - 1}`;
};

const markOf = (digests: readonly string[]): string => digestOfAll(digests).slice(0, MARK_CHARS);

export const rowOf = (stories: readonly string[][]): Row => ({
  views: VIEW_NAMES.map((_view, n) =>
    digestOfAll(stories.map((digests) => digests[n] ?? "")).slice(0, DIGEST_CHARS),
  ),
  marks: stories.length > 1 ? stories.map(markOf).join("") : "",
});

/** The digests as they were made last. */
export function readGolden(): Golden {
  const [head = "", ...lines] = readFileSync(FILE, "utf8").trim().split("\n");
  const known = head.split(" ").slice(1);
  return new Map(
    lines.map((line) => {
      const [name = "", ...rest] = line.split(" ");
      const byView = new Map(known.map((view, n) => [view, rest[n] ?? ""]));
      return [
        name,
        { views: VIEW_NAMES.map((view) => byView.get(view) ?? ""), marks: rest[known.length] ?? "" },
      ];
    }),
  );
}

export function writeGolden(golden: Golden): void {
  const rows = [...golden].map(([name, { views, marks }]) => [name, ...views, marks].join(" ").trim());
  writeFileSync(FILE, `${[["views", ...VIEW_NAMES].join(" "), ...rows].join("\n")}\n`);
}

/** Plays random stories and says which go otherwise. Of a hundred that are played whole, also in which views. */
export function playRandom(
  seed: number,
  seeds: number,
  golden: Golden,
): { differences: GoldenDifference[]; rows: Golden } {
  const played = new Map<number, string[]>();
  for (let one = seed; one < seed + seeds; one += 1) played.set(one, digestsOf(randomEvents(one)));
  const rows: Golden = new Map();
  const differences: GoldenDifference[] = [];
  for (const [name, block] of Map.groupBy(played, ([one]) => blockName(one))) {
    const known = golden.get(name);
    const isWhole = block.length === BLOCK;
    const row = rowOf(block.map(([, digests]) => digests));
    if (isWhole) rows.set(name, row);
    const views = isWhole ? differing(row, known) : [];
    const marked = block.find(([one, digests]) => {
      const at = ((one - 1) % BLOCK) * MARK_CHARS;
      return known?.marks.slice(at, at + MARK_CHARS) !== markOf(digests);
    });
    if (marked || views.length > 0) differences.push({ story: marked ? `random-${marked[0]}` : name, views });
  }
  return { differences, rows };
}

/** The views in which a story is read otherwise than it is known. */
export const differing = (row: Row, known: Row | undefined): string[] =>
  VIEW_NAMES.filter((_view, n) => row.views[n] !== known?.views[n]);
