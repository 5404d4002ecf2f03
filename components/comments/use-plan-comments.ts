"use client";

import { useState } from "react";
import type { TaskComments } from "../graph/facts";
import { useUrlParam } from "../ui/behavior/use-url-param";

/** What the page knows of the comments on its plan without reading them: pins, and how many there are in words. */
export type CommentsSeen = { pins: ReadonlyMap<string, TaskComments>; words: string };

/** Whether the comments are shown, which one is open, and what has been seen of them; all else comes on use. */
export function usePlanComments() {
  const [shown, show] = useUrlParam("comments");
  const [commentId, openComment] = useUrlParam("comment");
  const [asked, count] = useState(0);
  const [seen, onSeen] = useState<CommentsSeen>();
  const isOpen = shown === "open" || commentId !== undefined;
  const close = () => {
    show(undefined);
    openComment(undefined);
  };
  const ask = () => {
    show("open");
    count((times) => times + 1);
  };
  const toggle = () => (isOpen ? close() : show("open"));
  const panel = { commentId, asked, onOpen: openComment };
  return { isOpen, seen, onSeen, close, ask, toggle, panel };
}
