"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { byRoute, useAct } from "@/lib/client/mutation";
import { meQuery, peopleQuery } from "@/lib/client/people-queries";
import { queryKeys } from "@/lib/client/query";
import { describeLapsed } from "@/lib/core/describe/gates/agreement-words";
import {
  ADD_SOMEBODY,
  describeAbsent,
  describeStuck,
  describeWayBack,
} from "@/lib/core/describe/gates/stuck";
import type { Answerer } from "@/lib/core/people";
import { isTakenBack } from "@/lib/core/run/controls/forgone";
import { sayTermsAt } from "@/lib/core/run/controls/release/leave";
import { stuckGate, type Unpassable, votesThatCount } from "@/lib/core/run/gates/passable";
import { authorsOf, isAssigned } from "@/lib/core/run/gates/rules";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";
import { LiveInput } from "../ui/live";
import { Problem } from "../ui/problem";
import { SeenText } from "../ui/seen-text";
import { isBound } from "./use-stuck";

/**
 * Says of an open gate which approvals count no longer, whom it asks who is not here, and that nobody is left who could let
 * it pass, and why; who may hands it on there.
 */
export function StuckNote({ state, gate }: { state: RunState; gate: ApprovalState }) {
  const { data: people } = useQuery({ ...peopleQuery(), enabled: isBound(gate) });
  if (!people) return null;
  const known = { people: people.items, authors: authorsOf(state).map(({ id }) => id) };
  const counted = votesThatCount(gate, known, (verb) => sayTermsAt(state, gate, verb));
  const lapsed = (gate.votes ?? []).filter((vote) => !counted.includes(vote)).map(({ by }) => by);
  const stuck = stuckGate(gate, known);
  const absent = stuck ? undefined : describeAbsent(gate, people);
  if (!stuck && lapsed.length === 0 && absent === undefined) return null;
  const wayBack = stuck && isTakenBack(state, gate, people.items) ? describeWayBack(state) : undefined;
  return (
    <div data-stuck={stuck ? "" : undefined} className="grid gap-2 px-4 pb-3">
      {lapsed.length > 0 && <Warning text={describeLapsed(lapsed)} />}
      {absent !== undefined && <Warning text={absent} />}
      {stuck && <Warning text={describeStuck(stuck, people, gate.openedAt)} />}
      {wayBack !== undefined && <p className="text-muted text-xs">{wayBack}</p>}
      {stuck && <HandOn gate={gate} stuck={stuck} />}
    </div>
  );
}

const Warning = ({ text }: { text: string }) => (
  <p role="status" className="wrap-anywhere text-amber">
    <span aria-hidden="true">▲ </span>
    <SeenText text={text} />
  </p>
);

type HandOnProps = { gate: ApprovalState; stuck: Unpassable };

/** Who may hand the gate on does it there; everyone else reads who may. */
function HandOn({ gate, stuck }: HandOnProps) {
  const { data: me } = useQuery(meQuery());
  const [isOpen, setOpen] = useState(false);
  if (!me) return null;
  const isAllowed = me.capabilities.includes("review") && me.capabilities.includes("admin");
  const choices = choicesFor(me, { gate, stuck });
  if (gate.assignees.length === 0 || choices.length === 0)
    return <p className="text-muted text-xs">{ADD_SOMEBODY}</p>;
  if (!isAllowed)
    return (
      <p className="text-muted text-xs">
        Somebody with the rights to review and to administer the workspace can hand it on to others.
      </p>
    );
  if (isOpen) {
    const isAsked = isAssigned(gate.assignees, me);
    return <HandOnForm gate={gate} choices={choices} isAsked={isAsked} onClose={() => setOpen(false)} />;
  }
  return (
    <div>
      <Button size="small" onClick={() => setOpen(true)}>
        Hand on…
      </Button>
    </div>
  );
}

/** Whom somebody may hand it on to: to nobody who can answer it already, nor to themselves. */
function choicesFor(me: Answerer, { gate, stuck }: HandOnProps): string[] {
  const isOwn = (one: string) => one === me.id || (me.names ?? [me.name]).includes(one);
  const isThere = (one: string) => gate.assignees.includes(one) || stuck.able.includes(one);
  return stuck.choices.filter((one) => !isThere(one) && !isOwn(one));
}

type HandOnFormProps = {
  gate: Pick<ApprovalState, "approvalId">;
  /** Names and roles that are here and not asked yet. */
  choices: readonly string[];
  /** The one who hands it on may answer it themselves. */
  isAsked: boolean;
  onClose(): void;
};

/** To whom a gate is handed on, and why. */
function HandOnForm({ gate, choices, isAsked, onClose }: HandOnFormProps) {
  const [to, setTo] = useState<readonly string[]>([]);
  const [reason, setReason] = useState("");
  const { act, pending, problem } = useAct({
    send: byRoute("POST /api/v1/approvals/{id}/hand-on"),
    invalidates: [queryKeys.approvals],
    shows: () => false,
  });
  const isReady = to.length > 0 && reason.trim() !== "" && pending === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) void act({ id: gate.approvalId, to: [...to], reason });
  };
  return (
    <form aria-label="Hand on" onSubmit={submit} className="grid gap-3 rounded-lg border border-line p-3">
      <fieldset className="grid gap-1.5">
        <legend className="mb-1 font-medium">Who may answer as well</legend>
        {choices.map((one) => (
          <label key={one} className="wrap-anywhere flex gap-2.5">
            <LiveInput
              type="checkbox"
              className="mt-1 size-4 shrink-0 accent-ink"
              checked={to.includes(one)}
              onChange={({ target }) =>
                setTo(target.checked ? [...to, one] : to.filter((other) => other !== one))
              }
            />
            <SeenText text={one} />
          </label>
        ))}
      </fieldset>
      <Field
        label="Reason"
        help={`The terms of the gate stay as they are. ${isAsked ? "Both are" : "You do not become one who may answer. Both are"} recorded with your name.`}
      >
        {(wiring) => (
          <TextArea {...wiring} rows={2} value={reason} onChange={({ target }) => setReason(target.value)} />
        )}
      </Field>
      {problem && <Problem problem={problem} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" disabled={!isReady}>
          {pending === undefined ? "Hand on" : "Handing on…"}
        </Button>
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  );
}
