"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { byRoute, useAct } from "@/lib/client/mutation";
import { marksQuery, queryKeys } from "@/lib/client/query";
import { ANSWER_SUBJECT, MAX_MARK_NOTE_CHARS, type MarkVerdict, reviewSubject } from "@/lib/core/marks";
import type { MarkView } from "@/lib/core/views";
import { PromoteButton } from "../../library/promote-button";
import { Button } from "../../ui/button";
import { Nothing } from "../../ui/nothing";
import { Problem } from "../../ui/problem";
import { RelativeTime } from "../../ui/relative-time";

const WordsForm = dynamic(() => import("../../ui/words-form").then((room) => room.WordsForm), {
  loading: Nothing,
});

type Marked = { kind: "answer" } | { kind: "decision"; taskId: string; attempt: number };

const LABELS: Record<MarkVerdict, { icon: string; label: string }> = {
  right: { icon: "✓", label: "Right" },
  wrong: { icon: "✕", label: "Wrong" },
};

/** Whether the answer or the decision was right, as people say afterwards: it changes nothing in the run. */
export function Mark({ runId, marked }: { runId: string; marked: Marked }) {
  const { data } = useQuery(marksQuery(runId));
  const { pending, problem, act } = useAct({
    send: byRoute("POST /api/v1/runs/{id}/marks"),
    invalidates: [queryKeys.marks(runId)],
  });
  const [noteOpen, setNoteOpen] = useState(false);
  const subject = marked.kind === "answer" ? ANSWER_SUBJECT : reviewSubject(marked.taskId, marked.attempt);
  const marks = data?.items.filter((one) => one.subject === subject) ?? [];
  const own = marks.find((one) => one.own);
  const say = (verdict: MarkVerdict, note: string) =>
    act(
      marked.kind === "answer"
        ? { kind: "answer", id: runId, verdict, note }
        : { kind: "decision", id: runId, taskId: marked.taskId, verdict, note },
    );
  const saveNote = async (note: string) => {
    return own !== undefined && (await say(own.verdict, note)) !== undefined;
  };
  return (
    <div className="grid gap-2 text-xs" data-testid="mark">
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="float-left mr-2 text-muted">{`Was this ${marked.kind} right?`}</legend>
        {(["right", "wrong"] as const).map((verdict) => (
          <Button
            key={verdict}
            size="small"
            aria-pressed={own?.verdict === verdict}
            className="aria-pressed:border-ink"
            disabled={pending !== undefined}
            // A note says why of one verdict: of the other it would say the opposite.
            onClick={() => say(verdict, own?.verdict === verdict ? own.note : "")}
          >
            <span aria-hidden="true">{LABELS[verdict].icon}</span>
            {LABELS[verdict].label}
          </Button>
        ))}
        {own && !noteOpen && (
          <Button size="small" variant="quiet" onClick={() => setNoteOpen(true)}>
            {own.note === "" ? "Add note" : "Change note"}
          </Button>
        )}
        {own?.verdict === "right" && marked.kind === "answer" && (
          <PromoteButton size="small" variant="quiet" from={{ runId }}>
            Promote to example
          </PromoteButton>
        )}
      </fieldset>
      {own && noteOpen && (
        <WordsForm
          label="Note"
          help="What was right or wrong about it. Evaluations keep it with the mark."
          text={own.note}
          keptAs={`mark/${runId}/${subject}`}
          maxLength={MAX_MARK_NOTE_CHARS}
          busy={pending !== undefined}
          isRequired={false}
          onSave={saveNote}
          onClose={() => setNoteOpen(false)}
        />
      )}
      <Problem problem={problem} />
      {marks.map((one) => (
        <MarkLine key={`${one.by.kind}-${one.at}`} mark={one} />
      ))}
    </div>
  );
}

function MarkLine({ mark: { verdict, note, by, at } }: { mark: MarkView }) {
  const { icon, label } = LABELS[verdict];
  return (
    <p className="text-muted">
      <span className="font-medium text-ink">
        <span aria-hidden="true">{icon} </span>
        {label}
      </span>
      {`, says ${by.kind === "person" ? by.name : by.kind}, `}
      <RelativeTime at={at} />
      {note !== "" && <q className="ml-1 whitespace-pre-wrap text-ink">{note}</q>}
    </p>
  );
}
