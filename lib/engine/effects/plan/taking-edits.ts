import { issueLines } from "@/lib/agents/facts";
import type { Role } from "@/lib/agents/role";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import { type EditBase, withAnswerEdits } from "@/lib/core/plan/staged/from-answer";

/** What of an edited plan is the answer, or why that plan cannot be had by edits. */
type Edited = { plan: Plan } | { errors: Issue[] };

/**
 * A role that writes plans, of which an answer may also be edits of this plan (docs/plans.md, "Edits in an answer"): they are
 * read as the whole plan that they make. `answerOf` is what of that plan the role answers with, `asMeant` what a plan
 * without edits means.
 */
export function takingEdits<Input, Output extends { plan: Plan } | { reason: string }>(
  role: Role<Input, Output>,
  base: EditBase,
  answerOf: (edited: Plan) => Edited = (plan) => ({ plan }),
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
      const edited = withAnswerEdits(text, base);
      if (edited && "errors" in edited) return unfit(edited.errors);
      const read = role.parse(edited?.text ?? text, data);
      if (!read.ok || !("plan" in read.value)) return read;
      if (!edited) return { ...read, value: { ...read.value, plan: asMeant(read.value.plan) } };
      const answer = answerOf(read.value.plan);
      if ("errors" in answer) return unfit(answer.errors);
      return { ...read, value: { ...read.value, plan: answer.plan } };
    },
  };
}

/** The text of the whole plan that an answer means, where it edits this one; else the answer itself. */
export function wholeText(text: string, plan: Plan | undefined): string {
  const edited = plan && withAnswerEdits(text, { plan });
  return edited && "text" in edited ? edited.text : text;
}
