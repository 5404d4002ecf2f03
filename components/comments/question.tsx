"use client";

import { byRoute, useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import type { QuestionView } from "@/lib/core/comments/view";
import { SIMULATED_MODELS } from "@/lib/core/cost/purpose";
import { formatExactDuration } from "@/lib/core/describe/amounts";
import { formatQuestionFailure } from "@/lib/core/describe/comments";
import { Button } from "../ui/button";
import { Money } from "../ui/money";
import { Problem } from "../ui/problem";
import { StatusLabel } from "../ui/status-label";
import { Words } from "./words";

type QuestionProps = {
  runId: string;
  question: QuestionView;
  /** Its words are those that open the thread. */
  isHead: boolean;
};

/** A question in a thread, and what a model answered, by its name, with what that took. */
export function Question({ runId, question, isHead }: QuestionProps) {
  const { questionId, text, by, own, at, status, planVersion, answer, failure } = question;
  const { act, pending, problem } = useAct({
    send: byRoute("POST /api/v1/questions/{id}/retry"),
    invalidates: [queryKeys.comments(runId)],
  });
  const label = pending ? "Asking…" : "Ask again";
  return (
    <div className="grid gap-1" data-question={status}>
      {!isHead && <Words by={by} own={own} text={text} at={at} />}
      <div aria-live="polite" className="border-line border-l-2 pl-2 empty:hidden">
        {(status === "waiting" || status === "asking") && (
          <p className="text-muted text-xs">Asking a model…</p>
        )}
        {answer && (
          <>
            <p className="wrap-anywhere whitespace-pre-wrap">
              <span className="wrap-anywhere font-mono text-xs">{answer.model}</span> {answer.text}
            </p>
            <p className="text-muted text-xs">
              Model’s answer on v{planVersion} · <Money usd={answer.costUsd} />
              {answer.model.startsWith(SIMULATED_MODELS) && " simulated"} ·{" "}
              {formatExactDuration(answer.latencyMs)}
            </p>
          </>
        )}
        {failure && (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <StatusLabel status={{ icon: "✕", tone: "bad", word: "No answer" }} className="font-medium" />
            <Button
              size="small"
              disabled={pending !== undefined}
              aria-label={`${label}: ${text}`}
              onClick={() => void act({ id: questionId })}
            >
              {label}
            </Button>
            <p className="w-full text-muted text-xs">{formatQuestionFailure(failure)}</p>
          </div>
        )}
      </div>
      <Problem problem={problem} />
    </div>
  );
}
