"use client";

import { Moment } from "../ui/moment";
import type { Refusal } from "./send-decision";
import { firstText } from "./words";

/** Why an answer was not taken; who was first is told as news, not as a fault. */
export function RefusalNote({ refusal }: { refusal: Refusal | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {refusal && (refusal.decided ? <WhoWasFirst decided={refusal.decided} /> : <Fault refusal={refusal} />)}
    </div>
  );
}

function WhoWasFirst({ decided }: { decided: NonNullable<Refusal["decided"]> }) {
  const { by, verb, at, comment } = decided;
  return (
    <div className="rounded-lg border border-amber px-3 py-2">
      <p className="font-medium text-amber">
        <span aria-hidden="true">◈ </span>
        {firstText({ by, verb })}, <Moment at={at} />
      </p>
      {comment && <q className="text-muted">{comment}</q>}
      <p className="text-muted">Your answer was not taken.</p>
    </div>
  );
}

function Fault({ refusal }: { refusal: Refusal }) {
  const { message, issues } = refusal;
  return (
    <div className="rounded-lg border border-bad px-3 py-2 text-bad">
      <p>
        <span aria-hidden="true">✕ </span>
        {issues.length > 0 ? "Nothing was decided: the new tail cannot be used." : message}
      </p>
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
    </div>
  );
}
