import type { RunEvent } from "@/lib/core/run";
import { digestsOf } from "./digest";
import {
  differing,
  type Golden,
  type GoldenDifference,
  playRandom,
  randomEvents,
  readGolden,
  rowOf,
  writeGolden,
} from "./golden";
import { PLAYED_STORIES } from "./stories";

/** Plays random stories, and samples and recorded missions where all are wanted, and writes their digests with `renew`. */
export async function playGolden(
  seed: number,
  seeds: number,
  { isWhole, renew }: { isWhole: boolean; renew: boolean },
): Promise<{ cases: number; differences: GoldenDifference[] }> {
  const golden = renew ? new Map() : readGolden();
  const random = playRandom(seed, seeds, golden);
  const played = isWhole ? await playPlayed(golden) : { differences: [], rows: new Map() };
  const rows = new Map([...random.rows, ...played.rows]);
  if (renew) writeGolden(rows);
  const differences = renew ? [] : [...random.differences, ...played.differences];
  return { cases: seeds + played.rows.size, differences };
}

/** The same of samples and recorded missions. */
async function playPlayed(golden: Golden): Promise<{ differences: GoldenDifference[]; rows: Golden }> {
  const rows: Golden = new Map();
  for (const [name, play] of PLAYED_STORIES) rows.set(name, rowOf([digestsOf(await play())]));
  const differences = [...rows].flatMap(([story, row]) => {
    const views = differing(row, golden.get(story));
    return views.length > 0 ? [{ story, views }] : [];
  });
  return { differences, rows };
}

/** The events of a story by its name, as differences give it. Throws for one that does not exist. */
export async function eventsOfStory(name: string): Promise<RunEvent[]> {
  const seed = /^random-(\d+)$/.exec(name)?.[1];
  if (seed !== undefined) return randomEvents(Number(seed));
  const play = PLAYED_STORIES.get(name);
  if (!play)
    throw new Error(
      `There is no story ${name}. There are random-1 and so on, ${[...PLAYED_STORIES.keys()].join(", ")}.`,
    );
  return play();
}
