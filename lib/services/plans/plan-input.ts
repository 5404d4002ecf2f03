import { readTemplates } from "@/db/queries/templates";
import { byteLength } from "@/lib/core/bytes";
import { DomainFailure, domainError, invalidInput } from "@/lib/core/errors";
import type { LeaveOut, PlanSource } from "@/lib/core/inputs/plans";
import type { Json } from "@/lib/core/json";
import type { ReadPlan } from "@/lib/core/plan";
import { CAN_BE_LEFT_OUT, settledWords } from "@/lib/core/plan/read/report";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import type { GateFacts } from "@/lib/core/plan/validate/gates";
import type { LeftOutFacts } from "@/lib/core/run/events/mission";
import { namesOwnReview, ownReviews, withReviews } from "@/lib/core/templates/reviews";
import { cutText } from "@/lib/core/text";
import type { CallContext, ServiceContext } from "../context";
import { hiddenTexts, withoutUnseen } from "../storable-input";
import { requireCapability } from "../verb";

export const MAX_PLAN_BYTES = 1024 * 1024;

/**
 * `leaveOut`: paths of pieces that are not read. `inForce`: the plan that is written again: its reviews stay known, and who
 * does its tasks is settled.
 */
type PlanOptions = { leaveOut?: LeaveOut; inForce?: Plan };

type PlanContext = Pick<CallContext, "quotas" | "readPlan" | "actor" | "db">;
type PlanIssue = { code: string; message: string; path?: string; taskId?: string; choices?: string[] };
/** `leftOut`: what of the text a person left out, as the run tells it. */
export type PlanInput = { plan: Plan; warnings: PlanIssue[]; leftOut?: LeftOutFacts[] };

/**
 * Reads a text or JSON as far as it goes, without the pieces that are left out. Throws `invalid_plan` only for one over the
 * limit, `invalid_input` for a path at which there is nothing to leave out, and `too_many_requests`.
 */
export async function readWithinLimit(
  ctx: PlanContext,
  source: PlanSource,
  options: PlanOptions = {},
): Promise<ReadPlan> {
  const { quotas, readPlan, actor } = ctx;
  const text = typeof source === "string" ? source : JSON.stringify(source);
  const bytes = byteLength(text);
  if (bytes > MAX_PLAN_BYTES) throw invalidPlan([planTooLarge(bytes)]);
  quotas.spend(actor, "planBytesPerMinute", bytes);
  const { leaveOut = [], inForce } = options;
  const settled = inForce ? settledWords(inForce) : [];
  const read = await withOwnReviews(ctx, await readPlan(text, { leaveOut, settled }), options);
  requireUnread(leaveOut, read);
  return read;
}

/** Only what is not read can be left out. A text that is no plan at all says so first. */
function requireUnread(leaveOut: readonly string[], { errors, leftOut = [] }: ReadPlan): void {
  if (errors.some(({ code }) => !CAN_BE_LEFT_OUT.has(code))) return;
  const issues = leaveOut.flatMap((path, index) =>
    leftOut.some((one) => one.path === path)
      ? []
      : { path: `leaveOut[${index}]`, message: `There is nothing to leave out at "${path}".` },
  );
  const [first] = issues;
  if (first) throw invalidInput(first.message, { issues });
}

/** What is read with the reviews that people of the workspace have set up, as far as it names one. */
async function withOwnReviews(
  { db, actor: { workspaceId } }: PlanContext,
  read: ReadPlan,
  { leaveOut, inForce }: PlanOptions,
): Promise<ReadPlan> {
  if (!namesOwnReview(read)) return read;
  const templates = await readTemplates(db, { workspaceId, kind: "review", archived: false });
  return withReviews(read, ownReviews(templates), { ...(leaveOut && { leaveOut }), inForce });
}

/**
 * Reads what a person pasted or posted as a plan. Throws `invalid_plan` with every issue found, `too_many_requests`, and
 * `forbidden` for one who leaves out what may be somebody's guard without the right to review.
 */
export async function readPlanInput(
  ctx: PlanContext,
  source: PlanSource,
  options?: PlanOptions,
): Promise<PlanInput> {
  const read = requirePlan(await readWithinLimit(ctx, source, options));
  if (read.leftOut) requireCapability(ctx.actor, "review");
  return read;
}

/** What was read, as a plan. Throws `invalid_plan` with every issue that was found. */
export function requirePlan({ plan, warnings, errors, leftOut }: ReadPlan): PlanInput {
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
  return {
    plan: withoutUnseen(plan) as Plan,
    warnings: warnings.map(issueOf),
    ...(leftOut && { leftOut: leftOut.map(leftOutFacts) }),
  };
}

const MAX_LEFT_OUT_CHARS = 300;

const leftOutFacts = ({ path = "", message }: Issue): LeftOutFacts => ({
  path: cutText(path, MAX_LEFT_OUT_CHARS),
  message: cutText(message, MAX_LEFT_OUT_CHARS),
});

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

function issueOf({ code, message, path, taskId, choices }: PlanIssue): PlanIssue {
  return {
    code,
    message,
    ...(path !== undefined && { path }),
    ...(taskId !== undefined && { taskId }),
    ...(choices && { choices }),
  };
}

/** Who could answer the gates of a plan that the caller writes, in a run that asks for nothing of its own. */
export const gateFactsOf = ({ setup, actor }: Pick<ServiceContext, "setup" | "actor">): GateFacts => ({
  people: setup.people(),
  authors: [actor.id],
  fourEyes: false,
});
