import { brokenClauses } from "./clauses";
import { SWAPS } from "./kinds";
import { judge } from "./oracle";
import { type MadeSwap, MOMENTS, SwapStory } from "./story";

/** Sums over stories, by name. */
export type SwapFigures = Record<string, number>;
type SwapFailure = { seed: number; problems: string[] };
export type SwapResult = { cases: number; figures: SwapFigures; failures: SwapFailure[] };

const MAX_DISTANCE = 6;

/** Plays a story for each seed, and counts the swaps by kind, moment and distance. */
export function playSwaps(seed: number, seeds: number): SwapResult {
  const failures: SwapFailure[] = [];
  const made: MadeSwap[] = [];
  const sums = {
    effects: 0,
    held: 0,
    questions: 0,
    needless: 0,
    swaps: 0,
    refused: 0,
    move_steer: 0,
    move_steerRefused: 0,
    move_toolChanged: 0,
    move_refusal: 0,
  };
  for (let one = seed; one < seed + seeds; one += 1) {
    const story = new SwapStory(one);
    const { breaches, needless, ran, held, asked } = judge(story.world.events, story.read);
    made.push(...story.made);
    sums.effects += ran;
    sums.held += held;
    sums.questions += asked;
    sums.needless += needless.length;
    sums.swaps += story.made.length;
    sums.refused += story.refused;
    sums.move_steer += story.words.steers;
    sums.move_toolChanged += story.words.toolsChanged;
    sums.move_steerRefused += story.words.steersRefused;
    sums.move_refusal += story.world.events.filter(
      ({ type, payload }) => type === "task_failed" && payload.code === "rejected",
    ).length;
    const problems = [...breaches, ...brokenClauses(story.world.events), ...needless].map(
      ({ seq, what }) => `${seq}: ${what}`,
    );
    if (problems.length > 0) failures.push({ seed: one, problems });
  }
  const { needless, ...rest } = sums;
  const figures = { ...rest, needlessPer100: Math.round((needless / seeds) * 10_000) / 100 };
  return { cases: seeds, figures: { ...figures, ...counted(made) }, failures };
}

/** Kinds, moments and distances of swaps, and other moves, that never came about: no figure but theirs has such a name. */
export const unfired = (figures: SwapFigures): string[] =>
  Object.keys(figures).filter((name) => name.includes("_") && figures[name] === 0);

function counted(made: readonly MadeSwap[]): SwapFigures {
  const figures: SwapFigures = {};
  for (const kind of SWAPS) figures[`kind_${kind}`] = made.filter((one) => one.kind === kind).length;
  for (const moment of MOMENTS) figures[`at_${moment}`] = made.filter((one) => one.moment === moment).length;
  for (let hops = 0; hops <= MAX_DISTANCE; hops += 1)
    figures[`hops_${hops}`] = made.filter(({ distance }) => Math.min(distance, MAX_DISTANCE) === hops).length;
  figures.hops_none = made.filter(({ distance }) => distance < 0).length;
  return figures;
}
