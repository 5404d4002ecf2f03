import { call } from "@/lib/client/call";
import { byRoute, type Send } from "@/lib/client/mutation";
import type { CommentLabel } from "@/lib/core/comments/words";

export const sendQuestion = byRoute("POST /api/v1/runs/{id}/comments/ask");

export type CommentAct =
  | { act: "resolve" | "reopen" | "remove"; id: string }
  | { act: "replies"; id: string; text: string }
  | { act: "edit"; id: string; text: string; label: CommentLabel | null };

export const sendCommentAct: Send<CommentAct, unknown> = ({ act, ...input }, key) => {
  if ("label" in input) return call("POST /api/v1/comments/{id}", input, { key });
  if ("text" in input) return call("POST /api/v1/comments/{id}/replies", input, { key });
  return call(`POST /api/v1/comments/{id}/${act as "resolve" | "reopen" | "remove"}`, input, { key });
};
