"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { approvalsQuery } from "@/lib/client/query";
import { listedQuestion } from "@/lib/core/describe/gates/listed-question";
import type { ApprovalView } from "@/lib/core/views";
import { MY_GATES } from "../shell/live-filters";
import { isInOverlay, isTyping } from "../ui/behavior/is-typing";
import { actOf, INBOX_KEYS, keyOf } from "../ui/behavior/shortcuts";
import { ButtonLink } from "../ui/button";
import { gateHref } from "./gate-href";

/** The open gate to go to once this one is answered; `left`: how many open gates there are with it. */
export type NextGate = { id: string; question: string; left: number };

/** The way to the next gate, with what it asks. */
export function NextGateRow({ next, children }: { next: Omit<NextGate, "id">; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-3">
      {children}
      <span className="min-w-0 grow basis-40 text-muted text-xs">
        <span className="line-clamp-1">{next.question}</span>
        {next.left} open
      </span>
    </div>
  );
}

/** On the page of a run that asks nothing any more: the oldest gate of another run for the person who looks, or nothing. */
export function NextGateOfOthers({ runId }: { runId: string }) {
  const { data } = useQuery(approvalsQuery(MY_GATES));
  const others = (data?.items ?? []).filter((gate) => gate.runId !== runId);
  const [next] = others;
  return next ? <NextGateBar next={next} left={others.length} /> : null;
}

function NextGateBar({ next, left }: { next: ApprovalView; left: number }) {
  const bar = useRef<HTMLElement>(null);
  const router = useRouter();
  const href = gateHref(next);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (actOf(INBOX_KEYS, event) !== "nextGate" || event.defaultPrevented || isTyping(target)) return;
      const sheet = bar.current?.closest("[role=dialog]");
      if (isInOverlay(target) && !(target instanceof Node && sheet?.contains(target))) return;
      event.preventDefault();
      router.push(href);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [href, router]);
  return (
    <section
      ref={bar}
      aria-label="Next gate"
      className="shrink-0 border-line border-t bg-[var(--panel-ground,var(--panel))]"
    >
      <NextGateRow next={{ question: listedQuestion(next), left }}>
        <ButtonLink
          variant="main"
          href={href}
          aria-keyshortcuts={keyOf(INBOX_KEYS, "nextGate")}
          data-act="Next gate"
        >
          Next gate
        </ButtonLink>
      </NextGateRow>
    </section>
  );
}
