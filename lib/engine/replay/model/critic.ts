import { critique } from "@/lib/agents/critique";
import { unfinishedProblem } from "@/lib/core/answers";
import type { Json } from "@/lib/core/json";
import type { ModelInfo, ModelRequest } from "@/lib/core/ports";
import type { TurnCritique } from "@/lib/core/replay/model/report";
import { truncateAnswerCritique } from "@/lib/core/run/truncate/answer-critique";
import type { Step } from "@/lib/core/trajectory";
import { shownTrajectory } from "../../effects/given";
import { askModel } from "../../model/ask-beside-runs";
import type { ReplayCallRow, ReplayContext } from "../performer";
import type { Judge } from "./judge";
import type { Limits } from "./limits";

/** The longest critique that is set aside for. */
const MAX_OUTPUT_TOKENS = 8_192;

type Judging = {
  answer: Json;
  asked: Judge["asked"];
  before: readonly Step[];
  /** Words of people to the agent right before the turn. */
  said: string[] | undefined;
  step: number;
  limits: Limits;
};

/**
 * Has the critic of answers score what a variant answers, from what had been seen until then. One that cannot be had or
 * read leaves it without a score. Undefined where the replay was ended before.
 */
export async function critiqueAnswer(
  context: ReplayContext,
  info: ModelInfo,
  { answer, asked, before, said, step, limits }: Judging,
): Promise<{ critique: TurnCritique; calls: ReplayCallRow[]; countedMicroUsd: number } | undefined> {
  const heard = said ? [{ step, said, thought: "", calls: [] }] : [];
  const { system, messages } = critique.buildPrompt({
    ...asked,
    answer,
    about: asked.about
      ? { ...asked.about, trajectory: [...shownTrajectory(before), ...heard] }
      : { outcome: { results: [] } },
  });
  const { reasoningEffort, temperature } = context.setup.settingsOfRole(critique.name);
  const request: ModelRequest = {
    modelId: info.id,
    system,
    messages,
    ...(critique.output && { output: critique.output }),
    ...(reasoningEffort !== undefined && { reasoningEffort }),
    ...(temperature !== undefined && { temperature }),
    maxOutputTokens: Math.min(info.maxOutputTokens ?? MAX_OUTPUT_TOKENS, MAX_OUTPUT_TOKENS),
  };
  const reply = await askModel(
    { ...context, servedId: context.replay.id },
    { request, info, role: critique, step, limits },
  );
  if (!reply) return undefined;
  const base = { modelId: info.id };
  if (reply === "no_room")
    return { critique: { ...base, failure: "no_room", calls: 0 }, calls: [], countedMicroUsd: 0 };
  const { calls, countedMicroUsd, costMicroUsd } = reply;
  const made = { ...base, calls: calls.length, ...(costMicroUsd !== undefined && { costMicroUsd }) };
  if ("failure" in reply) return { critique: { ...made, failure: reply.failure }, calls, countedMicroUsd };
  const { text, finishReason } = reply.response;
  const read = critique.parse(text);
  const isWhole = read.ok && unfinishedProblem(finishReason) === undefined;
  const outcome = isWhole ? { said: truncateAnswerCritique(read.value) } : { failure: "unreadable" as const };
  return { critique: { ...made, ...outcome }, calls, countedMicroUsd };
}
