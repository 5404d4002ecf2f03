import { readTemplates } from "@/db/queries/templates";
import { byteLength } from "@/lib/core/bytes";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { PlanSource } from "@/lib/core/inputs/plans";
import type { Json } from "@/lib/core/json";
import type { ReadPlan } from "@/lib/core/plan";
import type { Plan } from "@/lib/core/plan/schema";
import type { GateFacts } from "@/lib/core/plan/validate/gates";
import { namesOwnReview, ownReviews, withReviews } from "@/lib/core/templates/reviews";
import type { CallContext, ServiceContext } from "../context";
import { hiddenTexts, withoutUnseen } from "../storable-input";

export const MAX_PLAN_BYTES = 1024 * 1024;

type PlanContext = Pick<CallContext, "quotas" | "readPlan" | "actor" | "db">;
type PlanIssue = { code: string; message: string; taskId?: string; choices?: string[] };
export type PlanInput = { plan: Plan; warnings: PlanIssue[] };

/** Reads a text or JSON as far as it goes. Throws `invalid_plan` only for one over the limit, and `too_many_requests`. */
export async function readWithinLimit(ctx: PlanContext, source: PlanSource): Promise<ReadPlan> {
  const { quotas, readPlan, actor } = ctx;
  const text = typeof source === "string" ? source : JSON.stringify(source);
  const bytes = byteLength(text);
  if (bytes > MAX_PLAN_BYTES) throw invalidPlan([planTooLarge(bytes)]);
  quotas.spend(actor, "planBytesPerMinute", bytes);
  return withOwnReviews(ctx, await readPlan(text));
}

/** What is read with the reviews that people of the workspace have set up, as far as it names one. */
async function withOwnReviews(
  { db, actor: { workspaceId } }: PlanContext,
  read: ReadPlan,
): Promise<ReadPlan> {
  if (!namesOwnReview(read)) return read;
  const templates = await readTemplates(db, { workspaceId, kind: "review", archived: false });
  return withReviews(read, ownReviews(templates));
}

/** Reads what a person pasted or posted as a plan. Throws `invalid_plan` with every issue found, and `too_many_requests`. */
export async function readPlanInput(ctx: PlanContext, source: PlanSource): Promise<PlanInput> {
  return requirePlan(await readWithinLimit(ctx, source));
}

/** What was read, as a plan. Throws `invalid_plan` with every issue that was found. */
export function requirePlan({ plan, warnings, errors }: ReadPlan): PlanInput {
  if (!plan)
    throw invalidPlan(
      errors.length > 0 ? errors : [{ code: "invalid_plan_format", message: "No plan found." }],
    );
  if (errors.length > 0) throw invalidPlan(errors);
  // JSON may write a character by its number: what is hidden shows only once it is read.
  const hidden = hiddenTexts(plan);
  if (hidden.length > 0)
    throw invalidPlan(
      hidden.map(({ path, message }) => ({ code: "hidden_text", message: `${path}: ${message}` })),
    );
  return { plan: withoutUnseen(plan) as Plan, warnings: warnings.map(issueOf) };
}

export const planTooLarge = (bytes: number): PlanIssue => ({
  code: "too_large",
  message: `The plan has ${bytes} bytes; the limit is ${MAX_PLAN_BYTES}.`,
});

/** `invalid_plan`, with the first issue as its words and all of them as its details. */
export function invalidPlan(issues: PlanIssue[]): DomainFailure {
  const [first, ...others] = issues;
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  const message = `The plan cannot run: ${first?.message ?? "it is not valid."}${more}`;
  return new DomainFailure(domainError("invalid_plan", message, { issues: issues.map(issueOf) as Json }));
}

function issueOf({ code, message, taskId, choices }: PlanIssue): PlanIssue {
  return { code, message, ...(taskId !== undefined && { taskId }), ...(choices && { choices }) };
}

/** Who could answer the gates of a plan that the caller writes, in a run that asks for nothing of its own. */
export const gateFactsOf = ({ setup, actor }: Pick<ServiceContext, "setup" | "actor">): GateFacts => ({
  people: setup.people(),
  authors: [actor.id],
  fourEyes: false,
});
