"use client";

import { useRef, useState, useTransition } from "react";
import type { RunState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { Problem, type ProblemFacts } from "../ui/problem";
import type { CommandRun, RunCommand } from "./types";

const PENDING_WORDS: Record<RunCommand, string> = {
  pause: "Pausing…",
  resume: "Resuming…",
  cancel: "Cancelling…",
};

/** Pause, resume, cancel. Cancelling asks once more: it cannot be taken back. */
export function RunControls({ state, command }: { state: RunState; command: CommandRun }) {
  const confirm = useRef<HTMLDialogElement>(null);
  const [asked, setAsked] = useState<RunCommand>();
  const [problem, setProblem] = useState<ProblemFacts>();
  const [pending, startTransition] = useTransition();
  if (state.phase === "ended") return null;
  const send = (type: RunCommand) => {
    confirm.current?.close();
    setAsked(type);
    startTransition(async () => {
      const outcome = await command({ runId: state.runId, type, key: crypto.randomUUID() });
      setProblem(outcome.problem);
    });
  };
  const toggle = state.paused ? "resume" : "pause";
  return (
    <div className="grid justify-items-end gap-2">
      <div className="flex gap-2">
        <Button disabled={pending} onClick={() => send(toggle)}>
          {pending && asked === toggle ? PENDING_WORDS[toggle] : state.paused ? "Resume" : "Pause"}
        </Button>
        <Button look="quiet" disabled={pending} onClick={() => confirm.current?.showModal()}>
          {pending && asked === "cancel" ? PENDING_WORDS.cancel : "Cancel run"}
        </Button>
      </div>
      <Problem problem={problem} />
      <dialog
        ref={confirm}
        aria-labelledby="cancel-question"
        className="m-auto w-96 max-w-[90vw] rounded-xl border border-line bg-panel p-4 text-ink shadow-card"
      >
        <h2 id="cancel-question" className="font-semibold">
          Cancel this run?
        </h2>
        <p className="mt-1 text-muted">
          Running tasks are stopped and open ones are given up. Finished results are kept. This cannot be
          undone.
        </p>
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => confirm.current?.close()}>Keep running</Button>
          <Button look="main" onClick={() => send("cancel")}>
            Cancel the run
          </Button>
        </div>
      </dialog>
    </div>
  );
}
