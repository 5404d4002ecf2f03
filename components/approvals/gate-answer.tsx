"use client";

import { useId, useState, useTransition } from "react";
import type { ApprovalState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { Problem, type ProblemFacts } from "../ui/problem";
import { type EditedValue, editableText, readEdited } from "./edited-value";
import type { DecideApproval } from "./types";
import { verbWord } from "./words";

type GateAnswerProps = { gate: ApprovalState; decide: DecideApproval };

const FIELD = "w-full rounded-lg border border-edge bg-panel px-3 py-2";

/** The comment, the verbs, and an editor for what is shown when the verb is `edit`. */
export function GateAnswer({ gate, decide }: GateAnswerProps) {
  const id = useId();
  const { approvalId, digest, shown, verbs } = gate;
  const [comment, setComment] = useState("");
  const [edited, setEdited] = useState<string>();
  const [asked, setAsked] = useState<string>();
  const [problem, setProblem] = useState<ProblemFacts>();
  const [pending, startTransition] = useTransition();

  const valueFor = (verb: string): EditedValue => {
    if (verb === "respond") return { value: comment };
    return verb === "edit" ? readEdited(shown, edited ?? "") : {};
  };
  const send = (verb: string) => {
    if (verb === "edit" && edited === undefined) return setEdited(editableText(shown));
    const read = valueFor(verb);
    if (read.problem !== undefined) return setProblem({ message: read.problem, issues: [] });
    setAsked(verb);
    startTransition(async () => {
      const outcome = await decide({
        approvalId,
        digest,
        verb,
        comment,
        key: crypto.randomUUID(),
        value: read.value,
      });
      setProblem(outcome.problem);
    });
  };

  return (
    <>
      {edited !== undefined && (
        <div className="grid gap-1">
          <label htmlFor={`${id}-value`} className="font-medium text-xs">
            Edited value
          </label>
          <textarea
            id={`${id}-value`}
            rows={8}
            value={edited}
            onChange={(event) => setEdited(event.target.value)}
            className={`${FIELD} font-mono text-xs`}
          />
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
          className={FIELD}
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
            {pending && asked === verb
              ? "Sending…"
              : verb === "edit" && edited !== undefined
                ? "Send edited"
                : verbWord(verb)}
          </Button>
        ))}
      </div>
    </>
  );
}
