import { issueLines } from "@/lib/agents/facts";
import type { Role } from "@/lib/agents/role";
import { readWithout, type WrittenPlan } from "@/lib/agents/written-plan";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import { type EditBase, withAnswerEdits } from "@/lib/core/plan/staged/from-answer";

/** What of an edited plan is the answer, or why that plan cannot be had by edits. */
type Edited = { plan: Plan } | { errors: Issue[] };
/** `again`: tasks that are wanted once more as they are. */
export type AnswerOfEdits = (edited: Plan, again: ReadonlySet<string>) => Edited;

/**
 * A role that writes plans, of which an answer may also be edits of this plan, where there is one (docs/plans.md, "Edits in an
 * answer"): they are read as the whole plan that they make. `answerOf` is what of that plan the role answers with, `asMeant`
 * what a plan without edits means.
 */
export function takingEdits<Input, Output extends { plan: Plan } | { reason: string }>(
  role: Role<Input, Output>,
  base: EditBase | undefined,
  answerOf: AnswerOfEdits = (plan) => ({ plan }),
  asMeant: (written: Plan) => Plan = (plan) => plan,
): Role<Input, Output> {
  const unfit = (errors: Issue[]) => ({
    ok: false as const,
    problem: `The plan cannot be edited so.\n${issueLines(errors)}`,
    issues: errors,
  });
  return {
    ...role,
    parse(text, data) {
      const edited = base && withAnswerEdits(text, base);
      if (edited && "errors" in edited) return unfit(edited.errors);
      const read = role.parse(edited?.text ?? text, data);
      if (!read.ok || !("plan" in read.value)) return read;
      if (!edited) return { ...read, value: { ...read.value, plan: asMeant(read.value.plan) } };
      const answer = answerOf(read.value.plan, edited.again);
      if ("errors" in answer) return unfit(answer.errors);
      return { ...read, value: { ...read.value, plan: answer.plan } };
    },
  };
}

/**
 * The plan that such a role's answer means, without the pieces of which these issues say that they are not read; undefined where
 * more is wrong.
 */
export function restOf(
  { text, issues }: { text: string; issues: readonly Issue[] },
  base: EditBase | undefined,
  answerOf: AnswerOfEdits = (plan) => ({ plan }),
  asMeant: (written: Plan) => Plan = (plan) => plan,
): WrittenPlan | undefined {
  const edited = base && withAnswerEdits(text, base);
  const isEdited = edited !== undefined && "text" in edited;
  const rest = readWithout(isEdited ? edited.text : text, issues);
  const meant = rest && (isEdited ? answerOf(rest.plan, edited.again) : { plan: asMeant(rest.plan) });
  return meant && "plan" in meant ? { ...rest, plan: meant.plan } : undefined;
}
