"use client";

import { textsOfAttempt } from "@/lib/client/live-text";
import { useLiveTexts } from "@/lib/client/use-live-run";

type LiveTextProps = { runId: string; taskId: string; attempt: number };

/** What a model is writing for the task at this moment. Not announced: it would never be quiet. */
export function LiveText({ runId, taskId, attempt }: LiveTextProps) {
  const texts = textsOfAttempt(useLiveTexts(runId), taskId, attempt).filter(({ text }) => text !== "");
  return texts.map(({ streamId, role, step, text, done }) => (
    <section
      key={streamId}
      aria-label={liveTitle(role, step ?? 1)}
      className="grid gap-1 border-run border-l-2 px-4 py-3"
    >
      <p className="flex justify-between gap-3 text-run text-xs">
        <span>
          <span aria-hidden="true">◐ </span>
          {liveTitle(role, step)}
        </span>
        <span>{done ? "read, then stored" : "live"}</span>
      </p>
      <p className="whitespace-pre-wrap">{text}</p>
    </section>
  ));
}

function liveTitle(role: string, step: number | undefined): string {
  if (role === "trajectory_summarizer") return "The first steps, being summarised";
  if (role === "critique") return "A critic’s word on the answer, being written";
  return step === undefined ? "Being written" : `Step ${step}, being written`;
}
