"use client";

import { useEffect } from "react";
import { formatCounted } from "@/lib/core/describe/amounts";
import { countOpen, formatOpenComments } from "@/lib/core/describe/gates/open-comments";
import type { RunState } from "@/lib/core/run/state";
import { useRunKeys } from "../ui/behavior/run-keys";
import { useCommentPins, useComments } from "./use-comments";
import type { CommentsSeen } from "./use-plan-comments";

type CommentsWatchProps = {
  state: RunState;
  /** Undefined for the one in force. */
  version: number | undefined;
  /** The event after which a past moment is shown. */
  seq: number | undefined;
  isReading: boolean;
  onSeen(seen: CommentsSeen): void;
  /** The key asks for a comment on what is selected. */
  onAsk(): void;
};

/** Follows the comments of a run for its page, which works without them until they are there. Shows nothing itself. */
export function CommentsWatch({ state, version, seq, isReading, onSeen, onAsk }: CommentsWatchProps) {
  const { data } = useComments(state, isReading, version, seq);
  const pins = useCommentPins(state, data);
  const total = data?.items.length ?? 0;
  const words =
    total === 0
      ? "Comments"
      : formatOpenComments(countOpen(data?.items ?? [])) ||
        `${formatCounted(total, "comment", "comments")}, none open`;
  useEffect(() => onSeen({ pins, words }), [pins, words, onSeen]);
  useRunKeys({ comment: onAsk });
  return null;
}
