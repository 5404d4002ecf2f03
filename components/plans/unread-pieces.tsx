"use client";

import { useId } from "react";
import { formatCounted } from "@/lib/core/describe/amounts";
import { Button } from "../ui/button";
import { LiveButton, LiveInput } from "../ui/live";
import type { LocatedIssue } from "./reading/plan-reading";

/** Settles what was not read of a plan's text. */
export type SettlePieces = {
  /** The run is to do without the piece, or no longer; for a question of who does a task: the agent does it. */
  onLeaveOut(path: string, leaves: boolean): void;
  /** A person is to decide what the title of a task asks. */
  onPerson(path: string): void;
  /** Shows where a piece stands in the text. */
  onGo(issue: LocatedIssue): void;
};

type UnreadPiecesProps = SettlePieces & {
  unread: readonly LocatedIssue[];
  leftOut: readonly LocatedIssue[];
  /** The path of a task that could not be given to a person in the text. */
  unchanged: string | undefined;
};

/** Each part of a plan's text that was not read, to be corrected in the text or left out before the run can start. */
export function UnreadPieces({ unread, leftOut, ...settle }: UnreadPiecesProps) {
  const pieces = [
    ...unread.map((issue) => ({ issue, isLeftOut: false })),
    ...leftOut.map((issue) => ({ issue, isLeftOut: true })),
  ].sort((a, b) => placeOf(a.issue) - placeOf(b.issue));
  if (pieces.length === 0) return null;
  const left = unread.length;
  return (
    <section aria-label="Parts that were not read" className="grid gap-2">
      <h3 className={`font-medium ${left > 0 ? "text-bad" : ""}`}>
        <span role="status">
          <span aria-hidden="true">{left > 0 ? "✕ " : "✓ "}</span>
          {left > 0 ? `Settle ${partsText(left)} of the plan` : `${partsText(leftOut.length)} settled`}
        </span>
      </h3>
      <p className="text-muted text-xs">
        They are not understood. Correct the text, or leave them out: the run then does without them, and its
        log says so.
      </p>
      <ul className="grid gap-2">
        {pieces.map(({ issue, isLeftOut }) => (
          <li key={`${issue.code} ${issue.path}`} className="grid gap-2 rounded-lg border border-line p-3">
            <Piece issue={issue} isLeftOut={isLeftOut} {...settle} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const partsText = (count: number): string => formatCounted(count, "part", "parts");

const placeOf = ({ range }: LocatedIssue): number => range?.start ?? Number.POSITIVE_INFINITY;

type PieceProps = Omit<UnreadPiecesProps, "unread" | "leftOut"> & { issue: LocatedIssue; isLeftOut: boolean };

function Piece({ issue, isLeftOut, unchanged, onLeaveOut, onPerson, onGo }: PieceProps) {
  const { path = "", code, message, range } = issue;
  const described = useId();
  const isQuestion = code === "person_or_agent";
  const where = [range && `Line ${range.line}`, path].filter(Boolean).join(" · ");
  return (
    <>
      <div className="min-w-0 wrap-anywhere">
        {range ? (
          <LiveButton
            onClick={() => onGo(issue)}
            className="text-left text-muted text-xs underline underline-offset-2 hover:text-ink"
          >
            {where}
          </LiveButton>
        ) : (
          <span className="text-muted text-xs">{where}</span>
        )}
        <p id={described}>{message}</p>
      </div>
      {isQuestion ? (
        <fieldset aria-describedby={described} className="grid gap-2">
          <legend className="mb-2 font-medium">A person, or the agent?</legend>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => onPerson(path)}>A person decides</Button>
            <Button
              aria-pressed={isLeftOut}
              className={isLeftOut ? "border-ink" : ""}
              onClick={() => onLeaveOut(path, !isLeftOut)}
            >
              {isLeftOut && <span aria-hidden="true">✓</span>}
              The agent does it
            </Button>
          </div>
          {unchanged === path && (
            <p role="alert" className="text-amber text-xs">
              <span aria-hidden="true">~ </span>
              The text could not be changed for you: give this task the type human_review.
            </p>
          )}
        </fieldset>
      ) : (
        <label className="flex w-fit gap-2.5">
          <LiveInput
            type="checkbox"
            checked={isLeftOut}
            aria-describedby={described}
            onChange={({ target }) => onLeaveOut(path, target.checked)}
            className="mt-1 size-4 shrink-0 accent-ink"
          />
          Leave out
        </label>
      )}
    </>
  );
}
