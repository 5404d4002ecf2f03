import type { Json } from "@/lib/core/json";
import { verify } from "@/lib/core/lisp";
import { outputJsonSchema } from "@/lib/core/plan";
import type { AnswerCheck } from "@/lib/core/replay/model/report";
import type { RecordedConversation } from "@/lib/core/replay/model/settings";
import { resultIn } from "../../effects/check-result";
import { programData, readWork } from "../../effects/work";
import type { ReplayContext } from "../performer";

/** Holds an answer against what its task asks of results. */
export type AnswerChecker = (answer: Json) => AnswerCheck[];

const NOTHING: AnswerChecker = () => [];

/** The checks of a recorded attempt's task, where its run is there and knows the task. */
export async function answerChecker(
  { runStore, reads, schemas, clock, replay, setup }: ReplayContext,
  { source }: RecordedConversation,
): Promise<AnswerChecker> {
  const known = source && (await runStore.peek(source.runId));
  if (!source || known?.workspaceId !== replay.workspaceId || !known.tasks[source.taskId]) return NOTHING;
  const state = structuredClone(known);
  const work = await readWork({ state: () => state, taskId: source.taskId, reads, tools: setup.tools });
  const { verification } = work.task;
  const data = programData(state, work);
  return (answer) => {
    const fitting = outputJsonSchema(work.task) ? resultIn({ schemas }, work, answer) : undefined;
    const result = fitting?.ok ? fitting.value : answer;
    const outcome = fitting?.ok ? ("passed" as const) : ("failed" as const);
    const bySchema: AnswerCheck[] = fitting ? [{ layer: "schema", outcome }] : [];
    if (verification === undefined || (fitting && !fitting.ok)) return bySchema;
    const verdict = verify(verification, { ...data, result }, { now: clock.monotonicMs });
    return [...bySchema, { layer: "predicate", outcome: verdict.outcome }];
  };
}
