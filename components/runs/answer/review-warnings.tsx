import Link from "next/link";
import { REVIEW_WARNING_WORDS } from "@/lib/core/describe/outside";
import { foundMistakes, type ReviewWarning, reviewWarnings } from "@/lib/core/run/review-warnings";
import type { RunState } from "@/lib/core/run/state";
import { Card } from "../../ui/card";
import { SeenText } from "../../ui/seen-text";
import { taskHref } from "../task-href";

/** What reviewers found wanting at checkpoints that let the work go on; nothing where that is nothing. */
export function ReviewWarnings({ state }: { state: RunState }) {
  const warnings = reviewWarnings(state);
  if (warnings.length === 0) return null;
  return (
    <Card title="Reviewers' warnings" aside={String(warnings.length)}>
      <ul className="grid gap-2.5">
        {warnings.map((warning) => (
          <WarningLine
            key={`${warning.taskId} ${warning.reviewer} ${warning.question}`}
            runId={state.runId}
            warning={warning}
          />
        ))}
      </ul>
    </Card>
  );
}

/** What the self-critique found wrong with how the answer came about; nothing where that is nothing. */
export function FoundMistakes({ state }: { state: RunState }) {
  const mistakes = foundMistakes(state);
  if (mistakes.length === 0) return null;
  return (
    <Card title="Mistakes found by the self-critique" aside={String(mistakes.length)}>
      <ul className="grid gap-2.5">
        {mistakes.map((mistake) => (
          <li key={mistake} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-1">
            <span aria-hidden="true" className="text-amber">
              ▲
            </span>
            <span className="wrap-anywhere">
              <SeenText text={mistake} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function WarningLine({ runId, warning }: { runId: string; warning: ReviewWarning }) {
  const { taskId, title, question, answer, evidence, reviewer } = warning;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-1">
      <span aria-hidden="true" className="text-amber">
        ▲
      </span>
      <span className="wrap-anywhere">
        <SeenText text={question} /> <strong className="font-medium">{REVIEW_WARNING_WORDS[answer]}</strong>
      </span>
      {evidence !== "" && (
        <span className="wrap-anywhere col-start-2 text-muted">
          <SeenText text={evidence} />
        </span>
      )}
      <span className="col-start-2 text-xs">
        <Link href={taskHref({ runId, taskId })} className="underline decoration-edge underline-offset-2">
          <SeenText text={title} />
        </Link>
        {reviewer !== undefined && (
          <span className="text-muted">
            {" · "}
            <SeenText text={reviewer} />
          </span>
        )}
      </span>
    </li>
  );
}
