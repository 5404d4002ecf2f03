"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useRef } from "react";
import { approvalsQuery } from "@/lib/client/query";
import { useNow } from "@/lib/client/use-now";
import { listedQuestion } from "@/lib/core/describe/gates/listed-question";
import { taskHref } from "../runs/task-href";
import { MY_GATES } from "../shell/live-filters";
import { isInOverlay, isTyping } from "../ui/behavior/is-typing";
import { actOf, INBOX_KEYS, keyOf } from "../ui/behavior/shortcuts";
import { useKeyDown } from "../ui/behavior/use-key-down";
import { ButtonLink } from "../ui/links/button-link";
import { heldQuery, stillHeld } from "./held-query";

/** The open gate to go to once this one is answered; `left`: how many open gates there are with it. */
export type NextGate = { id: string; question: string; left: number };

type NextGateRowProps = {
  next: Omit<NextGate, "id">;
  /** What of them there are. */
  counted?: "open" | "held";
  children: ReactNode;
};

/** The way to the next gate, with what it asks. */
export function NextGateRow({ next, counted = "open", children }: NextGateRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-3">
      {children}
      <span className="min-w-0 grow basis-40 text-muted text-xs">
        <span className="line-clamp-1">{next.question}</span>
        {next.left} {counted}
      </span>
    </div>
  );
}

/**
 * On the page of a run that asks nothing any more: the oldest gate of another run for the person who looks; where there is
 * none, the next decision that applies by itself; or nothing.
 */
export function NextGateOfOthers({ runId }: { runId: string }) {
  const { data } = useQuery(approvalsQuery(MY_GATES));
  if (!data) return null;
  const others = data.items.filter((gate) => gate.runId !== runId);
  const [next] = others;
  if (next) return <NextGateBar href={taskHref(next)} question={listedQuestion(next)} left={others.length} />;
  return <NextHeld exceptRunId={runId} />;
}

/** Where no gate is left: the way to the next decision that applies by itself, or `children` where none is held. */
export function NextHeld({ exceptRunId, children }: { exceptRunId?: string; children?: ReactNode }) {
  const { data, dataUpdatedAt: readAt } = useQuery(heldQuery());
  const listed = data?.items ?? [];
  const now = useNow(listed.length > 0);
  const held = stillHeld(listed, now, readAt).filter(({ runId }) => runId !== exceptRunId);
  const [first] = held;
  if (!first) return children;
  const { title, decision } = first;
  return <NextGateBar href={taskHref(first)} question={`${title}: ${decision}`} left={held.length} isHeld />;
}

type NextGateBarProps = Omit<NextGate, "id"> & { href: string; isHeld?: boolean };

function NextGateBar({ href, question, left, isHeld = false }: NextGateBarProps) {
  const bar = useRef<HTMLElement>(null);
  const router = useRouter();
  const label = isHeld ? "Next decision" : "Next gate";
  useKeyDown((event) => {
    const { target } = event;
    if (actOf(INBOX_KEYS, event) !== "nextGate" || event.defaultPrevented || isTyping(target)) return;
    const sheet = bar.current?.closest("[role=dialog]");
    if (isInOverlay(target) && !(target instanceof Node && sheet?.contains(target))) return;
    event.preventDefault();
    router.push(href);
  });
  return (
    <section
      ref={bar}
      aria-label={label}
      className="shrink-0 border-line border-t bg-[var(--panel-ground,var(--panel))]"
    >
      <NextGateRow next={{ question, left }} counted={isHeld ? "held" : "open"}>
        <ButtonLink
          variant="main"
          href={href}
          aria-keyshortcuts={keyOf(INBOX_KEYS, "nextGate")}
          data-act={label}
        >
          {label}
        </ButtonLink>
      </NextGateRow>
    </section>
  );
}
