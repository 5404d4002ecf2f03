"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { commentsQuery } from "@/lib/client/late-reads";
import { pageSettled } from "@/lib/client/page-settled";
import { commentsAt } from "@/lib/core/comments/past";
import type { CommentsView, CommentView, QuestionView } from "@/lib/core/comments/view";
import { countOpen, type OpenComments } from "@/lib/core/describe/gates/open-comments";
import { getOwn } from "@/lib/core/own";
import type { RunState } from "@/lib/core/run/state";
import { pressingOf, type TaskComments } from "../graph/facts";

/**
 * The comments on the run's plan, with their places in the version that is shown: read once its page has settled, and again with each event that may have changed what
 * became of them and each word that they have changed, of the run's stream or, once that has ended, of the workspace's.
 * At a past moment, after the event `seq`, those that there were then.
 */
export function useComments(state: RunState, isReading: boolean, version?: number, seq?: number) {
  const [hasSettled, settle] = useState(false);
  useEffect(() => void pageSettled().then(() => settle(true)), []);
  const { data, isError, isFetching, refetch } = useQuery({
    ...commentsQuery(state, version, seq !== undefined),
    enabled: state.planVersion > 0 && (hasSettled || isReading),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
  const shown = useMemo(() => (seq === undefined ? data : data && pastOf(data, seq)), [data, seq]);
  return { data: shown, isError, isFetching, refetch };
}

/** What was read for the present says nothing of the past: that is on its way. */
const pastOf = (view: CommentsView, seq: number): CommentsView | undefined =>
  view.items.every(({ past }) => past) ? commentsAt(view, seq) : undefined;

/** What is known of the comments beside an approval of their plan. */
type CommentsCount = {
  /** Undefined until they have been counted for this moment of the run, and where they cannot be. */
  open: OpenComments | undefined;
  isFailed: boolean;
  /** Counts again, if it does not already. */
  retry: (() => void) | undefined;
};

/** Counts the comments on a plan that somebody may approve, at once: nothing is approved before their number is there. */
export function useCommentsCount(state: RunState): CommentsCount {
  const { data, isError, isFetching, isPaused, refetch } = useQuery({
    ...commentsQuery(state),
    refetchOnWindowFocus: true,
  });
  return {
    open: data && countOpen(data.items),
    isFailed: data === undefined && (isError || isPaused),
    retry: isFetching ? undefined : () => void refetch(),
  };
}

const isUnanswered = ({ answer, failure }: QuestionView): boolean => answer === null && failure === null;

/** What each task has of comments that nobody has resolved; those without a place are at the ghost that they were made on. */
export function commentsByTask(
  { tasks }: Pick<RunState, "tasks">,
  view: Pick<CommentsView, "items"> | undefined,
): Map<string, TaskComments> {
  const found = new Map<string, TaskComments>();
  for (const comment of view?.items ?? []) {
    const { at, place, status } = comment;
    const ghost =
      place.taskId !== null && getOwn(tasks, place.taskId)?.status === "superseded" ? place.taskId : null;
    const taskId = at ? at.taskId : ghost;
    if (status === "resolved" || taskId === null) continue;
    const look = lookOf(comment);
    const known = found.get(taskId);
    const commentsAre = known ? pressingOf(known.commentsAre, look) : look;
    found.set(taskId, { comments: 1 + (known?.comments ?? 0), commentsAre });
  }
  return found;
}

/** Whether it only asks, and nothing of it waits for an answer. */
export const isAnswered = ({ isQuestion, questions }: CommentView): boolean =>
  isQuestion && !questions.some(isUnanswered);

function lookOf(comment: CommentView): TaskComments["commentsAre"] {
  const { status } = comment;
  if (status === "open" && isAnswered(comment)) return "answered";
  if (status === "addressed" || status === "stale") return status;
  return status === "answered" || status === "declined" ? "answered" : "open";
}

/** The pins of the plan's tasks, the same map as long as they are the same: the canvas is drawn by it. */
export function useCommentPins(state: RunState, view: CommentsView | undefined): Map<string, TaskComments> {
  const key = JSON.stringify([...commentsByTask(state, view)]);
  return useMemo(() => new Map(JSON.parse(key) as [string, TaskComments][]), [key]);
}

/** Comments that wait for a round, or for an answer that holds. */
export const openComments = (view: Pick<CommentsView, "items"> | undefined) =>
  (view?.items ?? []).filter(({ status, isQuestion }) => status === "open" && !isQuestion);
