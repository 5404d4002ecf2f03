import type { Sql } from "postgres";
import type { OrmOrTx } from "@/db/client";
import {
  countQuestions,
  endQuestion,
  type HeldQuestion,
  holdQuestion,
  type QuestionEnd,
  releaseQuestion,
} from "@/db/queries/comment-questions";
import { readComment } from "@/db/queries/comments";
import type { OtherCalls } from "@/db/queries/write-calls";
import { explain } from "@/lib/agents/explain";
import { unfinishedProblem } from "@/lib/core/answers";
import { fullBudget, type QuestionFailure, type QuestionUse } from "@/lib/core/comments/question";
import type { QuestionCall } from "@/lib/core/run/events/ledger";
import type { EffectServices } from "../effects/effect";
import { type AskedModel, askModel } from "../model/ask-beside-runs";
import { modelOf } from "../model/fallbacks";
import type { RunStore } from "../types";
import { repeatEvery } from "../worker/repeat-every";
import { prepareQuestion, questionInput, questionModels } from "./prepare";

export type AnswererDeps = {
  sql: Sql;
  db: OrmOrTx;
  runStore: Pick<RunStore, "peek" | "transition">;
  services: Pick<EffectServices, "workspaces" | "clock" | "ids" | "log">;
  keepCalls(of: OtherCalls): Promise<void>;
  notifyComments(runId: string): void;
};

/** A worker that says nothing for this long has lost its question to the next. */
export const HOLD_MS = 15_000;
const HEARTBEAT_MS = 5_000;
const CALL_TIMEOUT_MS = 60_000;
/** Models that are asked again after a failure of a moment, in all. */
const MAX_SPARE_CALLS = 2;
/** A question with which so many workers were lost is asked no more. */
const MAX_TAKES = 5;

type Cost = Omit<QuestionEnd, "answer" | "failure" | "model">;
/** How a question ended, with the calls that its run is to count. */
type Ended = QuestionEnd & { calls?: QuestionCall[] };
const NOTHING: Cost = { costMicroUsd: 0, latencyMs: 0, countedMicroUsd: 0, countedTokens: 0 };

/**
 * Has a model answer a question that this worker holds (docs/comments.md, "Questions"). Its run learns
 * what it took and nothing else: calls are kept under the question's own id, and its epoch keeps a worker that lost it from writing.
 */
export async function answerQuestion(
  deps: AnswererDeps,
  question: HeldQuestion,
  stop: AbortSignal,
): Promise<void> {
  const { sql, services } = deps;
  const { clock, log } = services;
  const over = new AbortController();
  const lost = new AbortController();
  const beat = async () => {
    if (!(await holdQuestion(sql, question, HOLD_MS))) lost.abort();
  };
  const beating = { clock, log, signal: over.signal, name: "The heartbeat of a question" };
  void repeatEvery(HEARTBEAT_MS, beat, beating);
  try {
    const signal = AbortSignal.any([stop, lost.signal]);
    const end = await ask(deps, question, signal).catch((error: unknown): Ended => {
      log.error({ err: error, questionId: question.id }, "A question ended in a fault");
      return { ...NOTHING, failure: "fault" };
    });
    if (!end) return await releaseQuestion(sql, question);
    if (await endQuestion(sql, question, await countedByRun(deps, question, end)))
      deps.notifyComments(question.runId);
  } finally {
    over.abort();
  }
}

/**
 * Has the run count what a question took against its limits, once a turn of a worker. Where it has ended, or cannot be
 * reached, the question itself keeps that, and the next one is held to both.
 */
async function countedByRun(
  { runStore, services }: AnswererDeps,
  { id: questionId, epoch, runId }: HeldQuestion,
  { calls = [], ...end }: Ended,
): Promise<QuestionEnd> {
  if (calls.length === 0) return end;
  const command = { type: "count_question", questionId, calls } as const;
  const envelope = { id: `${questionId}.${epoch}`, actor: { kind: "system" } as const, command };
  const isCounted = await runStore.transition(runId, [{ envelope }]).then(
    ({ replies }) => replies[0]?.ok === true,
    (error: unknown) => {
      services.log.warn(
        { err: error, runId, questionId },
        "A run could not count a question against its limits",
      );
      return false;
    },
  );
  return isCounted ? { ...end, countedMicroUsd: 0, countedTokens: 0 } : end;
}

/** Undefined where the question is left to another worker. */
async function ask(
  deps: AnswererDeps,
  question: HeldQuestion,
  signal: AbortSignal,
): Promise<Ended | undefined> {
  const { db, runStore, services, keepCalls } = deps;
  const { workspaceId, runId } = question;
  const { clock, ids } = services;
  if (question.takes > MAX_TAKES) return { ...NOTHING, failure: "fault" };
  const [setup, state, comment] = await Promise.all([
    services.workspaces.open(workspaceId),
    runStore.peek(runId),
    readComment(db, { workspaceId, commentId: question.commentId }),
  ]);
  const input = state && comment && (await questionInput({ db, state }, { ...question, comment }));
  if (!input) return { ...NOTHING, failure: "fault" };
  const spent = await countQuestions(db, { workspaceId, runId });
  const models = questionModels({ setup, clock, state });
  let cost = NOTHING;
  const counted: QuestionCall[] = [];
  let spare = MAX_SPARE_CALLS;
  const failed = (failure: QuestionFailure, model: string): Ended => ({
    ...cost,
    failure,
    model,
    calls: counted,
  });
  for (let serving = models.first(); ; ) {
    const model = modelOf(serving);
    const prepared = prepareQuestion({ setup, state }, input, serving);
    if (!prepared) return failed("unknown_model", model);
    const { info, request, atWorst } = prepared;
    const limits = {
      reserve: () => {
        const used = {
          tokens: spent.tokens + cost.countedTokens,
          costMicroUsd: spent.costMicroUsd + cost.countedMicroUsd,
        };
        return fullBudget(state, used, atWorst) === undefined;
      },
      settle: () => {},
      takeSpare: () => spare-- > 0,
    };
    const asking = { request, info, role: explain, step: 1, limits, timeoutMs: CALL_TIMEOUT_MS };
    const asked = await askModel({ setup, clock, ids, signal, servedId: question.id }, asking);
    if (!asked) return undefined;
    if (asked === "no_room") return failed("no_room", model);
    cost = costOf(cost, asked, atWorst.tokens);
    counted.push(...asked.calls.map((call) => countedCall(call, atWorst)));
    await keepCalls({ workspaceId, purpose: "question", id: question.id, calls: asked.calls });
    if ("response" in asked) {
      const { text, finishReason } = asked.response;
      const read = unfinishedProblem(finishReason) === undefined ? explain.parse(text) : undefined;
      return read?.ok ? { ...cost, answer: read.value, model, calls: counted } : failed("unreadable", model);
    }
    const following = models.after(serving, { code: asked.failure });
    if (!following) return failed(asked.failure, model);
    serving = following;
  }
}

const countedCall = (
  { inputTokens, outputTokens, costMicroUsd, failure }: AskedModel["calls"][number],
  atMost: QuestionUse,
): QuestionCall => ({
  ...(inputTokens !== undefined && { inputTokens }),
  ...(outputTokens !== undefined && { outputTokens }),
  ...(costMicroUsd !== undefined && { costMicroUsd }),
  ...(failure !== undefined && { failure }),
  atMost: {
    tokens: atMost.tokens,
    ...(atMost.costMicroUsd !== undefined && { costMicroUsd: atMost.costMicroUsd }),
  },
});

/** What all calls of a question took; of an unknown cost is none, and unknown tokens count at worst. */
function costOf(before: Cost, { calls, countedMicroUsd }: AskedModel, worstTokens: number): Cost {
  const costs = [before.costMicroUsd, ...calls.map((call) => call.costMicroUsd)];
  const known = costs.every((cost) => cost !== undefined);
  const tokens = calls.map(({ inputTokens, outputTokens }) =>
    inputTokens === undefined || outputTokens === undefined ? worstTokens : inputTokens + outputTokens,
  );
  const sum = (numbers: readonly (number | undefined)[]) =>
    numbers.reduce<number>((total, n) => total + (n ?? 0), 0);
  return {
    costMicroUsd: known ? sum(costs) : undefined,
    latencyMs: before.latencyMs + sum(calls.map(({ latencyMs }) => latencyMs)),
    countedMicroUsd: before.countedMicroUsd + countedMicroUsd,
    countedTokens: before.countedTokens + sum(tokens),
  };
}
