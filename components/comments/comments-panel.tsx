"use client";

import { X } from "lucide-react";
import { use, useEffect, useRef } from "react";
import { StoppedClock } from "@/lib/client/run-clock";
import type { CommentsView, CommentView } from "@/lib/core/comments/view";
import { formatRound, formatSentRound } from "@/lib/core/describe/comments";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { IconButton } from "../ui/icon-button";
import { LiveButton } from "../ui/live";
import { PanelSkeleton } from "../ui/skeleton";
import { Composer } from "./composer";
import type { PlacedPlan } from "./places";
import { RoundChanges, SendRound, useChosen } from "./round";
import { Thread } from "./thread";
import { isAnswered, useComments } from "./use-comments";

const FILTERS = {
  all: { label: "All", has: () => true },
  open: {
    label: "Open",
    has: (comment) => (comment.status === "open" && !isAnswered(comment)) || comment.status === "sent",
  },
  answered: {
    label: "Answered",
    has: (comment) =>
      ["addressed", "answered", "declined"].includes(comment.status) ||
      (comment.status === "open" && isAnswered(comment)),
  },
  resolved: { label: "Resolved", has: ({ status }) => status === "resolved" },
  stale: { label: "Stale", has: ({ status }) => status === "stale" },
} as const satisfies Record<string, { label: string; has(comment: CommentView): boolean }>;
type Filter = keyof typeof FILTERS;
const FILTER_NAMES = Object.keys(FILTERS) as Filter[];

type CommentsPanelProps = {
  state: RunState;
  events: readonly RunEvent[];
  /** The plan version that is shown in the place of the one in force. */
  version: number | undefined;
  /** That version. */
  shownPlan: PlacedPlan | undefined;
  /** The event after which a past moment is shown. */
  seq: number | undefined;
  taskId: string | undefined;
  /** The comment that the address names. */
  commentId: string | undefined;
  /** Rises when a key asks to write one. */
  asked: number;
  onSelect(taskId: string | undefined): void;
  onOpen(commentId: string | undefined): void;
  onVersion(version: number): void;
  /** Left out where a sheet around it has its own way to close. */
  onClose?: () => void;
};

/** What people say of the plan, what became of it, and the way to send what is open as one revision. */
export function CommentsPanel(props: CommentsPanelProps) {
  const {
    state,
    events,
    version,
    shownPlan,
    seq,
    taskId,
    commentId,
    asked,
    onSelect,
    onOpen,
    onVersion,
    onClose,
  } = props;
  const { data, isError, refetch } = useComments(state, true, version, seq);
  const isPast = use(StoppedClock) !== undefined;
  const [shownKind, showKind] = useUrlParam("threads");
  const filter = FILTER_NAMES.find((name) => name === shownKind) ?? "all";
  const panel = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (asked > 0) area.current?.focus();
  }, [asked]);
  useCommentInAddress(data, commentId, taskId, onSelect);
  const open = (comment: CommentView) => {
    const isOpen = comment.commentId === commentId;
    onOpen(isOpen ? undefined : comment.commentId);
    if (!isOpen && comment.at) onSelect(comment.at.taskId ?? undefined);
  };
  const chosen = useChosen(state.runId, data);
  const choiceOf = ({ commentId: id, status, isQuestion }: CommentView) => {
    if (status !== "open" || isQuestion || !data?.sending) return;
    const isChosen = chosen.ids.includes(id);
    const onChoose = (wanted: boolean) => chosen.choose(id, wanted);
    return { isChosen, onChoose, disabled: !isChosen && chosen.isFull };
  };
  const items = data?.items ?? [];
  const kinds = FILTER_NAMES.map((name) => ({ name, count: items.filter(FILTERS[name].has).length })).filter(
    ({ name, count }) => count > 0 || name === "all" || name === filter,
  );
  const shown = items.filter(FILTERS[filter].has);
  const offeredVersion = state.offered?.version;
  const isKept = (made: number) => made <= state.planVersion || made === offeredVersion;
  const showOn = (comment: CommentView) => {
    onVersion(comment.place.version);
    onOpen(comment.commentId);
  };
  return (
    <div
      ref={panel}
      tabIndex={-1}
      data-testid="comments"
      className="flex min-h-0 flex-col -outline-offset-2 lg:h-full"
    >
      <header className="flex items-start justify-between gap-3 px-4 pt-3 pb-1">
        <div className="grid">
          <h2 className={onClose ? "font-semibold text-base" : "sr-only"}>Comments</h2>
          <p className="min-h-[2lh] text-muted text-xs">
            {isPast
              ? `As they were at this moment. ${data?.round ? formatSentRound(data.round) : "Nothing can be added."}`
              : data && formatRound(data)}
          </p>
        </div>
        {onClose && (
          <IconButton label="Close the comments" className="-mt-1 -mr-2" onClick={onClose}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </header>
      <div className="flex items-center justify-between gap-2 border-line border-b px-2.5 pb-1.5">
        <fieldset className="flex flex-wrap gap-0.5">
          <legend className="sr-only">Show</legend>
          {kinds.map(({ name, count }) => (
            <LiveButton
              key={name}
              aria-pressed={name === filter}
              className="rounded-md px-1.5 py-1 font-medium text-muted text-xs hover:text-ink aria-pressed:bg-ground aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-line"
              onClick={() => showKind(name === "all" ? undefined : name)}
            >
              {FILTERS[name].label} {data && count}
            </LiveButton>
          ))}
        </fieldset>
        {!isPast && (
          <Button size="small" className="shrink-0" onClick={() => area.current?.focus()}>
            Comment
          </Button>
        )}
      </div>
      <div className="relative min-h-0 lg:grow lg:overflow-y-auto">
        {!data && !isError && <PanelSkeleton />}
        {isError && !data && (
          <EmptyState
            title="Could not load the comments."
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        )}
        {data?.round && (
          <RoundChanges
            state={state}
            events={events}
            isPast={isPast}
            round={data.round}
            planVersion={isPast ? (version ?? data.planVersion) : data.planVersion}
          />
        )}
        {data && items.length === 0 && (
          <EmptyState title={isPast ? "No comments yet" : "No comments"}>
            {isPast
              ? "Nobody had commented on the plan at this moment."
              : "Comment on a task, a field, an edge or the whole plan, then send all as one revision. Or ask a model about it."}
          </EmptyState>
        )}
        {items.length > 0 && shown.length === 0 && <EmptyState title="No comments of this kind" />}
        <ul aria-label="Comments">
          {shown.map((comment) => (
            <Thread
              key={comment.commentId}
              comment={comment}
              isHere={taskId !== undefined && comment.at?.taskId === taskId}
              isOpen={comment.commentId === commentId}
              onOpen={() => open(comment)}
              sending={choiceOf(comment)}
              shownVersion={version ?? state.planVersion}
              onVersion={!isPast && isKept(comment.place.version) ? () => showOn(comment) : undefined}
            />
          ))}
        </ul>
        {!isPast && (
          <div className="border-line border-t">
            <Composer
              state={state}
              taskId={taskId}
              area={area}
              shown={version !== undefined && shownPlan ? { version, plan: shownPlan } : undefined}
              above={shown.length}
            />
          </div>
        )}
      </div>
      {data && !isPast && (
        // The button goes with the comments that it has sent. A decision below takes its place: there it is another.
        <SendRound
          key={Object.keys(state.openApprovals).length}
          state={state}
          chosen={chosen}
          view={data}
          onSent={() => panel.current?.focus()}
        />
      )}
    </div>
  );
}

/** A comment that the address names is shown with its task, once in each place that it has, as soon as it is there. */
function useCommentInAddress(
  data: CommentsView | undefined,
  commentId: string | undefined,
  taskId: string | undefined,
  onSelect: (taskId: string | undefined) => void,
): void {
  const led = useRef<string>(undefined);
  const found = data?.items.find((one) => one.commentId === commentId);
  const target = found?.at?.taskId;
  useEffect(() => {
    if (!found || led.current === `${found.commentId} ${target}`) return;
    led.current = `${found.commentId} ${target}`;
    if (target && target !== taskId) onSelect(target);
    document
      .querySelector(`[data-comment="${CSS.escape(found.commentId)}"]`)
      ?.scrollIntoView({ block: "nearest" });
  }, [found, target, taskId, onSelect]);
}
