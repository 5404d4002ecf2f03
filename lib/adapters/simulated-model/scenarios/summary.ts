import { listIn, writeSummary } from "../drafts";
import { pluralize } from "../text";
import type { Reply, Turn } from "../turn";

type Judging = { measured: boolean };

/**
 * The summary of a story whose plain answer says it all: nothing is missing, and it is as good as its tasks. Where nothing
 * was measured it says so, and half of that.
 */
export function summarizeBy(answer: (turn: Turn) => Reply, judging?: Judging): (turn: Turn) => Reply;
export function summarizeBy(
  answer: (turn: Turn) => Reply | undefined,
  judging?: Judging,
): (turn: Turn) => Reply | undefined;
export function summarizeBy(answer: (turn: Turn) => Reply | undefined, { measured } = { measured: true }) {
  return (turn: Turn): Reply | undefined => {
    const reported = answer({ ...turn, role: "answer" });
    if (!reported) return;
    const results = listIn(turn, "results");
    const done = results.filter(({ status }) => status === "succeeded");
    return {
      text: writeSummary({
        finalAnswer: reported.text,
        qualityScore: Math.round(((measured ? 100 : 50) * done.length) / Math.max(1, results.length)) / 100,
        qualityReasoning: `${done.length} of ${pluralize(results.length, "task")} ended with a result.${measured ? "" : " The simulated model has measured none of them."}`,
        usedEvidence: done.map(({ id }) => String(id)),
      }),
    };
  };
}
