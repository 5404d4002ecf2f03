"use client";

import { useId, useState, useTransition } from "react";
import { durationText } from "@/lib/client/format";
import { gateTitle } from "@/lib/client/headline";
import { useNow } from "@/lib/client/use-now";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { Problem, type ProblemFacts } from "../ui/problem";
import type { DecideApproval } from "./types";
import { KIND_WORDS, verbWord } from "./words";

type GateCardProps = { state: RunState; gate: ApprovalState; decide: DecideApproval };

/** An open gate: what is asked, what it is about, a comment, and the verbs it allows and no others. */
export function GateCard({ state, gate, decide }: GateCardProps) {
  const id = useId();
  const [comment, setComment] = useState("");
  const [asked, setAsked] = useState<string>();
  const [problem, setProblem] = useState<ProblemFacts>();
  const [pending, startTransition] = useTransition();
  const { approvalId, digest, verbs } = gate;
  const send = (verb: string) => {
    setAsked(verb);
    startTransition(async () => {
      const outcome = await decide({ approvalId, digest, verb, comment, key: crypto.randomUUID() });
      setProblem(outcome.problem);
    });
  };
  return (
    <section
      aria-labelledby={`${id}-title`}
      data-gate={approvalId}
      className="grid gap-3 rounded-xl border-2 border-person bg-person-soft p-4 shadow-card"
    >
      <div>
        <p className="text-muted text-xs">
          {KIND_WORDS[gate.kind]} · plan v{gate.planVersion}
        </p>
        <h2 id={`${id}-title`} className="font-semibold text-base text-person">
          <span aria-hidden="true">◈ </span>
          {gateTitle(state, gate)}
        </h2>
        <Deadline gate={gate} />
      </div>
      <p className="max-h-60 overflow-y-auto whitespace-pre-wrap">{gate.prompt}</p>
      {gate.shown && (
        <div>
          <h3 className="font-medium text-muted text-xs">What it is about</h3>
          <p className="mt-1 max-h-60 overflow-y-auto whitespace-pre-wrap rounded-lg border border-line bg-panel p-2 font-mono text-xs">
            {shownText(gate)}
          </p>
        </div>
      )}
      <div className="grid gap-1">
        <label htmlFor={`${id}-comment`} className="font-medium text-xs">
          Comment (passed on with your decision)
        </label>
        <textarea
          id={`${id}-comment`}
          rows={2}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          className="w-full rounded-lg border border-edge bg-panel px-3 py-2"
        />
      </div>
      <Problem problem={problem} />
      <div className="flex flex-wrap gap-2">
        {verbs.map((verb, place) => (
          <Button
            key={verb}
            look={place === 0 ? "person" : "plain"}
            className="grow"
            disabled={pending}
            onClick={() => send(verb)}
          >
            {pending && asked === verb ? "Sending…" : verbWord(verb)}
          </Button>
        ))}
      </div>
    </section>
  );
}

function Deadline({ gate }: { gate: ApprovalState }) {
  const now = useNow(gate.deadlineAt !== undefined);
  if (gate.deadlineAt === undefined || now === undefined) return null;
  const left = Math.max(0, gate.deadlineAt - now);
  return (
    <p className="text-muted text-xs">
      Answer within {durationText(left)}, then: {verbWord(gate.onTimeout ?? "reject").toLowerCase()}.
    </p>
  );
}

function shownText({ shown }: ApprovalState): string {
  if (!shown) return "";
  if (!("inline" in shown)) return shown.preview;
  return typeof shown.inline === "string" ? shown.inline : JSON.stringify(shown.inline, null, 2);
}
