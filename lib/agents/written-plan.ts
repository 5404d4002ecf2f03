import { type GivenDisposition, readDispositions } from "@/lib/core/comments/dispositions";
import { readPlan } from "@/lib/core/plan";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import { issueLines } from "./facts";
import type { Parsed } from "./role";

/** Plans in the answers of planners and replanners, which are read in one way. */

/** The plan as it was read, and what the reader had to say about it. */
export type WrittenPlan = { plan: Plan; warnings: Issue[]; dispositions?: GivenDisposition[] };

/** The plan of an answer. Where nothing but unread pieces is wrong, its writer is asked about them once. */
export function readWrittenPlan(text: string, leaveOut: readonly string[] = []): Parsed<WrittenPlan> {
  const { plan, warnings, errors, unread = [] } = readPlan(text, { leaveOut });
  const dispositions = readDispositions(text);
  if (plan && errors.length === 0)
    return { ok: true, value: { plan, warnings, ...(dispositions && { dispositions }) } };
  const problem = `The plan cannot be read.\n${issueLines(errors)}`;
  return { ok: false, problem, issues: errors, ...(unread.length === errors.length && { repairs: 1 }) };
}

/** The plan of an answer without the pieces of which these issues say that they are not read; undefined where more is wrong. */
export function readWithout(text: string, unread: readonly Issue[]): WrittenPlan | undefined {
  const paths = unread.flatMap(({ path = [] }) => path);
  const read = readWrittenPlan(text, paths);
  return paths.length > 0 && read.ok ? read.value : undefined;
}
