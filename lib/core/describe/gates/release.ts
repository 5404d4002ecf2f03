import { markedLine, quoted } from "../../legible/marked";
import { getOwn } from "../../own";
import type { ReleasedAct, ReleaseFacts } from "../../run/events/release";
import { type Act, actsAt } from "../../run/gates/acts";
import { freesModels, riskOf } from "../../run/gates/risk";
import { type GateVerb, isAboutWork } from "../../run/gates/table";
import type { ApprovalState, RunState } from "../../run/state";
import { formatCounted, withMore } from "../amounts";
import { formatTools } from "../tools";
import { cutNote, formatPlaces } from "./places";
import { type AlsoGiven, givenTexts, releasedText, type Whole } from "./released-text";
import { describeRisk, FREES_MODELS } from "./risk";

/**
 * In what the release of a gate differs from that of the question which it asks again, as sentences; none where both are the
 * same (docs/engine.md, "The release").
 */
export function releaseChanges(before: ReleaseFacts, after: ReleaseFacts): string[] {
  if (before.digest === after.digest) return [];
  const left = new Set(before.acts);
  const lines: string[] = [];
  for (const act of after.acts) {
    const earlier =
      [...left].find((one) => one.lineage === act.lineage) ?? [...left].find(isTitled(act.title));
    if (earlier) left.delete(earlier);
    lines.push(...(earlier ? changesOfAct(earlier, act) : [`Newly released: ${formatAct(act)}.`]));
  }
  lines.push(...toolChanges(before, after));
  for (const act of left) lines.push(`No longer released: ${quoted(act.title)}.`);
  if (lines.length === 0)
    lines.push(
      after.acts.length + (after.omitted ?? 0) > 0
        ? "Other work that it releases has changed."
        : "Work that it releases has changed. None of it can change anything outside.",
    );
  return [...lines, ...uncompared(before, after)];
}

/** How much of a release its events do not name, and so nobody can compare here; and where it stands. */
function uncompared(before: ReleaseFacts, after: ReleaseFacts): string[] {
  const acts = Math.max(before.omitted ?? 0, after.omitted ?? 0);
  const tools = Math.max(before.moreMarks ?? 0, after.moreMarks ?? 0);
  const [more, others] = [
    formatCounted(acts, "more task that acts", "more tasks that act"),
    formatCounted(tools, "more tool", "more tools"),
  ];
  return [
    acts > 0 && `${more} may differ too: what this releases lists all of them.`,
    tools > 0 && `${others} may differ too: the settings of MCP servers and of policies show each.`,
  ].filter((line) => line !== false);
}

/** Tools that are others than they were, with the tasks that may call them. */
function toolChanges(
  { marks: before = [] }: ReleaseFacts,
  { acts, omitted, marks: after = [] }: ReleaseFacts,
): string[] {
  const known = new Map(before.map((mark) => [mark.name, mark]));
  // Where not every act is here with all of its tools, those who may call one cannot be listed.
  const isWhole = omitted === undefined && acts.every(({ moreTools }) => moreTools === undefined);
  return after.flatMap((mark) => {
    const was = known.get(mark.name);
    if (!was) return [];
    const users = acts.filter(({ tools }) => tools.includes(mark.name)).map(({ title }) => quoted(title));
    const by = isWhole && users.length > 0 ? `${users.join(", ")}: ` : "";
    const name = markedLine(mark.name);
    return [
      ...(was.definition === mark.definition && was.sideEffects === mark.sideEffects
        ? []
        : [`${by}${by ? "its" : "The"} tool ${name} has changed.`]),
      ...(was.policies === mark.policies
        ? []
        : [`${by}${by ? "the" : "The"} policies for ${name} have changed.`]),
    ];
  });
}

const isTitled = (title: string) => (one: ReleasedAct) => one.title === title;

function changesOfAct(before: ReleasedAct, after: ReleasedAct): string[] {
  if (before.work === after.work) return [];
  const title = quoted(after.title);
  const [was, is] = [before, after].map((act) =>
    withMore(markedLine(act.targets.join(", ")), act.moreTargets),
  );
  if (was !== is)
    return [
      `${title} now goes to ${is || "no named address"}${cutNote(after.cut)} (before: ${was || "no named address"}).`,
    ];
  const [fedFrom, fedBy] = [before, after].map(({ via = [], moreVia }) =>
    withMore(markedLine(via.join(", ")), moreVia),
  );
  if (fedFrom !== fedBy)
    return [
      `Work that flows into ${title} now names ${fedBy || "no address"} (before: ${fedFrom || "none"}).`,
    ];
  if (before.does !== after.does)
    return [`${title} is now: ${quoted(after.does)} (before: ${quoted(before.does)}).`];
  if (before.title !== after.title) return [`${title} was called ${quoted(before.title)} before.`];
  const [could, can] = [before, after].map(({ tools, moreTools }) => formatTools(tools, moreTools));
  if (could !== can) return [`${title} may now use ${can} (before: ${could}).`];
  return [`${title}, or what leads to it, has changed.`];
}

type NamedAct = Pick<ReleasedAct, "title" | "tools" | "moreTools"> &
  Partial<Pick<ReleasedAct, "targets" | "moreTargets" | "open" | "via" | "moreVia" | "cut">>;

/** One task that comes free: who acts by what, and where; what is not known of that is said. */
const formatAct = ({ title, tools, moreTools, ...places }: NamedAct): string =>
  `${quoted(title)} by ${formatTools(tools, moreTools)}${formatPlaces(places)}`;

/** What a gate shows of its release beside the run's state. */
type ReleaseParts = AlsoGiven & {
  /** Of a review: the work of the tail that it proposes. */
  tailActs: readonly Act[];
  whole: Whole;
};

/**
 * Lists all that people read before they let a gate pass, in full: each act and all work that flows into one, by itself, what
 * else its agents are given, and what else the second step of such an answer is for; none where nothing acts outside. At a
 * review each says with which decision (docs/engine.md, "The release").
 */
export function describeRelease(state: RunState, gate: ApprovalState, parts: ReleaseParts): string[] {
  const { tailActs, whole } = parts;
  const given = { ...parts, asks: askedAs(state, gate) };
  if (gate.kind !== "review_decision")
    return [
      ...describeActs(actsAt(state, gate), given),
      ...repeatLines(state, gate),
      ...(freesModels(state, gate) ? [FREES_MODELS] : []),
    ];
  const textOf = (act: Act) => releasedText(act, whole);
  const acts = actsAt(state, gate).map(textOf);
  const tail = tailActs.length > 0 ? tailActs.map(textOf) : unreadTail(state, gate);
  return [
    ...acts.map(withDecision("CONTINUE")),
    ...tail.map(withDecision("REPLAN")),
    ...(acts.length + tail.length > 0 ? givenTexts(given) : []),
  ];
}

/** The title of the task that asks, which those read who work behind it; empty where that is its question. */
function askedAs(state: RunState, { kind, taskId = "", prompt }: ApprovalState): string {
  const task = isAboutWork(kind) ? getOwn(state.tasks, taskId)?.spec : undefined;
  return task && task.title !== prompt ? task.title : "";
}

/** Lists all of what comes free otherwise, by the hand of somebody who does without an answer. */
export function describeActs(acts: readonly Act[], given: Omit<ReleaseParts, "tailActs">): string[] {
  const texts = acts.map((act) => releasedText(act, given.whole));
  return texts.length > 0 ? [...texts, ...givenTexts(given)] : texts;
}

/** A tail of earlier logs, or one that is gone: what the proposal says of it. */
function unreadTail(state: RunState, gate: ApprovalState): string[] {
  const risk = riskOf(state, gate, "REPLAN");
  if (risk?.code !== "starts_changes") return [];
  const { tasks, omitted = 0 } = risk;
  return [...tasks.map(formatAct), ...(omitted > 0 ? [`and ${omitted} more`] : [])];
}

const withDecision = (decision: GateVerb) => (text: string) => `with ${decision}: ${text}`;

/** Says of a call that has happened, or may have, that it would happen again. */
function repeatLines(state: RunState, gate: ApprovalState): string[] {
  const risks = gate.verbs.flatMap((verb) => riskOf(state, gate, verb) ?? []);
  return risks.filter(({ code }) => REPEATS.has(code)).map(describeRisk);
}

const REPEATS: ReadonlySet<string> = new Set(["repeats_call", "repeats_known_call"]);
