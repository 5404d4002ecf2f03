import type { Decision } from "../../plan/schema";
import {
  type ApprovalKind,
  answerRow,
  type Consequence,
  type GateVerb,
  verbRow,
} from "../../run/gates/table";

/** The field of what an answer brings: its label, what stands below it, and what is said while it is missing. */
export type FieldWords = { label: string; help?: string | undefined; missing?: string | undefined };

const COMMENT = "Comment";
const REASON = { label: "Reason (optional)" };
const REQUIRED_REASON = { label: "Reason", missing: "Explain why you reject it." };
const JSON_OR_TEXT = "JSON or plain text.";
const ANSWER = { label: "Your answer", missing: "Enter an answer." };

const FIELDS: { [code in Consequence]?: FieldWords } = {
  redraft_plan: { label: COMMENT, missing: "Describe what should change." },
  rewrite_change: { label: COMMENT, missing: "Describe what should change." },
  rewrite_answer: { label: COMMENT, missing: "Describe what should change." },
  fail_with_changes: { label: COMMENT, missing: "Describe what should change." },
  keep_waiting: { label: "Question or reply", missing: "Enter a question." },
  pass_edited: { label: "Edited value" },
  pass_given: { ...ANSWER, help: "This becomes the task’s result." },
  run_edited_call: { label: "Arguments" },
  answer_call: ANSWER,
  take_outcome: { label: "Tool output", help: JSON_OR_TEXT, missing: "Enter the tool’s output." },
  replace_model: { label: "Use instead", missing: "Choose a model." },
  finish_with_result: {
    label: "Final result (optional)",
    help: "Leave empty to use the proposed result, or to have one written from the results.",
  },
};

/**
 * The field of what this answer brings at this kind of gate. `asData`: it is read as JSON where it is JSON;
 * `requiresReason`: the gate takes no rejection without one.
 */
export function answerField(
  kind: ApprovalKind,
  verb: GateVerb,
  { asData = false, requiresReason = false } = {},
): FieldWords {
  const row = answerRow(kind, verb);
  const { refuses, invitesReason } = verbRow(verb);
  const reason = requiresReason && refuses ? REQUIRED_REASON : invitesReason ? REASON : { label: COMMENT };
  const words = (row && FIELDS[row.leadsTo]) ?? reason;
  return asData ? { ...words, help: JSON_OR_TEXT } : words;
}

/** The field of the tail that REPLAN sets going, by whose it is. */
export function tailField({
  isEdited,
  fromReviewer,
}: {
  isEdited: boolean;
  fromReviewer: boolean;
}): FieldWords {
  const label = "New tail";
  if (isEdited) {
    return {
      label,
      help: "Your own tail, as plan text or JSON. It is validated before the decision is recorded.",
    };
  }
  if (fromReviewer) return { label, help: "The tail proposed by the reviewer. Edit it or keep it." };
  return {
    label,
    help: "The rest of the plan. Edit it to provide your own tail; leave it unchanged to have one written from your reason.",
  };
}

/** The field of the words that go with a decision on a review; they are required where it is not the proposed one. */
export function decisionReasonField(
  proposed: Decision | undefined,
  chosen: Decision | undefined,
): FieldWords {
  if (proposed !== undefined && chosen === undefined) return { label: "Reason" };
  if (proposed === undefined || chosen === undefined || chosen === proposed) return { label: COMMENT };
  return {
    label: `Reason (required: ${proposed} was proposed)`,
    missing: `Explain why you chose ${chosen} instead.`,
  };
}
