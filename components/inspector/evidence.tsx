import { describeStanding } from "@/lib/core/describe/learning/reflection";
import type { Tone } from "@/lib/core/describe/looks/run";
import { formatReason } from "@/lib/core/describe/reason";
import { formatCoerced } from "@/lib/core/describe/replays/mismatches";
import { quoted } from "@/lib/core/legible/marked";
import type { Check } from "@/lib/core/run/events/checks";
import { isApproving } from "@/lib/core/run/gates/table";
import type { AttemptState, RunState, TaskState } from "@/lib/core/run/state";
import { attemptLabel, TONE_TEXT } from "../status";

/** One reason to believe a result, or not to. */
type EvidenceLine = {
  verdict: "passed" | "failed" | "unknown" | "accepted" | "refused" | "none";
  text: string;
  /** What kind of check it was. */
  kind: Check["layer"] | "none" | "person" | "data" | "content" | "critique";
};

const PASSED_SENTENCES: Record<Check["layer"], string> = {
  schema: "The result matches the output schema.",
  predicate: "The result satisfies",
  model: "A model confirmed that the result satisfies",
};

const VERDICT_DISPLAY: Record<EvidenceLine["verdict"], { icon: string; word: string; tone: Tone }> = {
  passed: { icon: "✓", word: "passed", tone: "ok" },
  failed: { icon: "✕", word: "failed", tone: "bad" },
  unknown: { icon: "?", word: "inconclusive", tone: "amber" },
  accepted: { icon: "◈", word: "accepted by a person", tone: "amber" },
  refused: { icon: "⊘", word: "rejected by a person", tone: "plain" },
  none: { icon: "○", word: "not verified", tone: "plain" },
};

/** Why the result is to be believed, line by line; `isOver` when there will be no other. */
export function EvidenceList({ lines, hasEnded }: { lines: readonly EvidenceLine[]; hasEnded: boolean }) {
  if (lines.length === 0) {
    return <p className="text-muted">{hasEnded ? "No result to verify." : "No result to verify yet."}</p>;
  }
  return (
    <ul className="grid gap-1">
      {lines.map(({ verdict, text, kind }) => {
        const { icon, word, tone } = VERDICT_DISPLAY[verdict];
        return (
          <li key={`${verdict} ${text}`} className="grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-1.5">
            <span aria-hidden="true" className={TONE_TEXT[tone]}>
              {icon}
            </span>
            <span>
              <span className="sr-only">{word}: </span>
              {text}
            </span>
            <span className="font-mono text-muted text-xs">{kind === "none" ? "" : kind}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** What holds a task's result as it is: the checks of its last attempt, critiques, and people's verdicts. */
export function ResultEvidence({ state, task }: { state: RunState; task: TaskState }) {
  const lines = evidenceOf(state, { ...task, attempts: task.attempts.slice(-1) });
  return lines.length === 0 ? null : <EvidenceList lines={lines} hasEnded />;
}

/** The checks a task's data and results went through and the people who answered for it, oldest first. */
export function evidenceOf(state: RunState, task: TaskState): EvidenceLine[] {
  const lines = [
    ...dataLines(task),
    ...task.attempts.flatMap((one) => attemptLines(one, attemptLabel(task, one))),
    ...answers(state, task),
    ...endorsement(task),
    ...approval(task),
  ];
  if (lines.length > 0 || task.status !== "succeeded" || task.spec.type === "planning_review") return lines;
  return [
    {
      verdict: "none",
      text: "No verification was requested; this is the agent’s unverified result.",
      kind: "none",
    },
  ];
}

/** Who lets the result pass against its check, or gave it. */
function endorsement({ endorsed }: TaskState): EvidenceLine[] {
  if (!endorsed) return [];
  const who = endorsed.by.kind === "person" ? endorsed.by.name : endorsed.by.kind;
  const what = endorsed.how === "accepted" ? "Accepted" : "Supplied";
  return [{ verdict: "accepted", text: `${what} by ${who}: ${quoted(endorsed.reason)}`, kind: "person" }];
}

/** The people who let the result pass where it was shown to them. */
const approval = ({ approvedBy }: TaskState): EvidenceLine[] =>
  approvedBy
    ? [
        {
          verdict: "accepted",
          text: `Approved by ${approvedBy.join(" and ")} at a gate that showed it.`,
          kind: "person",
        },
      ]
    : [];

/** What the quality gate said of the data that the task builds on. */
function dataLines({ qualityGate }: TaskState): EvidenceLine[] {
  switch (qualityGate?.outcome) {
    case undefined:
      return [];
    case "passed":
      return [
        { verdict: "passed", text: `Required data is available${sources(qualityGate)}.`, kind: "data" },
      ];
    case "failed":
      return [{ verdict: "failed", text: `Missing: ${qualityGate.missing.join("; ")}`, kind: "data" }];
    case "error":
      return [
        {
          verdict: "unknown",
          text: `Could not check the required data: ${formatReason(qualityGate.problem)}`,
          kind: "data",
        },
      ];
  }
}

function sources({ evidence }: { evidence: { field: string; found: boolean; source: string }[] }): string {
  const found = evidence.filter((one) => one.found).map(({ field, source }) => `${field} from ${source}`);
  return found.length === 0 ? "" : `: ${found.join(", ")}`;
}

/** `label`: what the attempt is called. */
function attemptLines(
  { attempt, checks = [], code, diagnosis, reflection }: AttemptState,
  label: string,
): EvidenceLine[] {
  const shownLabel = attempt > 1 ? `${label}: ` : "";
  const lines = [
    ...critiqueLines(label, reflection),
    ...checks.map((check) => checkLine(check, label, shownLabel)),
  ];
  if (code !== "empty_result") return lines;
  return [
    ...lines,
    {
      verdict: "failed",
      text: `${label}: ${diagnosis ? formatReason(diagnosis) : "refused"}`,
      kind: "content",
    },
  ];
}

/** What critics made of the agent's answer: an opinion beside the checks, and none of them. */
function critiqueLines(label: string, reflection: AttemptState["reflection"]): EvidenceLine[] {
  const critiqueStatus = describeStanding(reflection);
  if (critiqueStatus === undefined) return [];
  const verdict = reflection?.outcome === "passed" ? "passed" : "unknown";
  return [{ verdict, text: `${label}, critique of the answer: ${critiqueStatus}.`, kind: "critique" }];
}

/** A first attempt that passed needs no number: `shownLabel` is empty then. */
function checkLine(check: Check, label: string, shownLabel: string): EvidenceLine {
  const { layer, outcome, shown } = check;
  if (outcome !== "passed") {
    const verdict = outcome === "failed" ? "failed" : "unknown";
    return { verdict, text: `${label}: ${formatReason(check.diagnosis)}`, kind: layer };
  }
  const passed = shown === undefined ? PASSED_SENTENCES[layer] : `${PASSED_SENTENCES[layer]}: ${shown}`;
  const text = passed + formatCoerced(check.coerced);
  return { verdict: "passed", text: `${shownLabel}${text}`, kind: layer };
}

function answers(state: RunState, task: TaskState): EvidenceLine[] {
  return Object.values(state.approvals)
    .filter(({ taskId, decided }) => taskId === task.id && decided?.by.kind === "person")
    .sort((a, b) => a.openedSeq - b.openedSeq)
    .flatMap(({ decided }) => {
      if (decided?.by.kind !== "person") return [];
      const accepted = isApproving(decided.verb);
      const why = decided.comment ? `: ${quoted(decided.comment)}` : "";
      return {
        verdict: accepted ? ("accepted" as const) : ("refused" as const),
        text: `${accepted ? "Accepted" : decided.verb} by ${decided.by.name}${why}`,
        kind: "person",
      };
    });
}
