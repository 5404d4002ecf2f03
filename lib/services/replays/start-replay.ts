import { insertReplay, type NewReplay, readReplay } from "@/db/queries/replays/replays";
import { writeAudit } from "@/db/queries/write-audit";
import { describeReplayProblem } from "@/lib/core/describe/replays/replays";
import { type DomainFailure, invalidInput } from "@/lib/core/errors";
import type { Json, JsonObject } from "@/lib/core/json";
import { planReplay } from "@/lib/core/replay/plan";
import { replayVerdicts } from "@/lib/core/replay/policies";
import { PROBLEM_CHARS, type ReplayProblem } from "@/lib/core/replay/report";
import type { ToolReplaySettings } from "@/lib/core/replay/settings";
import type { ReplayStatus } from "@/lib/core/replay/words";
import { cutText, withCutTexts } from "@/lib/core/text";
import { type Trajectory, writeTrajectory } from "@/lib/core/trajectory";
import { actorRefOf, type ServiceContext } from "../context";
import { holdRun, idForKey, requireRun, requireSameContent } from "../submit";
import { requireCapability } from "../verb";

/** What a verb that makes a replay answers. */
export type StartedReplay = { replayId: string; status: ReplayStatus };

export const TITLE_CHARS = 200;

type ToolReplay = {
  trajectory: Trajectory;
  settings: ToolReplaySettings;
  title: string;
  source: NewReplay["source"];
};

/**
 * Keeps a tool replay and gives it to the workers, once nothing speaks against it now. Who names writing tools needs the
 * right to admin, and the audit log says so. Throws `invalid_input` with the problem in its details.
 */
export async function startToolReplay(ctx: ServiceContext, replay: ToolReplay): Promise<StartedReplay> {
  const { trajectory, settings, source } = replay;
  if (settings.writingTools.length > 0) requireCapability(ctx.actor, "admin");
  const from = source && { taskId: source.taskId, state: await requireRun(ctx, source.runId) };
  const verdictOf = replayVerdicts(ctx.setup.policies(), from ?? undefined);
  const plan = planReplay(trajectory, { tools: ctx.tools, schemas: ctx.schemas, verdictOf, settings });
  if (!plan.ok) throw unreplayable(plan.problem);
  return startReplay(ctx, {
    kind: "tool",
    title: replay.title,
    source,
    settings: settings as JsonObject,
    material: writeTrajectory(trajectory),
    totalSteps: trajectory.steps.length,
    audit:
      settings.writingTools.length > 0
        ? { action: "replay_may_write", details: { tools: settings.writingTools } }
        : undefined,
  });
}

/** The failure that says what keeps a replay from beginning. */
export function unreplayable(whole: ReplayProblem): DomainFailure {
  const problem = withCutTexts(whole, PROBLEM_CHARS);
  return invalidInput(describeReplayProblem(problem), { problem });
}

/** A replay of any kind to be kept, with what the audit log says of it. */
type ReplayToStart = Omit<NewReplay, "id" | "workspaceId" | "createdBy"> & {
  audit?: { action: string; details: Json } | undefined;
};

const asked = (replay: Pick<NewReplay, "kind" | "title" | "material" | "settings"> | undefined) => {
  const { kind, title, material, settings } = replay ?? {};
  return { kind, title, material, settings };
};

/** Keeps a replay and gives it to the workers. Throws `conflict` for a key that made another, `too_many_requests`. */
export async function startReplay(
  ctx: ServiceContext,
  { audit, ...replay }: ReplayToStart,
): Promise<StartedReplay> {
  ctx.quotas.spend(ctx.actor, "runsPerMinute", 1);
  const { workspaceId } = ctx.actor;
  const createdBy = actorRefOf(ctx.actor);
  const id = idForKey(ctx, "rpl");
  const title = cutText(replay.title.trim() || "Untitled", TITLE_CHARS);
  const isNew = await ctx.transact(async (tx) => {
    if (replay.source) await holdRun(ctx, tx, replay.source.runId);
    const added = await insertReplay(tx, { ...replay, title, id, workspaceId, createdBy });
    if (added && audit) await writeAudit(tx, { workspaceId, actor: createdBy, subject: id, ...audit });
    return added;
  });
  const known = isNew ? undefined : await readReplay(ctx.db, { workspaceId, replayId: id });
  if (!isNew) requireSameContent(asked(known), asked({ ...replay, title }));
  // Where this process is lost first, a worker's next look finds it.
  await ctx.replays.enqueue(id);
  return { replayId: id, status: known?.status ?? "queued" };
}
