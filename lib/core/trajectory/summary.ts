import { canonicalJson, type Json, type JsonObject } from "../json";
import { previewOf } from "../stored-value";
import { argsOf, branchesOf, callsOf } from "./step-calls";

import type { Branch, Step, Summary, Trajectory } from "./types";

/** What a summary says of the steps, without where it comes from. */
export type SummaryText = Omit<Summary, "upToStep" | "by">;

/** Characters that a summary may have, as JSON; where there is little room it has less. */
export const SUMMARY_CHARS = 8_000;

const OUTPUT_CHARS = 400;
const LAST_OUTPUT_CHARS = 1_000;
const ERROR_CHARS = 200;
const NOTE_CHARS = 600;
/** Less of a text says nothing. */
const LEAST_SHARE_CHARS = 40;

/** The steps between the summary there is and a later one, which it does not stand for yet. */
export const stepsBetween = ({ steps, summary }: Trajectory, upToStep: number): Step[] =>
  steps.slice(summary?.upToStep ?? 0, upToStep);

/**
 * The summary that needs no model: what each call gave, shortened, beside what an earlier summary says. Equal
 * trajectories give equal summaries (docs/agents.md, "Long trajectories").
 */
export function ruleBasedSummary(trajectory: Trajectory, upToStep: number, goal: string): SummaryText {
  const before = trajectory.summary;
  const steps = stepsBetween(trajectory, upToStep);
  const outputs = steps.flatMap(branchesOf).flatMap((branch) => (branch.ok ? [branch.output] : []));
  const last = outputs.at(-1);
  const thought = steps.findLast((step) => step.thought.trim() !== "")?.thought;
  return {
    goals: before?.goals ?? [goal],
    facts: { ...before?.facts, ...Object.fromEntries(steps.flatMap(factsOf)) },
    pending: before?.pending ?? [],
    lastOutputDigest:
      last === undefined ? (before?.lastOutputDigest ?? "") : previewOf(last, LAST_OUTPUT_CHARS),
    note: previewOf(thought ?? before?.note ?? "", NOTE_CHARS),
  };
}

/**
 * The summary within a number of characters: names of facts, then texts, then facts are shortened, as far as it takes,
 * and the oldest facts are left out last. What is left out is still in the stored steps.
 */
export function fitSummary(summary: SummaryText, maxChars: number): SummaryText {
  const share = Math.max(LEAST_SHARE_CHARS, Math.floor(maxChars / 8));
  const fits = (one: SummaryText) => canonicalJson(one).length <= maxChars;
  let short = summary;
  for (const shorten of [shortNames, shortTexts, shortFacts, fewLines]) {
    if (fits(short)) return short;
    short = shorten(short, share);
  }
  const kept: [string, Json][] = [];
  for (const entry of Object.entries(short.facts).toReversed()) {
    if (!fits({ ...short, facts: Object.fromEntries([entry, ...kept]) })) break;
    kept.unshift(entry);
  }
  return { ...short, facts: Object.fromEntries(kept) };
}

type Shorten = (summary: SummaryText, chars: number) => SummaryText;

/** Of facts whose names begin alike the later ones stay as they are called. */
const shortNames: Shorten = (summary, chars) => {
  const facts = new Map<string, Json>();
  for (const [name, value] of Object.entries(summary.facts)) {
    const short = previewOf(name, chars);
    facts.set(facts.has(short) ? name : short, value);
  }
  return { ...summary, facts: Object.fromEntries(facts) };
};

const shortTexts: Shorten = (summary, chars) => ({
  ...summary,
  lastOutputDigest: previewOf(summary.lastOutputDigest, chars),
  note: previewOf(summary.note, chars),
});

const shortFacts: Shorten = (summary, chars) => ({
  ...summary,
  facts: Object.fromEntries(
    Object.entries(summary.facts).map(([name, value]) => [name, shortened(value, chars)]),
  ),
});

const fewLines: Shorten = (summary, chars) => ({
  ...summary,
  goals: summary.goals.slice(0, 1).map((line) => previewOf(line, chars)),
  pending: summary.pending.slice(0, 1).map((line) => previewOf(line, chars)),
});

/** What a step found out, by step and tool; a call that failed says so. */
function factsOf(step: Step): [string, Json][] {
  const branches = new Map(branchesOf(step).map((branch) => [branch.callId, branch]));
  const calls = callsOf(step);
  return calls.map((call, index) => {
    const position = calls.length === 1 ? `${step.step}` : `${step.step}.${index + 1}`;
    const args = previewOf(canonicalJson(argsOf(step, call)), ERROR_CHARS);
    return [`step ${position}: ${call.tool} ${args}`, callResult(branches.get(call.callId), step.error)];
  });
}

function callResult(branch: Branch | undefined, error = ""): Json {
  if (branch?.ok) return shortened(branch.output, OUTPUT_CHARS);
  return { failed: previewOf(branch?.error ?? error, ERROR_CHARS) } satisfies JsonObject;
}

/** A short value as it is, a long one by its beginning. */
function shortened(value: Json, chars: number): Json {
  const text = previewOf(value, chars);
  const whole = typeof value === "string" ? value : JSON.stringify(value);
  return text === whole ? value : text;
}
