import { decidedFirstText } from "@/lib/core/describe/gates/words";
import { getOwn } from "@/lib/core/own";
import { RelativeTime } from "../../ui/relative-time";
import type { Refusal } from "./send-decision";

/** Somebody else was first: who, with what, when and why. */
export function DecidedFirst({ decided }: { decided: NonNullable<Refusal["decided"]> }) {
  const { by, verb, at, comment } = decided;
  return (
    <div className="rounded-lg border border-amber px-3 py-2">
      <p className="font-medium text-amber">
        <span aria-hidden="true">◈ </span>
        {decidedFirstText({ by, verb })}, <RelativeTime at={at} />
      </p>
      {comment && <q className="text-muted">{comment}</q>}
      <p className="text-muted">Your answer was not recorded.</p>
    </div>
  );
}

const CHANGE_LABELS: Record<string, string> = {
  before: "You saw",
  now: "Now",
  plan: "Plan changes",
};

/** What is wrong with which part, and what has changed since it was shown. */
export function RefusalDetails({ refusal: { issues, changed } }: { refusal: Refusal }) {
  return (
    <>
      {issues.length > 0 && (
        <ul className="mt-1 grid gap-0.5 text-ink">
          {issues.map((issue) => (
            <li key={`${issue.taskId} ${issue.message}`}>
              {issue.taskId && <span className="font-mono text-muted text-xs">{issue.taskId} </span>}
              {issue.message}
            </li>
          ))}
        </ul>
      )}
      {changed && (
        <dl className="mt-1 grid gap-0.5 text-ink">
          {Object.entries(changed).map(([what, text]) => (
            <div key={what}>
              <dt className="text-muted text-xs">{getOwn(CHANGE_LABELS, what)}</dt>
              <dd className="whitespace-pre-wrap">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
