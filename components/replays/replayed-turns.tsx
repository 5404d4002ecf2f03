"use client";

import { useState } from "react";
import { describeTurnFailure, describeUnscored } from "@/lib/core/describe/replays/model-replays";
import type { ModelReplayReport, ReplayedTurn, TurnCritique, TurnSide } from "@/lib/core/replay/model/report";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { variantLetter } from "./variant-names";

/** More of them stay closed until somebody opens one, and scroll by themselves. */
const MAX_OPEN = 12;
/** What scrolls is reached by the keyboard. */
export const FOCUSABLE = { tabIndex: 0 };

type ReplayedTurnsProps = { turns: readonly ReplayedTurn[]; report: ModelReplayReport };

/** Each turn with both sides; those that act otherwise or failed alone, where there are some, unless all are asked for. */
export function ReplayedTurns({ turns, report }: ReplayedTurnsProps) {
  const apart = turns.filter(({ score, failure }) => failure !== undefined || (score ?? 1) < 1);
  const [showsAll, setShowsAll] = useState(apart.length === 0);
  const shown = (showsAll ? turns : apart).toSorted(inOrder);
  return (
    <Card
      title="Turns"
      aside={
        apart.length > 0 && (
          <span className="flex gap-1">
            {[
              { all: false, label: `Different or failed (${apart.length})` },
              { all: true, label: `All (${turns.length})` },
            ].map(({ all, label }) => (
              <Button
                key={label}
                size="small"
                variant={all === showsAll ? "main" : "plain"}
                aria-pressed={all === showsAll}
                onClick={() => setShowsAll(all)}
              >
                {label}
              </Button>
            ))}
          </span>
        )
      }
    >
      {shown.length === 0 ? (
        <p className="text-muted">No turn was asked.</p>
      ) : (
        <ol
          aria-label="Turns"
          className={`grid gap-2 ${shown.length > MAX_OPEN ? "max-h-[80vh] overflow-auto" : ""}`}
          {...(shown.length > MAX_OPEN && FOCUSABLE)}
        >
          {shown.map((turn) => (
            <TurnRow
              key={turnId(turn)}
              turn={turn}
              title={report.trajectories.length > 1 ? report.trajectories[turn.trajectory]?.title : undefined}
              isOpen={apart.length <= MAX_OPEN && apart.includes(turn)}
            />
          ))}
        </ol>
      )}
    </Card>
  );
}

/** The place of a turn on the page. It stands inside of what opens, so that a link to it opens that. */
export const turnId = ({
  variant,
  trajectory,
  step,
}: Pick<ReplayedTurn, "variant" | "trajectory" | "step">): string => `turn-${variant}-${trajectory}-${step}`;

const inOrder = (a: ReplayedTurn, b: ReplayedTurn): number =>
  a.variant - b.variant || a.trajectory - b.trajectory || a.step - b.step;

const SCORES: Record<number, string> = {
  1: "same calls",
  0.5: "same tools, other arguments",
  0: "something else",
};

type TurnRowProps = { turn: ReplayedTurn; title: string | undefined; isOpen: boolean };

function TurnRow({ turn, title, isOpen }: TurnRowProps) {
  const { variant, step, score, failure, recorded, replayed, critique } = turn;
  const outcome = describeTurnFailure(turn) ?? (score === undefined ? "" : SCORES[score]);
  return (
    <li className="min-w-0">
      <details open={isOpen}>
        <summary className="wrap-anywhere cursor-pointer py-0.5">
          {variantLetter(variant)} · Turn {step}
          <span className={failure ? "text-bad" : "text-muted"}> · {outcome}</span>
          {title && <span className="block truncate text-muted text-xs">{title}</span>}
        </summary>
        <div id={turnId(turn)} className="mt-2 grid scroll-mt-28 gap-2">
          <div className="grid gap-2 md:grid-cols-2">
            <Side title="Recorded" side={recorded} />
            {replayed && <Side title="Replayed" side={replayed} />}
          </div>
          {critique && <Critique critique={critique} />}
        </div>
      </details>
    </li>
  );
}

function Critique({ critique }: { critique: TurnCritique }) {
  const { said } = critique;
  return (
    <section aria-label="Critique" className="grid gap-1 rounded-lg border border-line px-3 py-2">
      <h3 className="text-muted text-xs">Critique of the answer</h3>
      {said ? (
        <>
          <p className="wrap-anywhere">
            <span className="tabular-nums">{said.score.toFixed(2)}</span>
            {said.feedback !== "" && ` · ${said.feedback}`}
          </p>
          {said.issues.length > 0 && (
            <ul className="list-disc pl-5">
              {said.issues.map((issue) => (
                <li key={issue} className="wrap-anywhere">
                  {issue}
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <p className="text-muted">{describeUnscored(critique)}</p>
      )}
    </section>
  );
}

function Side({ title, side: { text, calls, answer } }: { title: string; side: TurnSide }) {
  return (
    <section
      aria-label={title}
      className="grid min-w-0 content-start gap-1 rounded-lg border border-line px-3 py-2"
    >
      <h3 className="text-muted text-xs">{title}</h3>
      {text !== "" && text !== answer && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
      {calls.map(({ tool, args }) => (
        <p key={`${tool} ${JSON.stringify(args)}`} className="wrap-anywhere font-mono text-xs">
          {tool} {JSON.stringify(args)}
        </p>
      ))}
      {answer !== undefined && (
        <p className="wrap-anywhere whitespace-pre-wrap">
          {typeof answer === "string" ? answer : JSON.stringify(answer, null, 2)}
        </p>
      )}
    </section>
  );
}
