import { formatCounted, formatExactDuration } from "@/lib/core/describe/amounts";
import {
  formatApproved,
  formatProgress,
  formatShortfalls,
  formatTaskKinds,
  formatUnverified,
} from "@/lib/core/describe/costs/totals";
import { formatScore } from "@/lib/core/describe/learning/reflection";
import { outsideLines, reviewWarningLine } from "@/lib/core/describe/outside";
import { formatSelfChecked } from "@/lib/core/describe/self-checked";
import { markedLine, markedText } from "@/lib/core/legible/marked";
import { textWarnings } from "@/lib/core/legible/warnings";
import { type GateVerb, isBinding, verbRow } from "@/lib/core/run/gates/table";
import { foundMistakes } from "@/lib/core/run/review-warnings";
import { elideText } from "@/lib/core/text";
import type { RunReport } from "@/lib/services/runs/exports/report";
import { plainLine } from "./text";

/** Exit codes that scripts and users rely on (docs/cli.md). */
export const EXIT = { completed: 0, failed: 1, waiting: 3 } as const;

export function exitCodeOf(report: Pick<RunReport, "status" | "openApprovals">): number {
  if (report.status === "completed") return EXIT.completed;
  return report.openApprovals.length > 0 ? EXIT.waiting : EXIT.failed;
}

/** What some verbs say nothing without. */
const VALUE_OPTION: Record<NonNullable<ReturnType<typeof verbRow>["needs"]>, string> = {
  comment: " --reason <text>",
  value: " --value <json or text>",
  model: " --value <model id>",
};

type OpenGate = RunReport["openApprovals"][number];

/** The line that gives this answer; one that lets something pass names what was shown by its digest. */
function commandFor(
  { approvalId, digest }: OpenGate,
  verb: GateVerb,
  { together = [], brings = broughtBy(verb) }: { together?: readonly OpenGate[]; brings?: string } = {},
): string {
  const digests = isBinding(verb) ? [digest, ...together.map((one) => one.digest)] : [];
  const seen = digests.map((one) => ` --digest ${one.slice(0, DIGEST_CHARS)}`).join("");
  return `  npm run decide -- ${approvalId} ${verb}${seen}${brings}`;
}

function broughtBy(verb: GateVerb): string {
  const { needs } = verbRow(verb);
  return needs === undefined ? "" : VALUE_OPTION[needs];
}

/** So much of a digest is printed, and taken: 128 bits, of which nobody makes a second one that begins so. */
export const DIGEST_CHARS = 32;

/** The end of a headless run in words: the answer, or what waits and how to answer it. */
export function closingLines(report: RunReport): string[] {
  if (report.status === "completed")
    return [
      "",
      ...outcomeLines(report),
      answerText(report.answer),
      ...unverifiedLines(report),
      ...missingLines(report),
      ...followUpLines(report),
      ...aftermathLines(report),
    ];
  const gates = report.openApprovals.flatMap(gateLines);
  if (gates.length > 0) return ["", ...gates, ...togetherLines(report)];
  const why = report.message ? `: ${plainLine(report.message, 500)}` : "";
  const reason = report.finishReason ?? "it has not ended";
  return [
    "",
    `The run ${report.runId} is ${report.status} (${reason})${why}`,
    ...(report.finishReason === null ? [] : aftermathLines(report)),
  ];
}

/** Tells what reviewers warned of, what its own critic found and what the run changed outside, however it ended. */
function aftermathLines({ reviewWarnings, selfCritiques, outside }: RunReport): string[] {
  const warned = reviewWarnings.map((warning) => `  ▲ ${plainLine(reviewWarningLine(warning), 500)}`);
  const found = foundMistakes({ selfCritiques }).map((mistake) => `  ▲ ${plainLine(mistake, 500)}`);
  const changed = outsideLines(outside).map((line) => plainLine(line, 500));
  const isUntouched = outside.count === 0 && outside.notDone.length === 0;
  return [
    ...(warned.length > 0 ? ["", "Reviewers' warnings:", ...warned] : []),
    ...(found.length > 0 ? ["", "Mistakes found by the self-critique:", ...found] : []),
    // A model may have said that something was sent: facts stand beside its words in every end.
    ...(isUntouched ? ["", ...changed] : ["", "Changed outside:", ...changed.map((line) => `  ${line}`)]),
  ];
}

/** Prints what a gate asks, shows and sets free, and the commands that answer it. */
export function gateLines(gate: OpenGate): string[] {
  const { approvalId, prompt, quotes, shown, options, verbs, rejecting } = gate;
  const misleading = textWarnings([
    prompt,
    ...quotes.map(({ text }) => text),
    ...(shown === undefined ? [] : [shown]),
  ]);
  return [
    ...writtenLines(`Gate ${approvalId} is waiting for a person`, prompt, { maxChars: SHOWN_CHARS }),
    ...quotes.flatMap(({ title, text, left }) =>
      writtenLines(`  the result of “${plainLine(title, 60)}”`, text, { maxChars: SHOWN_CHARS, left }),
    ),
    ...(shown === undefined
      ? []
      : writtenLines("  shown", typeof shown === "string" ? shown : JSON.stringify(shown))),
    ...misleading.map((warning) => `  ▲ ${plainLine(warning, 300)}`),
    ...releaseLines(gate),
    ...options.map((option) => `  an answer to choose: ${plainLine(option, 100)}`),
    ...proposalLines(gate),
    ...(rejecting === undefined ? [] : [`  ${plainLine(rejecting, 500)}`]),
    ...verbs.map((verb) => commandFor(gate, verb)),
  ];
}

/** Names what others have proposed where an answer takes several people, in full, each with the command that agrees. */
const proposalLines = (gate: OpenGate): string[] =>
  (gate.proposals ?? []).flatMap(({ verb, value, by, needed, digest }) => [
    `  ${by.length} of ${needed} agreed; proposed by ${markedLine(by.map(({ name }) => name).join(", "))}:`,
    ...(typeof value === "string" ? value : JSON.stringify(value, null, 2))
      .split("\n")
      .map((line) => `    ${markedText(line)}`),
    commandFor(gate, verb, { brings: ` --agree ${digest.slice(0, DIGEST_CHARS)}` }),
  ]);

/** Names what passing a gate sets free that acts outside, in full: the answer covers it. */
export const releaseLines = ({ releases }: OpenGate): string[] =>
  releases.length === 0
    ? []
    : [
        "  Releases work that acts outside:",
        ...releases.flatMap((text) => text.split("\n").map((line) => `    ${markedText(line)}`)),
      ];

/** So much of a question is printed; where there is more, that is said. */
const SHOWN_CHARS = 2_000;

/**
 * Words of others after what names them: one line beside it, several below it, each behind a bar, with their spaces.
 * `left`: so many characters more are not in the text.
 */
function writtenLines(
  label: string,
  text: string,
  { maxChars = Number.POSITIVE_INFINITY, left }: { maxChars?: number; left?: number | undefined } = {},
): string[] {
  const lines = elideText(text, maxChars).split(/\r?\n/).map(markedText);
  const cut = text.length > maxChars ? ` (cut: ${text.length} characters in all)` : "";
  const note = `${cut}${left === undefined ? "" : ` (${left} characters more)`}`;
  if (lines.length === 1) return [`${label}: ${lines[0]}${note}`];
  return [`${label}:${note}`, ...lines.map((line) => `    | ${line}`)];
}

/** Calls of one agent that wait at the same time take one answer, in which some are rejected. */
function togetherLines({ openApprovals }: RunReport): string[] {
  const calls = openApprovals.filter(({ kind }) => kind === "tool_approval");
  return [...Map.groupBy(calls, ({ taskId }) => taskId).values()].flatMap(([first, ...others]) =>
    first && others.length > 0
      ? [
          "Calls of one agent can be answered together, counted from 1:",
          `${commandFor(first, "approve", { together: others })} --reject "2: <why>"`,
        ]
      : [],
  );
}

/** How the mission came out, apart from what it asked for. */
function outcomeLines({ outcome }: RunReport): string[] {
  return outcome ? [plainLine(outcome, 500), ""] : [];
}

/** Says in the words of the pages what of the results no check has passed: whose word it has, and what has nobody's. */
function unverifiedLines({ taskTotals, selfChecked, approvers }: RunReport): string[] {
  const approved = formatApproved(taskTotals, approvers.map(markedLine));
  const unverified = formatUnverified(taskTotals);
  const alone = formatSelfChecked(selfChecked, taskTotals);
  const lines = [
    ...(approved === undefined ? [] : [`◈ Not held to a check: ${approved}.`]),
    ...(unverified === undefined ? [] : [`▲ No check has passed all that this rests on: ${unverified}.`]),
    ...(alone === undefined ? [] : [`▲ ${alone}`]),
  ];
  return lines.length === 0 ? [] : ["", ...lines];
}

/** What the summarizer found missing in an answer with which the run ended all the same. */
function missingLines({ needReplan, missing, limitReached }: RunReport): string[] {
  if (!needReplan || missing === null) return [];
  const why = limitReached ? " (no iterations are left)" : "";
  return ["", `Missing${why}: ${plainLine(missing, 500)}`];
}

/** An answer that its critics found wanting says so, with what they would ask. */
function followUpLines({ reflection }: RunReport): string[] {
  if (!reflection?.requiresFollowup) return [];
  const { score, threshold, questions } = reflection;
  const scored = score === null ? "" : ` (${formatScore(score, threshold)})`;
  return [
    "",
    `This answer needs follow-up${scored}:`,
    ...questions.map((question) => `  - ${plainLine(question, 300)}`),
  ];
}

/** One line of figures; a cost that is not known is called unknown. */
export function summaryLine(report: RunReport): string {
  const { usd, modelCalls } = report.cost;
  const cost = usd === null ? "cost unknown" : `$${usd.toFixed(4)}`;
  const counts = [
    formatCounted(report.executionAttempts, "attempt", "attempts"),
    formatCounted(report.replans, "replan", "replans"),
    formatCounted(report.iterations, "iteration", "iterations"),
    formatCounted(modelCalls, "model call", "model calls"),
  ].join(", ");
  const hasEnded = report.finishReason !== null;
  const missing = formatShortfalls(report.taskTotals);
  const kinds = formatTaskKinds(report.counts.tasks, report.counts.dropped);
  const notes = [kinds, missing].filter((note) => note !== undefined && note !== "").join("; ");
  const tasks = `${formatProgress(report.taskTotals, hasEnded)} tasks${notes === "" ? "" : ` (${notes})`}`;
  return `${report.status} after ${formatExactDuration(report.totalDurationMs)}: ${tasks}, ${counts}, ${cost}`;
}

function answerText(answer: RunReport["answer"]): string {
  if (answer === null) return "The run completed without an answer.";
  const text = typeof answer === "string" ? answer : JSON.stringify(answer, null, 2);
  return text.replace(/[^\P{Cc}\n\t]+/gu, " ");
}
