import { z } from "zod";
import { json } from "../../json-schemas";
import { CALL_FAILURES } from "../../ports";
import { answerCritique } from "../../reflection";
import type { ModelReplayPlan, PlannedTurn } from "./plan";
import { variant } from "./settings";

const place = z.int().min(0);

/** What a turn did: its words, its calls, or its answer where it called nothing. Long values are cut. */
const turnSide = z.object({
  text: z.string(),
  calls: z.array(z.object({ tool: z.string(), args: json })),
  answer: json.optional(),
});
export type TurnSide = z.infer<typeof turnSide>;

/** A check of the task on an answer: whether it passes, could not be judged, or says that there can be no result. */
const answerCheck = z.object({
  layer: z.enum(["schema", "predicate"]),
  outcome: z.enum(["passed", "failed", "error", "abstained"]),
});
export type AnswerCheck = z.infer<typeof answerCheck>;

/**
 * What the critic said of an answer. Without `said` there is no score, and `failure` says why: also that it could not be
 * read, or that the limits had no room for it. `calls` were made for it.
 */
const turnCritique = z.object({
  modelId: z.string(),
  said: answerCritique.optional(),
  failure: z.enum([...CALL_FAILURES, "unreadable", "no_room"]).optional(),
  calls: z.int().min(0),
  costMicroUsd: z.number().optional(),
});
export type TurnCritique = z.infer<typeof turnCritique>;

/** What came of one turn, as it is kept. Without `replayed` the model gave none, and `failure` says why. */
export const replayedTurn = z.object({
  variant: place,
  trajectory: place,
  step: z.int().min(1),
  modelId: z.string(),
  recorded: turnSide,
  replayed: turnSide.optional(),
  failure: z.enum(CALL_FAILURES).optional(),
  score: z.union([z.literal(0), z.literal(0.5), z.literal(1)]).optional(),
  checks: z.array(answerCheck).optional(),
  critique: turnCritique.optional(),
  /** How often it was asked, where that was more than once: what failed for a moment was tried again. */
  tries: z.int().min(2).optional(),
  costMicroUsd: z.number().optional(),
  /** What counts against the limit, of all calls: the cost, or where it is unknown what had been set aside. */
  countedMicroUsd: z.number(),
  latencyMs: z.number(),
  recordedMicroUsd: z.number().optional(),
  recordedLatencyMs: z.number(),
});
export type ReplayedTurn = z.infer<typeof replayedTurn>;

/** One variant on one trajectory. Null: unknown, or there is nothing to say it of. */
const cell = z.object({
  variant: place,
  trajectory: place,
  modelId: z.string(),
  turns: z.int(),
  /** Turns that the model answered, that failed, and that the cost limit had no room for. */
  answered: z.int(),
  failed: z.int(),
  notAsked: z.int(),
  score: z.number().nullable(),
  /** The first turn that acts otherwise. */
  divergesAt: z.int().nullable(),
  costMicroUsd: z.number().nullable(),
  recordedMicroUsd: z.number().nullable(),
  latencyMs: z.number(),
  recordedLatencyMs: z.number(),
  /** Checks of answers: how many passed, of how many; answers that say why there can be no result are none of these. */
  checksPassed: z.int(),
  checks: z.int(),
  abstained: z.int().optional(),
  /** Where a critic was asked: the mean of its scores, how many answers it scored, and how many it did not. */
  critic: z.object({ score: z.number().nullable(), scored: z.int(), unscored: z.int() }).optional(),
});
export type ReplayCell = z.infer<typeof cell>;

/** What a model replay came to: a table of variants and trajectories (docs/replay.md, "Model replays"). */
const modelReplayReport = z.object({
  variants: z.array(variant),
  trajectories: z.array(z.object({ title: z.string(), steps: z.int() })),
  cells: z.array(cell),
  /** The model of the critic, where one was asked. */
  criticId: z.string().optional(),
  calls: z.int(),
  costMicroUsd: z.number().nullable(),
  /** Turns or critiques were left out for the cost limit. */
  limitReached: z.boolean(),
});
export type ModelReplayReport = z.infer<typeof modelReplayReport>;

/** The table of what has come of the planned turns so far. */
export function cellsOf(
  { turns: planned, criticId }: Pick<ModelReplayPlan, "turns" | "criticId">,
  done: readonly ReplayedTurn[],
): ReplayCell[] {
  const keyOf = ({ variant, trajectory }: { variant: number; trajectory: number }) =>
    `${variant}/${trajectory}`;
  const cells = new Map<string, PlannedTurn[]>();
  for (const turn of planned) cells.set(keyOf(turn), [...(cells.get(keyOf(turn)) ?? []), turn]);
  return [...cells].map(([key, turns]) => {
    const [{ variant, trajectory, modelId }] = turns as [PlannedTurn];
    const own = done.filter((turn) => keyOf(turn) === key);
    const critic = criticId !== undefined && { critic: criticOf(own) };
    return { variant, trajectory, modelId, ...sumOf(turns.length, own), ...critic };
  });
}

function sumOf(turns: number, done: readonly ReplayedTurn[]) {
  const answered = done.filter(({ replayed }) => replayed);
  const scores = answered.flatMap(({ score }) => score ?? []);
  const apart = answered.filter(({ score = 1 }) => score < 1).map(({ step }) => step);
  const outcomes = answered.flatMap(({ checks = [] }) => checks);
  const checks = outcomes.filter(({ outcome }) => outcome !== "abstained");
  return {
    turns,
    answered: answered.length,
    failed: done.length - answered.length,
    notAsked: turns - done.length,
    score: mean(scores),
    divergesAt: apart.length === 0 ? null : Math.min(...apart),
    costMicroUsd: totalKnown(done.map(({ costMicroUsd }) => costMicroUsd)),
    recordedMicroUsd: totalKnown(done.map(({ recordedMicroUsd }) => recordedMicroUsd)),
    latencyMs: total(done.map(({ latencyMs }) => latencyMs)),
    recordedLatencyMs: total(done.map(({ recordedLatencyMs }) => recordedLatencyMs)),
    checksPassed: checks.filter(({ outcome }) => outcome === "passed").length,
    checks: checks.length,
    abstained: outcomes.length - checks.length,
  };
}

function criticOf(done: readonly ReplayedTurn[]) {
  const critiques = done.flatMap(({ critique }) => critique ?? []);
  const scores = critiques.flatMap(({ said }) => said?.score ?? []);
  return { score: mean(scores), scored: scores.length, unscored: critiques.length - scores.length };
}

const mean = (parts: readonly number[]): number | null =>
  parts.length === 0 ? null : total(parts) / parts.length;
const total = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);

/** An unknown part makes the whole unknown, never smaller. */
function totalKnown(parts: readonly (number | undefined)[]): number | null {
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length || parts.length === 0 ? null : total(known);
}

/** How many calls a turn took. */
export const callsOfTurn = ({ tries = 1, critique }: ReplayedTurn): number => tries + (critique?.calls ?? 0);

/** What each call of a turn cost; nobody knows that of one that failed. */
function costsOf(turn: ReplayedTurn): (number | undefined)[] {
  const { costMicroUsd, critique } = turn;
  const last = [costMicroUsd, ...(critique && critique.calls > 0 ? [critique.costMicroUsd] : [])];
  return [...last, ...Array<undefined>(callsOfTurn(turn) - last.length).fill(undefined)];
}

/** What a replay came to, whether or not all of its turns were asked. */
export function modelReport(
  shown: Pick<ModelReplayReport, "variants" | "trajectories">,
  plan: Pick<ModelReplayPlan, "turns" | "criticId">,
  done: readonly ReplayedTurn[],
  limitReached: boolean,
): ModelReplayReport {
  return {
    ...shown,
    cells: cellsOf(plan, done),
    ...(plan.criticId !== undefined && { criticId: plan.criticId }),
    calls: total(done.map(callsOfTurn)),
    costMicroUsd: totalKnown(done.flatMap(costsOf)),
    limitReached,
  };
}
