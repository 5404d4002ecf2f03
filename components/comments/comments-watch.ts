"use client";

import { useEffect, useRef } from "react";
import { formatOpenComments } from "@/lib/core/describe/gates/open-comments";
import type { RunState } from "@/lib/core/run/state";
import { isInOverlay, isTyping } from "../ui/behavior/is-typing";
import { openComments, useCommentPins, useComments } from "./use-comments";
import type { CommentsSeen } from "./use-plan-comments";

type CommentsWatchProps = {
  state: RunState;
  isReading: boolean;
  onSeen(seen: CommentsSeen): void;
  /** The key asks for a comment on what is selected. */
  onAsk(): void;
};

/** Follows the comments of a run for its page, which works without them until they are there. Shows nothing itself. */
export function CommentsWatch({ state, isReading, onSeen, onAsk }: CommentsWatchProps) {
  const { data } = useComments(state, isReading);
  const pins = useCommentPins(state, data);
  const total = data?.items.length ?? 0;
  const words =
    total === 0
      ? "Comments"
      : formatOpenComments(openComments(data).length) || `${total} comments, none open`;
  useEffect(() => onSeen({ pins, words }), [pins, words, onSeen]);
  useCommentKey(onAsk);
  return null;
}

/** `m` asks for a comment on what is selected, wherever nobody types. */
function useCommentKey(onAsk: () => void): void {
  const latest = useRef(onAsk);
  useEffect(() => {
    latest.current = onAsk;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "m" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (isTyping(event.target) || isInOverlay(event.target)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
