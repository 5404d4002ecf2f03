import type { OrmOrTx } from "@/db/client";
import { type QuestionRow, readQuestions } from "@/db/queries/comment-questions";
import { type CommentRow, readReplies } from "@/db/queries/comments";
import { readPlanVersion } from "@/db/queries/runs/read-plan-version";
import { type ExplainInput, explain } from "@/lib/agents/explain";
import { anchorIn, type Place } from "@/lib/core/comments/anchor";
import { placeIn } from "@/lib/core/comments/place";
import { MAX_ANSWER_TOKENS, type QuestionUse } from "@/lib/core/comments/question";
import type { Anchor } from "@/lib/core/comments/schema";
import { estimatedInputTokens, worstCase } from "@/lib/core/cost";
import { formatReason } from "@/lib/core/describe/reason";
import { getOwn } from "@/lib/core/own";
import type { Clock, ModelInfo, ModelRequest, WorkspaceSetup } from "@/lib/core/ports";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import type { RunState } from "@/lib/core/run/state";
import { withSimulatedNote } from "../effects/run-facts";
import { followingModel, modelOf, type Serving, servingModel } from "../model/fallbacks";

/** A question with what it is asked about. */
export type AskedQuestion = {
  comment: Pick<
    CommentRow,
    "id" | "workspaceId" | "runId" | "anchor" | "by" | "text" | "isQuestion" | "createdAt"
  >;
  text: string;
  id?: string;
};

type Asker = { db: OrmOrTx; setup: WorkspaceSetup; clock: Clock; state: Readonly<RunState> };

/** A question as it goes to a model, and what that may take at worst. */
type PreparedQuestion = { info: ModelInfo; request: ModelRequest; atWorst: QuestionUse };

/** Which models answer questions about this run, as for its other roles (docs/models.md). */
export function questionModels({ setup, clock, state }: Omit<Asker, "db">) {
  const context = {
    model: setup.model,
    clock,
    state: () => state,
    defaultModelOf: (role: string) => setup.defaultModelOf(role),
    settingsOfRole: (role: string) => setup.settingsOfRole(role),
  };
  return {
    first: () => servingModel(context, explain.name),
    after: (serving: Serving, failure: { code: string }) => followingModel(context, serving, failure),
  };
}

/** The question as this model is asked it; undefined where its thread, its plan or the model is gone. */
export function prepareQuestion(
  { setup, state }: Pick<Asker, "setup" | "state">,
  input: ExplainInput,
  serving: Serving,
): PreparedQuestion | undefined {
  const modelId = modelOf(serving);
  const info = setup.model.list().find(({ id }) => id === modelId);
  if (!info) return;
  const { reasoningEffort, temperature, maxOutputTokens } = setup.settingsOfRole(explain.name);
  const { system, messages } = explain.buildPrompt(input);
  const longest = [MAX_ANSWER_TOKENS, info.maxOutputTokens, maxOutputTokens].filter((n) => n !== undefined);
  const request: ModelRequest = {
    modelId,
    system,
    messages: messages.map((message) => withSimulatedNote(message, state)),
    ...(reasoningEffort !== undefined && { reasoningEffort }),
    ...(temperature !== undefined && { temperature }),
    maxOutputTokens: Math.min(...longest),
  };
  const { tokens = 0, costMicroUsd } = worstCase(
    estimatedInputTokens(request),
    request.maxOutputTokens ?? MAX_ANSWER_TOKENS,
    info.price,
  );
  return { info, request, atWorst: { tokens, costMicroUsd } };
}

/** What a model is shown of the plan, the run and the thread, as they are now; undefined without a plan. */
export async function questionInput(
  { db, state }: Pick<Asker, "db" | "state">,
  { comment, text, id }: AskedQuestion,
): Promise<ExplainInput | undefined> {
  const version = state.planVersion;
  const { workspaceId, runId } = comment;
  const of = { workspaceId, runId };
  const [row, replies, questions] = await Promise.all([
    readPlanVersion(db, { ...of, version }),
    readReplies(db, of),
    readQuestions(db, of),
  ]);
  if (!row?.plan) return;
  const isHere = (one: { commentId: string }) => one.commentId === comment.id;
  const earlier = questions.filter((one) => isHere(one) && one.id !== id);
  return {
    mission: state.mission,
    plan: row.plan,
    version,
    question: text,
    ...factsOf(state, comment.anchor, placeIn(state, row.plan, version)),
    thread: threadOf(comment, replies.filter(isHere), earlier),
  };
}

function factsOf(state: Readonly<RunState>, anchor: Anchor, place: Place) {
  const now = anchorIn(anchor, place);
  const shown = now ?? anchor;
  const result = shown.kind === "plan" ? undefined : getOwn(state.tasks, shown.task.id)?.result;
  const tasks = state.order.flatMap((id) => {
    const task = getOwn(state.tasks, id);
    if (!task) return [];
    const { status, diagnosis } = task;
    return { id, status, ...(diagnosis && { why: formatReason(diagnosis) }) };
  });
  return {
    tasks,
    history: state.replanHistory.map(({ number, reason }) => `[Replan ${number}] ${formatReason(reason)}`),
    place: { anchor: shown, isGone: now === undefined },
    ...(result && { result: "inline" in result ? result.inline : result.preview }),
  };
}

/** What was said before, in the order in which it was; a question that opens the thread is among the questions. */
function threadOf(
  comment: AskedQuestion["comment"],
  replies: readonly { by: ActorRef; text: string; createdAt: Date }[],
  questions: readonly QuestionRow[],
): ExplainInput["thread"] {
  const said = [
    ...(comment.isQuestion ? [] : [{ at: comment.createdAt, by: nameOf(comment.by), text: comment.text }]),
    ...replies.map(({ by, text, createdAt: at }) => ({ at, by: nameOf(by), text })),
    ...questions.flatMap(({ by, text, askedAt: at, answer }) => [
      { at, by: nameOf(by), text },
      ...(answer === null ? [] : [{ at, by: "a model", text: answer }]),
    ]),
  ];
  return said.sort((a, b) => a.at.getTime() - b.at.getTime()).map(({ by, text }) => ({ by, text }));
}

const nameOf = (by: ActorRef): string => (by.kind === "person" ? by.name : by.kind);
