import { cutBytes } from "../../bytes";
import type { Json } from "../../json";
import type { DecisionPointAnswer } from "../../review";
import { type Blob, storeValue } from "../../stored-value";
import { withLeft } from "../../text";
import { beyond } from "../controls/release/facts";
import { namedActs } from "../controls/release/leading";
import { leadingOfTail, type TailAt, tailDigest } from "../controls/release/tails";
import type { TailRelease } from "../events/release";
import type { Proposal } from "../events/reviews";

/** With these an event stays under its limit in any script. */
const REASONING_BYTES = 2_000;
const ABORT_REASON_BYTES = 1_000;
const DEVIATION_BYTES = 600;
const ANSWERS_BYTES = 2_000;
const ANSWER_TEXT_BYTES = 300;
const FINAL_RESULT_BYTES = 1_024;
const MAX_ANSWERS = 10;
const [MAX_ACTS, MAX_TOOLS, ACT_BYTES] = [4, 3, 160];

/** A reviewer's decision as it was read. */
type WrittenProposal = {
  decision: Proposal["decision"];
  reasoning: string;
  answers: readonly DecisionPointAnswer[];
  deviation?: string;
  updatedPlan?: object;
  finalResult?: Json;
  abortReason?: string;
};

/** A proposal as an event carries it: the tail as a blob, a long result too, the words cut where they are. */
export function truncateProposal(
  written: WrittenProposal,
  reviewer: string,
  withTail?: TailAt,
): { proposal: Proposal; blobs: Blob[] } {
  const { decision, deviation, updatedPlan, finalResult, abortReason } = written;
  const answers = written.answers.slice(0, MAX_ANSWERS);
  const share = Math.min(ANSWER_TEXT_BYTES, Math.floor(ANSWERS_BYTES / (2 * Math.max(1, answers.length))));
  const tail = decision === "REPLAN" && updatedPlan ? tailBlob(updatedPlan) : undefined;
  const final =
    decision === "COMPLETE" && finalResult !== undefined
      ? storeValue(finalResult, FINAL_RESULT_BYTES)
      : undefined;
  const proposal: Proposal = {
    decision,
    reasoning: kept(written.reasoning, REASONING_BYTES),
    answers: answers.map(({ question, answer, evidence }) => ({
      question: kept(question, share),
      answer,
      evidence: kept(evidence, share),
    })),
    ...beyond("moreAnswers", MAX_ANSWERS, written.answers),
    reviewer,
    ...(deviation !== undefined && { deviation: kept(deviation, DEVIATION_BYTES) }),
    ...(decision === "ABORT" &&
      abortReason !== undefined && { abortReason: kept(abortReason, ABORT_REASON_BYTES) }),
    ...(tail && { tail: tail.digest }),
    ...(tail && withTail && { tailRelease: tailReleaseOf(withTail) }),
    ...(final && { finalResult: final.stored }),
  };
  return { proposal, blobs: [tail, final?.blob].filter((blob) => blob !== undefined) };
}

/** A text as it is kept: people who decide by it see how much of it they do not. */
const kept = (text: string, bytes: number): string => withLeft(text, cutBytes(text, bytes));

function tailReleaseOf(tail: TailAt): TailRelease {
  const acts = namedActs(leadingOfTail(tail));
  const omitted = acts.length - MAX_ACTS;
  return {
    digest: tailDigest(tail),
    acts: acts.slice(0, MAX_ACTS).map(({ title, tools, ...more }) => ({
      title: cutBytes(title, ACT_BYTES),
      tools: tools.slice(0, MAX_TOOLS),
      ...beyond("moreTools", MAX_TOOLS, tools),
      ...more,
    })),
    ...(omitted > 0 && { omitted }),
    footing: tail.footing,
  };
}

/** A tail as it is kept, by its digest: complete, since nothing that it names is looked up again. */
export function tailBlob(plan: object): Blob {
  const body = JSON.parse(JSON.stringify(plan)) as Json;
  const { digest, bytes } = storeValue(body).stored;
  return { digest, bytes, body };
}
