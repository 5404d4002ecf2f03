import { byPost, readProblem } from "@/lib/client/mutation";
import type { CommentLabel } from "@/lib/core/comments/words";
import type { AddCommentInput, AskInput, SendRoundInput } from "@/lib/core/inputs/comments";

const answered = ({ ok, body }: { ok: boolean; body: Parameters<typeof readProblem>[0] }) =>
  ok ? {} : { problem: readProblem(body, "Could not save. Try again.") };

const ofRun = (runId: string) => `/api/v1/runs/${encodeURIComponent(runId)}/comments`;
const ofComment = (id: string) => `/api/v1/comments/${encodeURIComponent(id)}`;

export const sendComment = byPost(
  ({ runId, ...body }: AddCommentInput) => ({ path: ofRun(runId), body }),
  answered,
);

export const sendQuestion = byPost(
  ({ runId, ...body }: AskInput) => ({ path: `${ofRun(runId)}/ask`, body }),
  answered,
);

export const askAgain = byPost(
  ({ questionId }: { questionId: string }) => ({
    ...{ path: `/api/v1/questions/${encodeURIComponent(questionId)}/retry`, body: {} },
  }),
  answered,
);

export const sendRound = byPost(
  ({ runId, ...body }: SendRoundInput) => ({ path: `${ofRun(runId)}/round`, body }),
  answered,
);

export type CommentAct =
  | { act: "resolve" | "reopen" | "remove"; commentId: string }
  | { act: "replies"; commentId: string; text: string }
  | { act: "edit"; commentId: string; text: string; label: CommentLabel | null };

export const sendCommentAct = byPost(({ act, commentId, ...body }: CommentAct) => {
  return { path: act === "edit" ? ofComment(commentId) : `${ofComment(commentId)}/${act}`, body };
}, answered);
