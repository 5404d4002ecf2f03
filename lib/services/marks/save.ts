import { saveMark as storeMark } from "@/db/queries/learning/marks";
import { writeAudit } from "@/db/queries/write-audit";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { saveMarkInput } from "@/lib/core/inputs/marks";
import { ANSWER_SUBJECT, type MarkKind, reviewSubject } from "@/lib/core/marks";
import type { RunState } from "@/lib/core/run/state";
import { namedTask } from "@/lib/core/run/state/ready";
import { actorRefOf } from "../context";
import { holdRun, requireRun } from "../submit";
import { defineVerb } from "../verb";

/** Replaces a person's earlier mark. Throws `not_found`, and `not_allowed_now` for what has not been answered or decided. */
export const saveMark = defineVerb({
  name: "marks/save",
  capability: "review",
  description:
    "`{kind: answer, verdict: right or wrong, note?}`, or `{kind: decision, taskId, verdict, note?}`: says so",
  routes: [{ at: "POST /api/v1/runs/{id}/marks", id: "runId" }],
  input: saveMarkInput,
  async run({ ctx, input }): Promise<{ kind: MarkKind; subject: string }> {
    const { runId, kind, verdict, note } = input;
    const { workspaceId, id: personId } = ctx.actor;
    const state = await requireRun(ctx, runId);
    const subject = kind === "answer" ? answerSubject(state) : decisionSubject(state, input.taskId);
    const by = actorRefOf(ctx.actor);
    const taskId = kind === "decision" ? { taskId: input.taskId } : {};
    await ctx.transact(async (tx) => {
      await holdRun(ctx, tx, runId);
      await storeMark(tx, { workspaceId, runId, kind, subject, ...taskId, verdict, note, by, personId });
      const details = { subject, verdict };
      await writeAudit(tx, { workspaceId, actor: by, action: "mark_saved", subject: runId, details });
    });
    return { kind, subject };
  },
});

function answerSubject({ finished, answer }: Readonly<RunState>): string {
  if (finished && answer) return ANSWER_SUBJECT;
  throw notYet("This run has no final answer to mark.");
}

function decisionSubject(state: Readonly<RunState>, taskId: string): string {
  const task = namedTask(state, taskId);
  if (task?.spec.type !== "planning_review")
    throw new DomainFailure(domainError("not_found", `There is no review ${taskId} in this run.`));
  if (task.status !== "succeeded") throw notYet("This review has not been decided.");
  return reviewSubject(taskId, task.attempt);
}

const notYet = (message: string) => new DomainFailure(domainError("not_allowed_now", message));
