"use client";

import { useStoredText } from "@/lib/client/use-stored-text";
import type { Tone } from "@/lib/core/describe/looks/run";
import type { RunState, SummaryState } from "@/lib/core/run/state";
import { TONE_TEXT } from "../../status";
import { Card } from "../../ui/card";
import { Markdown } from "../../ui/markdown";
import { Progress } from "../../ui/progress";
import { RelativeTime } from "../../ui/relative-time";

/** How good each answer is, why, what it rests on, and where that led; the newest first, earlier ones with their text. */
export function Summaries({ runId, summaries }: Pick<RunState, "runId" | "summaries">) {
  return summaries
    .toReversed()
    .map((summary, index) => (
      <SummaryCard
        key={`${summary.iteration}-${summary.at}`}
        runId={runId}
        summary={summary}
        isEarlier={index > 0}
      />
    ));
}

type SummaryCardProps = { runId: string; summary: SummaryState; isEarlier: boolean };

function SummaryCard({ runId, summary, isEarlier }: SummaryCardProps) {
  const { iteration, planVersion, qualityScore, qualityReasoning, replanReason, usedEvidence, at } = summary;
  const { outcome: achieved } = summary;
  const title = iteration === 0 ? "Answer quality" : `Answer quality after iteration ${iteration}`;
  const percent = Math.round(qualityScore * 100);
  const outcome = routeSentence(summary);
  return (
    <Card
      title={title}
      aside={
        <>
          plan v{planVersion} · <RelativeTime at={at} />
        </>
      }
    >
      <div className="grid gap-3">
        {achieved !== undefined && <p className="font-medium">{achieved}</p>}
        <div className="grid max-w-xs gap-1.5">
          <p className="font-medium">Quality {percent} of 100</p>
          <Progress label={`Quality of the answer, ${title}`} value={percent} max={100} />
        </div>
        {qualityReasoning !== "" && <p>{qualityReasoning}</p>}
        {replanReason !== "" && (
          <p>
            <span className="text-muted">Missing: </span>
            {replanReason}
          </p>
        )}
        {usedEvidence.length > 0 && (
          <div>
            <h3 className="text-muted text-xs">Based on</h3>
            <ul className="mt-1 flex flex-wrap gap-1.5">
              {[...new Set(usedEvidence)].map((evidence) => (
                <li key={evidence} className="rounded-md border border-line px-1.5 py-0.5 font-mono text-xs">
                  {evidence}
                </li>
              ))}
            </ul>
          </div>
        )}
        {outcome && <p className={`font-medium ${TONE_TEXT[outcome.tone]}`}>{outcome.words}</p>}
        {isEarlier && <EarlierAnswer runId={runId} summary={summary} />}
      </div>
    </Card>
  );
}

/** The answer as it stood before the next iteration, closed until somebody wants it. */
function EarlierAnswer({ runId, summary }: Omit<SummaryCardProps, "isEarlier">) {
  const text = useStoredText(runId, summary.finalAnswer);
  return (
    <details>
      <summary className="cursor-pointer font-medium">Earlier answer</summary>
      <div className="mt-2 rounded-lg border border-line bg-ground px-3 py-2">
        <Markdown text={text ?? ""} />
      </div>
    </details>
  );
}

/** Where a summary led, in a sentence; undefined until that is decided. */
export function routeSentence({
  route,
  replanReason,
}: Pick<SummaryState, "route" | "replanReason">): { words: string; tone: Tone } | undefined {
  if (!route) return undefined;
  const { decision, needReplan, iteration, limit, limitReached, repeated } = route;
  if (decision === "iterate") {
    return { words: `↻ Iteration ${iteration + 1} of ${limit} fills the gaps`, tone: "retry" };
  }
  if (repeated) {
    return { words: "△ Incomplete: the last iteration did not add what was missing", tone: "amber" };
  }
  if (limitReached) {
    const used = limit === 0 ? "iterations are off" : `all ${limit} iterations are used`;
    return { words: `△ Incomplete, but ${used}`, tone: "amber" };
  }
  if (needReplan) return { words: "△ Incomplete; the run finished with the results so far", tone: "amber" };
  if (replanReason !== "") return { words: "No further tasks were asked for", tone: "plain" };
  return { words: "✓ Nothing is missing", tone: "plain" };
}
