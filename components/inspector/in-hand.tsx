"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useMemo, useState } from "react";
import { releaseChanges } from "@/lib/core/describe/gates/release";
import { describeRisk } from "@/lib/core/describe/gates/risk";
import { actsInHand, type InHand, inHand } from "@/lib/core/run/gates/in-hand";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { type ReadSoFar, UnreadNote, useReading } from "../approvals/context/unread";
import { ConfirmStep } from "../approvals/decide/confirm-step";
import { PanelSkeleton } from "../ui/skeleton";

const ActsInHand = dynamic(() => import("../approvals/gate-panel").then((room) => room.ActsInHand), {
  loading: PanelSkeleton,
});

type Place = { state: RunState; task: TaskState };

/** What a person lets act with their own hand: what names it, how much of it acts, and how far it was read. */
type HandRead = {
  digest: string | undefined;
  acts: ReturnType<typeof actsInHand>;
  isUnread: boolean;
  /** All of it, and what of it has changed while it was read. */
  shown: ReactNode;
  /** Leads to what is out of view. */
  note: ReactNode;
};

/** The hand of a command that lets nothing act. */
export const NOTHING_IN_HAND: HandRead = {
  digest: undefined,
  acts: [],
  isUnread: false,
  shown: null,
  note: null,
};

const READ = ["release", "given"];

/** For the forms of commands: what comes free by them is read there, as it is at a gate (docs/engine.md, "Commands"). */
export function useInHand({ state, task }: Place): HandRead {
  const hand = useMemo(() => inHand(state, task), [state, task]);
  const acts = useMemo(() => (hand ? actsInHand(state, task) : []), [hand, state, task]);
  const changes = useChanges(task.id, hand);
  const reading = useReading(acts.length > 0 ? READ : [], hand?.digest ?? "");
  const isUnread = !reading.isRead;
  return {
    digest: hand?.digest,
    acts,
    isUnread,
    shown:
      acts.length + changes.length > 0 &&
      reading.scope(<ActsInHand state={state} task={task} acts={acts} changes={changes} />),
    note: unreadNote(reading),
  };
}

const unreadNote = ({ isRead, next }: ReadSoFar) => !isRead && next && <UnreadNote way={next} />;

/**
 * The difference from what was shown first, as sentences. A question that is asked again has another digest once more, and
 * that takes none of them away.
 */
function useChanges(taskId: string, hand: InHand | undefined): string[] {
  const [first, setFirst] = useState({ taskId, hand });
  if (first.taskId !== taskId || (!first.hand && hand)) setFirst({ taskId, hand });
  const before = first.taskId === taskId ? first.hand : undefined;
  return useMemo(() => (before && hand ? releaseChanges(before.release, hand.release) : []), [before, hand]);
}

/** What names what was shown of what the command lets act. */
export const seenOf = ({ digest }: HandRead) => (digest === undefined ? {} : { digest });

type Steps = { isArmed: boolean; first(): void; confirm(): void; back(): void };

/** What lets something act is sent by a second step, which is for what the first was for. */
export function useTwoSteps({ digest, acts, isUnread }: HandRead, act: () => Promise<void>): Steps {
  const [armedAt, setArmed] = useState<string>();
  const isArmed = armedAt !== undefined && armedAt === digest && !isUnread;
  return {
    isArmed,
    first() {
      if (isUnread) return;
      if (acts.length > 0) setArmed(digest);
      else void act();
    },
    confirm: () => void act().finally(() => setArmed(undefined)),
    back: () => setArmed(undefined),
  };
}

export function ConfirmInHand(props: { hand: HandRead; label: string; busy: boolean; steps: Steps }) {
  const { hand, label, busy, steps } = props;
  const tasks = hand.acts.flatMap(({ task: { title }, tools, feeds }) =>
    feeds ? [] : [{ title, tools: [...tools] }],
  );
  return (
    <ConfirmStep
      risk={describeRisk({ code: "starts_changes", tasks })}
      confirmLabel={label}
      pending={busy}
      onConfirm={steps.confirm}
      onBack={steps.back}
    />
  );
}
