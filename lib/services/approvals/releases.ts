import { readBlobs } from "@/db/queries/read-blobs";
import { type AttachmentNote, attachmentNotes } from "@/lib/core/attachments";
import { describeActs, describeRelease } from "@/lib/core/describe/gates/release";
import { modelLines, refsOfActs, type Whole } from "@/lib/core/describe/gates/released-text";
import { linesHeard } from "@/lib/core/describe/people-words";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { getOwn } from "@/lib/core/own";
import { type Plan, plan } from "@/lib/core/plan/schema";
import { isCut } from "@/lib/core/plan/targets";
import { heldQuestion } from "@/lib/core/run/controls/release/asked";
import { leadingOfTail } from "@/lib/core/run/controls/release/tails";
import { proposalOf } from "@/lib/core/run/effects/reviewers";
import { type Act, actsAmong, actsAt, isDrawnApart, type WithAgents } from "@/lib/core/run/gates/acts";
import { actsInHand, controlId, inHand } from "@/lib/core/run/gates/in-hand";
import { boundOtherwise, type ServedTool, servedTools } from "@/lib/core/run/gates/served-tools";
import { gateRow } from "@/lib/core/run/gates/table";
import type { ApprovalState, RunState, TaskState } from "@/lib/core/run/state";
import type { TailAct } from "@/lib/core/views";
import { fitTail, tailAt, tailBase } from "@/lib/engine/effects/plan/tail";
import { createStoredReads } from "@/lib/engine/effects/stored-reads";
import { toolsOfRun } from "@/lib/engine/simulated-tools";
import type { ServiceContext } from "../context";

/** All that is read before a gate is let pass, in full, where no page shows it (docs/engine.md, "The release"). */
export async function releasesAt(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  gate: ApprovalState,
): Promise<string[]> {
  const review = gate.kind === "review_decision" ? getOwn(state.tasks, gate.taskId ?? "") : undefined;
  const ofTail = (review && (await placedTail(ctx, state, review))?.acts) ?? [];
  const isNew = ofTail.length > 0;
  const given = await givenWith(ctx, state, [...actsAt(state, gate), ...ofTail], { gate, isNew });
  return describeRelease(state, gate, { ...given, tailActs: ofTail });
}

/** The same of what a person lets act who takes a task in hand; undefined where that is nothing of the kind. */
export async function releasesInHand(
  ctx: ServiceContext,
  state: RunState,
  task: TaskState,
): Promise<{ digest: string; releases: string[] } | undefined> {
  const hand = inHand(state, task);
  if (!hand) return;
  const acts = actsInHand(state, task);
  const asks = controlId(task) === undefined ? "" : task.spec.title;
  const given = { ...(await givenWith(ctx, state, acts)), asks };
  return { digest: hand.digest, releases: describeActs(acts, given) };
}

/** What servers say of the tools by which that acts, or which its agents know, that is decided on: at an open gate, at a held decision, or by a person's own hand. */
export async function servedAt(
  ctx: ServiceContext,
  state: RunState,
  {
    approval,
    task,
    tail = [],
  }: {
    approval?: ApprovalState | undefined;
    task?: TaskState | undefined;
    tail?: readonly Act[] | undefined;
  },
): Promise<ServedTool[]> {
  const asked = approval
    ? approval.status === "open"
      ? actsAt(state, approval)
      : undefined
    : task && actsInHand(state, task);
  return asked ? servedAsBound(ctx, state, [...asked, ...tail], approval) : [];
}

/**
 * The same of tools as the digest of what is asked covers them: where this process knows others, its settings are read once more.
 * Throws `unavailable` where they are others still, since the run has not heard of them, or was not asked again so far.
 */
async function servedAsBound(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  acts: readonly Act[],
  gate: ApprovalState | undefined,
): Promise<ServedTool[]> {
  const offer = state.offered ?? state.refinements?.offered?.plan;
  const isOfOffer = gate && (gateRow(gate.kind).aboutOffer || gate.kind === "plan_refinement");
  const { tools: marks = [] } = isOfOffer ? { ...offer } : { tools: state.toolMarks };
  const isOther = () => boundOtherwise(acts, ctx.tools.list(), marks).length > 0;
  if (isOther()) await readSetupAgain(ctx);
  if (isOther()) throw new DomainFailure(domainError("unavailable", TOOLS_CHANGING));
  return servedTools(acts, ctx.tools.list());
}

async function readSetupAgain({ workspaces, actor }: ServiceContext): Promise<void> {
  workspaces.invalidate(actor.workspaceId);
  await workspaces.open(actor.workspaceId);
}

const TOOLS_CHANGING =
  "An MCP tool that this lets act is being changed, and the question is about to be asked again. Load it once more in a moment.";

/** What stands beside these acts, and their texts in full. */
async function givenWith(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  acts: readonly Act[],
  { gate, isNew = false }: { gate?: ApprovalState; isNew?: boolean } = {},
) {
  const { workspaceId } = ctx.actor;
  const [bodies, files, served] = await Promise.all([
    readBlobs(ctx.db, { workspaceId, digests: refsOfActs(acts) }),
    filesOf(ctx, state),
    servedAsBound(ctx, state, acts, gate),
  ]);
  const whole: Whole = (text) => {
    if (!isCut(text)) return typeof text === "string" ? text : JSON.stringify(text, null, 2);
    const body = bodies.get(text.$ref);
    if (body === undefined) return `${text.preview}\n(the rest of it is not stored any more)`;
    return typeof body === "string" ? body : JSON.stringify(body, null, 2);
  };
  const { mission, settings } = state;
  return {
    mission,
    constraints: settings.constraints,
    models: modelLines(state),
    files,
    whole,
    said: linesHeard(state, acts, isNew),
    served,
  };
}

/** The files that came with the mission, as agents are given them. */
export async function filesOf(
  { db }: Pick<ServiceContext, "db">,
  { workspaceId, attachments: files = [] }: Readonly<RunState>,
): Promise<AttachmentNote[]> {
  if (files.length === 0) return [];
  const ids = files.map(({ id }) => id);
  const previews = await createStoredReads(db).previews(workspaceId, ids);
  return attachmentNotes(files.map((file) => ({ ...file, preview: previews.get(file.id) ?? "" })));
}

/**
 * The tail that a review proposes with the agents by which its tasks would be done, and what of it acts, all by its own
 * names; undefined where it proposes none.
 */
export async function placedTail(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  review: TaskState,
): Promise<{ tail: Plan; acts: Act[] } | undefined> {
  const tail = await tailOf(ctx, proposalOf(review, "REPLAN")?.tail);
  if (!tail) return;
  // No definitions of its tools stand beside its digest: the newest settings are at least as new as that.
  await readSetupAgain(ctx);
  const tools = toolsOfRun(ctx.setup, state);
  const reads = createStoredReads(ctx.db);
  const base = await tailBase({ ...ctx.setup, state: () => state, reads });
  const { merged } = fitTail({ tools }, base, tail, { rootsDependOn: review.id });
  const given = new Map(merged.renamed.map(({ what, from, to }) => [`${what} ${to}`, from]));
  const agents = Object.entries(merged.plan.agents).map(
    ([name, agent]) => [given.get(`agent ${name}`) ?? name, agent] as const,
  );
  const placed = tailAt({ tools }, base, merged, review.id);
  // One that was renamed because its name is taken comes last, and stands under its name in the tail.
  const named = { ...tail, agents: Object.fromEntries(agents) };
  const ofTail = new Map(named.tasks.map((task) => [task.id, task]));
  const listed = leadingOfTail(placed).flatMap(({ task, tools: by, feeds, ended }): WithAgents[] => {
    const { id } = task;
    const known = placed.added.has(id) ? undefined : getOwn(state.tasks, id);
    if (known) return [{ task, tools: by, feeds, ended, known, agents: state.agents }];
    const own = ofTail.get(given.get(`task ${id}`) ?? id);
    return own ? [{ task: own, tools: by, feeds, agents: named.agents }] : [];
  });
  return { tail: named, acts: actsAmong(state, heldQuestion(review), listed) };
}

/** The part that panels get, which have its tasks, and its evidence in a place of its own. */
export const tailActs = (acts: readonly Act[]): TailAct[] =>
  acts.filter((act) => !isDrawnApart(act)).map(tailAct);

const tailAct = ({ task: { id }, tools, feeds, known, ended }: Act): TailAct => ({
  taskId: id,
  tools: [...tools],
  ...(feeds && { feeds: feeds.map(({ title }) => ({ title })) }),
  ...(known && { kept: true }),
  ...(ended && { ended }),
});

async function tailOf(ctx: ServiceContext, digest: string | undefined): Promise<Plan | undefined> {
  if (digest === undefined) return;
  const bodies = await readBlobs(ctx.db, { workspaceId: ctx.actor.workspaceId, digests: [digest] });
  return plan.safeParse(bodies.get(digest)).data;
}
