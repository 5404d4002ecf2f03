import { markedLine, quoted } from "../../legible/marked";
import { shownActs } from "../../run/controls/release/facts";
import type { ReleasedAct, ReleaseFacts } from "../../run/events/release";
import { leadingOfGate, riskOf } from "../../run/gates/risk";
import type { GateVerb } from "../../run/gates/table";
import type { ApprovalState, RunState } from "../../run/state";
import { withMore } from "../amounts";
import { describeRisk, formatTools } from "./answers";
import { cutNote, formatPlaces } from "./places";

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
  if (lines.length > 0) return lines;
  return after.acts.length + (after.omitted ?? 0) > 0
    ? ["Other work that it releases has changed."]
    : ["Work that it releases has changed. None of it can change anything outside."];
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
      ...(was.definition === mark.definition ? [] : [`${by}${by ? "its" : "The"} tool ${name} has changed.`]),
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
export const formatAct = ({ title, tools, moreTools, ...places }: NamedAct): string =>
  `${quoted(title)} by ${formatTools(tools, moreTools)}${formatPlaces(places)}`;

/**
 * Lists what letting a gate pass sets free, one act a line, and what else the second step of such an answer is for; none where
 * nothing acts outside. At a review each line says with which decision (docs/engine.md, "The release").
 */
export function describeRelease(state: RunState, gate: ApprovalState): string[] {
  const acts = actLines(gate.release ?? shownActs(leadingOfGate(state, gate)));
  if (gate.kind !== "review_decision") return [...acts, ...repeatLines(state, gate)];
  const tail = riskOf(state, gate, "REPLAN");
  const tailActs = tail?.code === "starts_changes" ? actLines({ ...tail, acts: tail.tasks }) : [];
  return [...acts.map(withDecision("CONTINUE")), ...tailActs.map(withDecision("REPLAN"))];
}

type Acts = { acts: readonly NamedAct[]; omitted?: number | undefined };

const actLines = ({ acts, omitted = 0 }: Acts): string[] => [
  ...acts.map(formatAct),
  ...(omitted > 0 ? [`and ${omitted} more`] : []),
];

const withDecision = (decision: GateVerb) => (line: string) => `with ${decision}: ${line}`;

/** Says of a call that has happened, or may have, that it would happen again. */
function repeatLines(state: RunState, gate: ApprovalState): string[] {
  const risks = gate.verbs.flatMap((verb) => riskOf(state, gate, verb) ?? []);
  return risks.filter(({ code }) => REPEATS.has(code)).map(describeRisk);
}

const REPEATS: ReadonlySet<string> = new Set(["repeats_call", "repeats_known_call"]);
