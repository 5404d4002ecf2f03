import { readGatesOfTools } from "@/db/queries/read-approvals";
import { readOpenRuns } from "@/db/queries/runs/read-runs";
import { persistMcpSeen } from "@/db/queries/settings/mcp-servers";
import { newCommandId } from "@/lib/core/ids";
import { canonicalJson, isSameJson, type Json } from "@/lib/core/json";
import type { McpProbeResult } from "@/lib/core/mcp";
import { getOwn } from "@/lib/core/own";
import { callableTools, type PlanReach } from "@/lib/core/plan/reach";
import { plan as planSchema } from "@/lib/core/plan/schema";
import { refsOf, restorePlan } from "@/lib/core/plan/store";
import type { StoredPlan } from "@/lib/core/plan/stored";
import { definitionOfCall } from "@/lib/core/policy";
import type { Tools, WorkspaceSetup, Workspaces } from "@/lib/core/ports";
import type { TailNow, ToolsChangedCommand } from "@/lib/core/run/commands";
import { tailDigest, tailsAt } from "@/lib/core/run/controls/release/tails";
import type { ToolMark } from "@/lib/core/run/events/release";
import { isAboutCall } from "@/lib/core/run/gates/table";
import { currentPlan, offeredPlan } from "@/lib/core/run/offered-plan";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { toolsOfPlan } from "@/lib/engine/effects/plan/offer-plan";
import { fitTail, tailAt, tailBase } from "@/lib/engine/effects/plan/tail";
import { createStoredReads } from "@/lib/engine/effects/stored-reads";
import { loadBodies } from "@/lib/engine/effects/work";
import { toolsOfRun } from "@/lib/engine/simulated-tools";
import type { ServiceDeps } from "../context";

type Deps = Pick<ServiceDeps, "db" | "runStore" | "ids" | "log"> & {
  workspaces: Pick<Workspaces, "open" | "invalidate">;
};

/** What tools are now, by their names with us; null for one that is gone. */
type Definitions = ToolsChangedCommand["definitions"];

/** Keeps what a server showed, and tells runs of it. */
export async function keepSeen(
  deps: Deps & Pick<ServiceDeps, "transact" | "clock">,
  server: { workspaceId: string; name: string; revision: number },
  seen: McpProbeResult,
): Promise<void> {
  const at = new Date(deps.clock.nowMs());
  const kept = await deps.transact((tx) => persistMcpSeen(tx, server, seen, at));
  if (!kept) return;
  const { definitions, changed } = kept;
  if (changed) await tellRuns(deps, server.workspaceId, definitions);
  else await tell(deps, await runsAskingAbout(deps, server.workspaceId, definitions), { definitions });
}

/**
 * Takes away the open questions about calls of tools that are others now, and those whose answer would let other acts happen
 * than it says: they are asked again, about what the tools are now (docs/tools.md, "Tools that change"). `changed` are the
 * tools of which that is to be told; without it each run is held against all tools of servers that it knows or might use. A
 * run that cannot be told learns it at the next look, or when somebody answers, as every call is held against what was asked about.
 */
export async function tellRuns(deps: Deps, workspaceId: string, changed?: Definitions): Promise<void> {
  deps.workspaces.invalidate(workspaceId);
  const setup = await deps.workspaces.open(workspaceId);
  for (const runId of await readOpenRuns(deps.db, workspaceId)) {
    const news = await newsFor(deps, setup, runId, changed).catch((error: unknown) =>
      deps.log.warn({ runId, err: error }, "What a run asks was not compared with changed tools"),
    );
    if (news) await tell(deps, [runId], news);
  }
}

/** What a run is to be told of its tools; undefined where they make no difference to it. */
async function newsFor(
  deps: Deps,
  setup: WorkspaceSetup,
  runId: string,
  changed: Definitions | undefined,
): Promise<Omit<ToolsChangedCommand, "type"> | undefined> {
  const state = await deps.runStore.peek(runId);
  if (!state) return;
  const definitions = changed ?? definitionsFor(setup, state);
  const isAsking = isAskingAbout(state, definitions);
  const now = await releasesNow(deps, setup, state, definitions).catch((error: unknown) => {
    deps.log.warn({ runId, err: error }, "What a plan releases was not compared with changed tools");
    return {};
  });
  return isAsking || Object.keys(now).length > 0 ? { definitions, ...now } : undefined;
}

/** All tools of servers as the run would use them now; null of those that it knows and that are gone. */
function definitionsFor(setup: WorkspaceSetup, state: Readonly<RunState>): Definitions {
  const { toolMarks = [], offered, refinements } = state;
  const marks = [toolMarks, offered?.tools ?? [], refinements?.offered?.plan?.tools ?? []].flat();
  const known = [
    ...marks.flatMap(({ name, definition }) => (definition === undefined ? [] : name)),
    ...openCalls(state).map(({ tool }) => tool),
  ];
  const served = toolsOfRun(setup, state)
    .list()
    .flatMap((tool) => {
      const definition = definitionOfCall(tool);
      return definition === undefined ? [] : [[tool.name, definition] as const];
    });
  return Object.fromEntries([...known.map((name) => [name, null] as const), ...served]);
}

/** The calls of tools of servers about which people are being asked. */
const openCalls = ({ openApprovals, approvals }: Readonly<RunState>) =>
  Object.keys(openApprovals).flatMap((approvalId) => {
    const { kind, subject } = getOwn(approvals, approvalId) as ApprovalState;
    const { tool, definition } = subject ?? {};
    return isAboutCall(kind) && definition !== undefined ? [{ tool: String(tool), definition }] : [];
  });

const isAskingAbout = (state: Readonly<RunState>, definitions: Definitions): boolean =>
  openCalls(state).some(({ tool, definition }) => {
    const now = getOwn(definitions, tool);
    return now !== undefined && now !== definition;
  });

async function runsAskingAbout({ db }: Deps, workspaceId: string, definitions: Definitions) {
  const gates = await readGatesOfTools(db, { workspaceId, tools: Object.keys(definitions) });
  const outdated = gates.filter(({ tool, definition }) => getOwn(definitions, tool) !== definition);
  return [...new Set(outdated.map(({ runId }) => runId))];
}

async function tell(
  { runStore, ids, log }: Deps,
  runIds: readonly string[],
  changed: Omit<ToolsChangedCommand, "type">,
): Promise<void> {
  for (const runId of runIds) {
    const command = { type: "tools_changed", ...changed } as const;
    const envelope = { id: newCommandId(ids), actor: { kind: "system" }, command } as const;
    await runStore
      .transition(runId, [{ envelope }])
      .catch((error: unknown) => log.warn({ runId, err: error }, "A run was not told of changed tools"));
  }
}

/**
 * What the plan in force of a run sets free now, a version or a refinement that waits for people, and the tails that reviews
 * propose; without those to which these tools make no difference.
 */
async function releasesNow(
  { db }: Deps,
  setup: WorkspaceSetup,
  state: Readonly<RunState>,
  definitions: Definitions,
): Promise<Pick<ToolsChangedCommand, "plan" | "offered" | "tails">> {
  const reads = createStoredReads(db);
  const runTools = toolsOfRun(setup, state);
  const policies = { state, workspace: setup.policies() };
  const toolsNow = async (stored: StoredPlan, known: { reach?: PlanReach; tools?: ToolMark[] }) => {
    if (!known.reach) return;
    const refs = [...stored.tasks, ...Object.values(stored.agents)].flatMap(refsOf);
    const bodies = await loadBodies({ reads }, state.workspaceId, refs);
    const now = toolsOfPlan(restorePlan(stored, bodies), { tools: runTools.list(), policies });
    return isSameJson(partAbout(definitions, known), partAbout(definitions, now)) ? undefined : now;
  };
  const { planVersion: version, reach, toolMarks } = state;
  const inForce = { ...(reach && { reach }), ...(toolMarks && { tools: toolMarks }) };
  const plan = await toolsNow(currentPlan(state), inForce);
  const offer = state.offered ?? state.refinements?.offered?.plan;
  const next = offeredPlan(state, offer?.patch);
  const offered = offer && next && (await toolsNow(next, offer));
  const proposed = await tailsNow({ ...setup, reads, definitions, tools: runTools, state: () => state });
  return {
    ...(plan && { plan: { version, ...plan } }),
    ...(offered && { offered: { digest: offer.digest, ...offered } }),
    ...(proposed.length > 0 && { tails: { version, proposed } }),
  };
}

/** What a plan may change outside by these tools, as they are named. */
function partAbout(
  definitions: Definitions,
  { reach = {}, tools = [] }: { reach?: PlanReach; tools?: ToolMark[] },
): Json {
  const isAbout = (name: string) => Object.hasOwn(definitions, name);
  const reached = Object.entries(reach).flatMap(([taskId, names]) =>
    names.filter(isAbout).map((name) => canonicalJson([taskId, name])),
  );
  const named = tools.filter(({ name }) => isAbout(name));
  return [reached.sort(), named.map(({ policies: _, ...mark }) => canonicalJson(mark)).sort()];
}

type Now = Parameters<typeof tailBase>[0] & { tools: Tools; definitions: Definitions };

/** The tails that reviews propose and that would set something else free now, or cannot be used any more. */
async function tailsNow({ definitions, ...context }: Now): Promise<TailNow[]> {
  const { tasks, workspaceId } = context.state();
  const proposed = Object.values(tasks).flatMap((task) =>
    isTerminalTask(task.status) ? [] : tailsAt(task).map((one) => ({ ...one, taskId: task.id })),
  );
  if (proposed.length === 0) return [];
  const base = await tailBase(context);
  const digests = proposed.flatMap(({ tail }) => tail ?? []);
  const bodies = await loadBodies(context, workspaceId, digests);
  return proposed.flatMap(({ taskId, tail = "", tailRelease }) => {
    const written = planSchema.parse(bodies(tail));
    const { merged, errors } = fitTail(context, base, written, { rootsDependOn: taskId });
    const digest = errors.length > 0 ? undefined : tailDigest(tailAt(context, base, merged, taskId));
    if (digest !== undefined && digest === tailRelease?.digest) return [];
    const called = new Set(
      merged.plan.tasks.flatMap((task) => callableTools(merged.plan, task, Object.keys(definitions))),
    );
    const tools = Object.keys(definitions).filter((name) => called.has(name));
    return [{ taskId, tail, tools, ...(digest !== undefined && { digest }) }];
  });
}
