import type { CritiqueInput } from "@/lib/agents/critique";
import { givenIn, type JudgedWork } from "@/lib/agents/given";
import type { Json } from "@/lib/core/json";
import { verify } from "@/lib/core/lisp";
import { getOwn } from "@/lib/core/own";
import { reflectionOfAgent } from "@/lib/core/plan/read/reflection";
import { DEFAULT_CRITERIA } from "@/lib/core/reflection";
import type { AnswerCheck } from "@/lib/core/replay/model/report";
import type { RecordedConversation } from "@/lib/core/replay/model/settings";
import type { RunState } from "@/lib/core/run/state";
import type { Trajectory } from "@/lib/core/trajectory";
import { resultIn } from "../../effects/check-result";
import { inputText, programData, readWork, type Work } from "../../effects/work";
import type { ReplayContext } from "../performer";

/** What answers to a recording are judged by: the checks of its task, and what a critic reads of what was asked for. */
export type Judge = {
  check(answer: Json): AnswerCheck[];
  asked: Pick<CritiqueInput, "mission" | "criteria"> & { about: Omit<JudgedWork, "trajectory"> | undefined };
};

/** The judge of a recorded attempt; where its run is not there, or does not know the task, all there is is its question. */
export async function judgeOf(
  context: ReplayContext,
  { source }: RecordedConversation,
  { query }: Pick<Trajectory, "query">,
): Promise<Judge> {
  const { runStore, reads, replay, setup } = context;
  const known = source && (await runStore.peek(source.runId));
  if (!source || known?.workspaceId !== replay.workspaceId || !getOwn(known.tasks, source.taskId))
    return { check: () => [], asked: { mission: query, criteria: DEFAULT_CRITERIA, about: undefined } };
  const state = structuredClone(known);
  const work = await readWork({ state: () => state, taskId: source.taskId, reads, tools: setup.tools });
  const { id, title, details } = work.task;
  return {
    check: checksOf(context, state, work),
    asked: {
      mission: state.mission,
      about: {
        task: { id, title, details, input: inputText(work.input) },
        brief: work.agent.prompt,
        given: givenIn(query),
      },
      criteria: reflectionOfAgent(work.agent)?.criteria ?? DEFAULT_CRITERIA,
    },
  };
}

/** Holds an answer against what its task asks of results. */
function checksOf({ schemas, clock }: ReplayContext, state: RunState, work: Work): Judge["check"] {
  const { verification } = work.task;
  const data = programData(state, work);
  return (answer) => {
    const fitting = resultIn({ schemas }, work, answer);
    if (fitting && !fitting.ok && fitting.cannot !== undefined)
      return [{ layer: "schema", outcome: "abstained" }];
    const result = fitting?.ok ? fitting.value : answer;
    const outcome = fitting?.ok ? ("passed" as const) : ("failed" as const);
    const bySchema: AnswerCheck[] = fitting ? [{ layer: "schema", outcome }] : [];
    if (verification === undefined || (fitting && !fitting.ok)) return bySchema;
    const verdict = verify(verification, { ...data, result }, { now: clock.monotonicMs });
    return [...bySchema, { layer: "predicate", outcome: verdict.outcome }];
  };
}
