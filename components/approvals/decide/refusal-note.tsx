"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef } from "react";
import { Nothing } from "../../ui/nothing";
import type { Refusal } from "./send-decision";

/** What a reply says in addition to its message. That a server cannot be reached is said without asking it for more code. */
const DecidedFirst = dynamic(() => import("./refusal-details").then((room) => room.DecidedFirst), {
  loading: Nothing,
});
const RefusalDetails = dynamic(() => import("./refusal-details").then((room) => room.RefusalDetails), {
  loading: Nothing,
});

/** Why an answer was not taken; who was first is shown as news, not as an error. */
export function RefusalNote({ refusal }: { refusal: Refusal | undefined }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal) note.current?.scrollIntoView?.({ block: "nearest" });
  }, [refusal]);
  return (
    // The buttons below it may lie over its end.
    <div ref={note} role="alert" className="scroll-mb-36 empty:hidden">
      {refusal &&
        (refusal.decided ? <DecidedFirst decided={refusal.decided} /> : <Refused refusal={refusal} />)}
    </div>
  );
}

function Refused({ refusal }: { refusal: Refusal }) {
  const { code, message, issues, changed } = refusal;
  const tail = code === "invalid_plan" && issues.length > 0;
  return (
    <div className="rounded-lg border border-bad px-3 py-2 text-bad">
      <p>
        <span aria-hidden="true">✕ </span>
        {tail ? "Not decided: the new tail is invalid." : message}
      </p>
      {(issues.length > 0 || changed) && <RefusalDetails refusal={refusal} />}
    </div>
  );
}
