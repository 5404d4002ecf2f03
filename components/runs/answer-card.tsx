"use client";

import { useFullAnswer } from "@/lib/client/use-full-answer";
import type { RunState } from "@/lib/core/run/state";
import { Card } from "../ui/card";

/** The answer as it was written; it is text, never markup. */
export function AnswerCard({ state }: { state: RunState }) {
  const text = useFullAnswer(state);
  if (text === undefined) return null;
  return (
    <Card title="Answer">
      <div className="max-h-[32rem] overflow-y-auto whitespace-pre-wrap" data-testid="answer">
        {text}
      </div>
    </Card>
  );
}
