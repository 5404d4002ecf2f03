import type { ReflectionOutcome } from "../../reflection";
import type { OpenQuestion } from "../../reflection/questions";
import type { Payload } from "../../run/events";
import type { AttemptReflection } from "../../run/state/reflection";
import { formatCounted } from "../amounts";
import { formatReason } from "../reason";

/** What is said of an answer that was critiqued, with a tone: `[word, text, tone]`. */
type DescriptionParts = [word: string, text: string, tone: "plain" | "ok" | "retry" | "bad"];

const hundredths = (score: number): number => Math.round(score * 100);

/** "62 of 100, below 80" */
export function formatScore(score: number, threshold: number): string {
  const relation = score >= threshold ? "which passes" : `below ${hundredths(threshold)}`;
  return `${hundredths(score)} of 100, ${relation}`;
}

export function describeAnswerCritique(
  { score, threshold, passed, feedback, revisions }: Payload<"answer_critiqued">,
  of: string,
): DescriptionParts {
  const after = revisions === 0 ? "" : ` after ${formatRevisions(revisions)}`;
  const text = `${of}${after}: ${formatScore(score, threshold)}${feedback === "" ? "" : `. ${feedback}`}`;
  return ["critique", text, passed ? "ok" : "retry"];
}

export function describeAcceptedAnswer(
  { outcome, score, threshold, revisions, reason }: Payload<"answer_accepted">,
  of: string,
): DescriptionParts {
  const scored = score === undefined ? "" : ` (${formatScore(score, threshold)})`;
  const why = reason === undefined ? "" : `: ${formatReason(reason)}`;
  switch (outcome) {
    case "passed":
      return [
        "answer",
        `${of} is final${revisions === 0 ? "" : ` after ${formatRevisions(revisions)}`}${scored}`,
        "ok",
      ];
    case "requires_followup":
      return ["answer", `${of} needs follow-up after ${formatRevisions(revisions)}${scored}`, "bad"];
    case "unrevised":
      return ["answer", `${of} is final, but could not be revised further${scored}${why}`, "bad"];
    case "not_critiqued":
      return ["answer", `${of} is final, not critiqued${why}`, "bad"];
  }
}

const formatRevisions = (revisions: number): string => formatCounted(revisions, "revision", "revisions");

/** An outcome in a few words, as pages and reports say it. */
const REFLECTION_OUTCOME_LABELS: Record<ReflectionOutcome, string> = {
  passed: "passed",
  requires_followup: "requires follow-up",
  unrevised: "below the threshold, not revised",
  not_critiqued: "not critiqued",
};

/** What a person is asked about an answer that stayed below its threshold. */
export function formatOpenQuestion(question: OpenQuestion): string {
  switch (question.about) {
    case "asked":
      return question.text;
    case "issue":
      return `“${question.text}” What should the answer say here?`;
    case "missing":
      return "What is missing for you in this answer?";
  }
}

/** How an agent's answer stands after its critiques, in a line for those who judge the result; undefined without any. */
export function describeStanding(reflection: AttemptReflection | undefined): string | undefined {
  if (reflection?.outcome === undefined) return;
  const { outcome, score, questions = [], reason } = reflection;
  const parts = [
    REFLECTION_OUTCOME_LABELS[outcome],
    ...(score === undefined ? [] : [`${hundredths(score)} of 100`]),
    ...(reason === undefined ? [] : [formatReason(reason)]),
    ...(questions.length === 0 ? [] : [`open: ${questions.map(formatOpenQuestion).join(" ")}`]),
  ];
  return parts.join("; ");
}
