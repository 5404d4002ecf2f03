"use client";

import { type ReactNode, useMemo } from "react";
import { byRoute, useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import type { CommentsView, RoundView } from "@/lib/core/comments/view";
import { MAX_ROUND_COMMENTS } from "@/lib/core/comments/words";
import { formatCounted } from "@/lib/core/describe/amounts";
import { diffLines } from "@/lib/core/describe/plans/plan-diff";
import { diffPlans } from "@/lib/core/plan/compare/diff";
import type { PlanPatch } from "@/lib/core/plan/stored";
import type { RunEvent } from "@/lib/core/run/events";
import { currentPlan, offeredPlan } from "@/lib/core/run/offered-plan";
import type { RunState } from "@/lib/core/run/state";
import { usePlanChanges } from "../approvals/context/changes/plan-changes";
import { NotLoaded } from "../approvals/context/context-loaded";
import { ForgoneNote } from "../approvals/lazy-forgone-note";
import { DiffLines } from "../plans/diff-lines";
import { useKept } from "../ui/behavior/use-kept";
import { Button } from "../ui/button";
import { Problem } from "../ui/problem";
import { Skeleton } from "../ui/skeleton";
import { openComments } from "./use-comments";

type RoundChangesProps = {
  state: RunState;
  /** Those that the page has read: earlier proposals are among them. */
  events: readonly RunEvent[];
  round: RoundView;
  /** The version in force; at a past moment the one that was. */
  planVersion: number;
  isPast: boolean;
};

/** What the version that answers a round changed, before what it says of each comment; nothing while there is none. */
export function RoundChanges({ state, events, round, planVersion, isPast }: RoundChangesProps) {
  const { answeredVersion, sentVersion } = round;
  if (answeredVersion === null) return null;
  if (answeredVersion <= planVersion)
    return (
      <AdoptedChanges
        runId={state.runId}
        round={round}
        sentVersion={sentVersion}
        answeredVersion={answeredVersion}
      />
    );
  return !isPast && state.offered?.version === answeredVersion ? (
    <OfferedChanges state={state} events={events} round={round} />
  ) : null;
}

type AdoptedChangesProps = { runId: string; round: RoundView; sentVersion: number; answeredVersion: number };

function AdoptedChanges({ runId, round, sentVersion, answeredVersion }: AdoptedChangesProps) {
  const { changes, isAwaited, isMissing, isFetching, load } = usePlanChanges(
    runId,
    answeredVersion,
    sentVersion,
  );
  return (
    <Changes round={round} since={`v${sentVersion}`}>
      {isAwaited && <Skeleton className="h-4 w-2/3" />}
      {isMissing && <NotLoaded what="what changed in the plan" isFetching={isFetching} load={load} />}
      {changes && <DiffLines lines={changes.lines} />}
    </Changes>
  );
}

/** A change that is written again is held against the one that people commented on, if there was one. */
function OfferedChanges({ state, events, round }: Omit<RoundChangesProps, "planVersion" | "isPast">) {
  const { before, lines } = useMemo(() => {
    const patch = rewrittenOffer(events);
    const before = patch && offeredPlan(state, patch);
    const after = offeredPlan(state);
    return { before, lines: after ? diffLines(diffPlans(before ?? currentPlan(state), after)) : [] };
  }, [state, events]);
  return (
    <Changes round={round} since={before ? "the last proposal" : `v${state.planVersion}`}>
      <DiffLines lines={lines} />
    </Changes>
  );
}

/** What was proposed before people had it written again, if the last proposal came of that. */
function rewrittenOffer(events: readonly RunEvent[]): PlanPatch | undefined {
  let last: PlanPatch | undefined;
  let before: PlanPatch | undefined;
  for (const { type, payload } of events) {
    if (type === "plan_version_offered") last = payload.patch;
    else if (type === "plan_version_declined") before = payload.again ? last : undefined;
    else if (type === "plan_version_adopted") before = undefined;
  }
  return before;
}

type ChangesProps = { round: RoundView; since: string; children: ReactNode };

function Changes({ round: { number, comments }, since, children }: ChangesProps) {
  return (
    <section
      aria-label="What the round changed"
      data-testid="round-changes"
      className="grid gap-1 border-line border-b px-4 py-3"
    >
      <h3 className="font-semibold">
        What changed since {since}{" "}
        <span className="font-normal text-muted text-xs">
          round {number}, {formatCounted(comments, "comment", "comments")}
        </span>
      </h3>
      {children}
    </section>
  );
}

/** The open comments that go out together, and what leaves one out or takes it along again. */
export type Chosen = {
  ids: readonly string[];
  isFull: boolean;
  choose(id: string, isChosen: boolean): void;
  reset(): void;
};

/** All open comments, as many as a round takes, but those that a person has left out of this one. */
export function useChosen(runId: string, view: CommentsView | undefined): Chosen {
  const [left, leave] = useKept<string[]>(`left-out/${runId}`, []);
  const open = openComments(view).map(({ commentId }) => commentId);
  const ids = open.filter((id) => !left.includes(id)).slice(0, MAX_ROUND_COMMENTS);
  return {
    ids,
    isFull: ids.length >= MAX_ROUND_COMMENTS,
    choose: (id, isChosen) => leave(isChosen ? left.filter((one) => one !== id) : [...left, id]),
    reset: () => leave([]),
  };
}

type SendRoundProps = { state: RunState; view: CommentsView; chosen: Chosen; onSent(): void };

/** Sends the chosen comments; says why where they cannot go out. */
export function SendRound({ state, view, chosen, onSent }: SendRoundProps) {
  const { runId, planVersion } = state;
  const { sending, wishes } = view;
  const { act, pending, problem } = useAct({
    send: byRoute("POST /api/v1/runs/{id}/comments/round"),
    invalidates: [queryKeys.comments(runId)],
  });
  const open = openComments(view).length;
  if (open === 0 && !problem) return null;
  const count = chosen.ids.length;
  const writers = openComments(view).flatMap(({ commentId, by }) =>
    chosen.ids.includes(commentId) && by.kind === "person" ? [by.id] : [],
  );
  // A replan beyond the limit is asked about, where the run asks.
  const isAsked = sending?.by === "replan" && state.settings.onBudget === "gate";
  const isSpent = wishes.used >= wishes.limit && !isAsked;
  const way = state.offered && sending?.by === "request_changes" ? "rewrite" : (sending?.by ?? "none");
  const send = async () => {
    const reply = await act({ id: runId, commentIds: [...chosen.ids], expectedPlanVersion: planVersion });
    if (!reply) return;
    chosen.reset();
    onSent();
  };
  return (
    <div className="grid shrink-0 gap-1.5 border-line border-t px-4 py-3 max-lg:sticky max-lg:bottom-0 max-lg:bg-[var(--panel-ground,var(--panel))]">
      <Problem problem={problem} />
      {sending !== null && !isSpent && <ForgoneNote state={state} writers={writers} />}
      <Button
        variant="main"
        disabled={sending === null || isSpent || count === 0}
        aria-disabled={pending !== undefined}
        onClick={() => pending === undefined && void send()}
      >
        {pending ? "Sending…" : `Send ${count} ${count === 1 ? "comment" : "comments"} as one revision`}
      </Button>
      <p className="text-muted text-xs">
        {isSpent ? SPENT : SENDING_HELP[way]}
        {!isSpent && sending && count < open && ` ${leftText(open - count)}`}
      </p>
    </div>
  );
}

const leftText = (count: number): string =>
  count === 1 ? "1 comment stays open." : `${count} comments stay open.`;

const SPENT = "All revisions of this run are used. You can still edit the plan yourself.";
const SENDING_HELP = {
  request_changes: "The planner writes the next version of the draft.",
  replan: "What is left of the plan is replaced.",
  rewrite: "The change is written again.",
  none: "Comments can be sent while the plan, or a change of it, waits for approval, and while it runs.",
} as const;
