import { storePlan } from "@/lib/core/plan/store";
import type { RunState } from "@/lib/core/run";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { wakeDueRuns } from "@/lib/engine/worker/sweeper";
import { decideAsShown } from "../decide-as-shown";
import { createQuietJobs } from "../engine/run-store-world";
import { offer, planOf, type TaskDraft } from "../runs/run-world";
import type { ServiceWorld } from "../service-world";

export const GATE: TaskDraft = { id: "g", type: "human_review", input: "May it?", onFailure: "skip" };
type OpenGate = Awaited<ReturnType<typeof openGate>>;

/** What an approval may meet at the moment at which it is given. */
export const RIVALS = ["reject", "timeout", "cancel", "replan"] as const;
export type Rival = (typeof RIVALS)[number];

/** One meeting: whether the approval was taken, and what of the rules does not hold. */
export type Race = { round: number; taken: boolean; problems: string[] };

/** Gates with a deadline are opened so many at a time, so that each is answered near its own. */
const GATES_AT_ONCE = 5;

/** An approval and its rival at once, in so many rounds of a new run each, in either order of sending. */
export async function playRaces(world: ServiceWorld, rival: Rival, rounds: number): Promise<Race[]> {
  const races: Race[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (rival !== "timeout") races.push({ round, ...(await RACES[rival](world, round)) });
    else if (round % GATES_AT_ONCE === 0) {
      const batch = Array.from({ length: Math.min(GATES_AT_ONCE, rounds - round) }, (_, n) => round + n);
      races.push(...(await raceDeadlines(world, batch)));
    }
  }
  return races;
}

type RaceResult = Omit<Race, "round">;

const RACES: Record<
  Exclude<Rival, "timeout">,
  (world: ServiceWorld, round: number) => Promise<RaceResult>
> = {
  reject: raceRejection,
  cancel: raceCancel,
  replan: raceNewVersion,
};

async function raceRejection(world: ServiceWorld, round: number): Promise<RaceResult> {
  const { id, runId } = await openGate(world);
  const [a, b] = await runConcurrently(
    round,
    () => answerGate(world, "Ada", id, "approve"),
    () => answerGate(world, "Bob", id, "reject"),
  );
  const problems = await gateProblems(world, runId);
  const codes = [a.code, b.code].sort().join(" and ");
  if (codes !== "already_decided and taken") problems.push(`the answers were ${codes}`);
  return { taken: a.code === "taken", problems };
}

/** A third is answered at the deadline, a third about then, and a third long before. */
async function raceDeadlines(world: ServiceWorld, rounds: number[]): Promise<Race[]> {
  const gates: { round: number; gate: OpenGate }[] = [];
  for (const round of rounds) {
    gates.push({ round, gate: await openGate(world, { timeoutSeconds: round % 3 === 2 ? 100 : 1 }) });
  }
  const races: Race[] = [];
  for (const { round, gate } of gates) races.push({ round, ...(await raceDeadline(world, round, gate)) });
  return races;
}

async function raceDeadline(
  world: ServiceWorld,
  round: number,
  { id, runId }: OpenGate,
): Promise<RaceResult> {
  if (round % 3 < 2) await untilDeadline(world, id, round % 3 === 1 ? 0.02 : 0);
  const [answer] = await runConcurrently(
    round,
    () => answerGate(world, "Ada", id, "approve"),
    () => wakeDueRuns({ ...world.deps, sql: world.database.sql, jobs: createQuietJobs() }),
  );
  const taken = answer.code === "taken";
  if (!taken) await untilDeadline(world, id);
  await world.deps.runStore.transition(runId, []);
  const types = await eventTypes(world, runId);
  const problems = await gateProblems(world, runId);
  if (taken && !types.includes("approval_decided")) problems.push("an answer that was taken did not decide");
  if (!taken && !types.includes("approval_expired"))
    problems.push("a gate that was not answered did not expire");
  if (!taken && types.includes("task_succeeded")) problems.push("silence approved");
  if (!["taken", "expired", "superseded"].includes(answer.code))
    problems.push(`the answer was ${answer.code}`);
  return { taken, problems };
}

async function raceCancel(world: ServiceWorld, round: number): Promise<RaceResult> {
  const { id, runId } = await openGate(world, {}, [{ id: "b", dependsOn: ["g"] }]);
  const actor = world.person();
  const [answer, cancel] = await runConcurrently(
    round,
    () => answerGate(world, "Ada", id, "approve"),
    () => world.services.runs.command({ actor, input: { runId, type: "cancel" } }),
  );
  const problems = await gateProblems(world, runId);
  const { status } = await world.services.runs.get({ actor, input: { runId } });
  if (cancel.code !== "taken") problems.push(`the cancel was ${cancel.code}`);
  if (status !== "cancelled") problems.push(`the run is ${status}`);
  if (!["taken", "superseded"].includes(answer.code)) problems.push(`the answer was ${answer.code}`);
  return { taken: answer.code === "taken", problems };
}

/** The new version changes what the answer would set going: an answer after it has to be given again. */
async function raceNewVersion(world: ServiceWorld, round: number): Promise<RaceResult> {
  const follow = { id: "b", input: "to Europe", dependsOn: ["g"] };
  const side = { id: "side", type: "human_review", input: "Also?" };
  const gate = await openGate(world, {}, [follow, side, { id: "later", input: "go", dependsOn: ["side"] }]);
  const edit = await newVersion(world, gate);
  const [answer, adopted] = await runConcurrently(
    round,
    () => answerGate(world, "Ada", gate.id, "approve", gate.digest),
    async () => {
      // The answer looks at the run before it asks: in turn it is given less of a start than it needs, as much, and more.
      for (let n = 0; n < round % 10; n += 1) await world.database.sql`select 1`;
      const { replies } = await world.deps.runStore.transition(gate.runId, [edit]);
      const [reply] = replies;
      if (!reply?.ok) throw Object.assign(new Error(reply?.error.message), { code: reply?.error.code });
    },
  );
  const taken = answer.code === "taken";
  const types = await eventTypes(world, gate.runId);
  const decided = types.filter((type) => type === "approval_decided").length;
  const { status } = await world.services.runs.get({ actor: world.person(), input: { runId: gate.runId } });
  const problems: string[] = [];
  if (adopted.code !== "taken") problems.push(`the new version was ${adopted.code}`);
  if (decided !== (taken ? 1 : 0)) problems.push(`the gate was decided ${decided} times`);
  if (status === "failed" || types.includes("engine_fault")) problems.push("the run failed");
  if (taken) return { taken, problems };
  if (answer.code !== "superseded") problems.push(`the answer was ${answer.code}`);
  if (!types.includes("approval_superseded")) problems.push("no gate was superseded");
  if (!reportsChanges(answer.details, gate)) problems.push("the refusal does not tell what changed");
  return { taken, problems };
}

function reportsChanges(details: unknown, gate: OpenGate): boolean {
  const { before, now, changes } = details as {
    before?: { approvalId?: string; planVersion?: number; preview?: string };
    now?: unknown;
    changes?: string;
  };
  const shown = before?.approvalId === gate.id && before.planVersion === 1;
  return shown && before.preview?.includes("v2") === true && now === null && changes?.includes("b2") === true;
}

async function newVersion(world: ServiceWorld, gate: OpenGate) {
  const state = (await world.deps.runStore.peek(gate.runId)) as RunState;
  const specs = state.order.flatMap((id) => state.tasks[id]?.spec ?? []);
  const parent = { title: state.planTitle, agents: state.agents, tasks: specs };
  const next = planOf(
    { ...GATE, gate: specs[0]?.gate as never },
    { id: "b2", input: "to all", dependsOn: ["g"] },
  );
  const stored = new Map(storePlan(next).plan.tasks.map((task) => [task.id, task]));
  const tasks = next.tasks.map((task) => specs.find(({ id }) => id === task.id) ?? stored.get(task.id));
  const plan = offer({ ...next, tasks } as never, parent);
  const command = { type: "edit_plan" as const, plan, expectedPlanVersion: 1, reason: "wider" };
  const actor = { kind: "person" as const, id: "cid", name: "Cid" };
  return {
    envelope: { id: `edit-${gate.id}`, actor, command },
    rows: { plans: [{ digest: plan.digest, plan: next }] },
  };
}

type CallOutcome = { code: string; details?: unknown };

/** Both at once, in either order of sending; the outcomes in the order given. */
async function runConcurrently(
  round: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[CallOutcome, CallOutcome]> {
  const calls = round % 2 ? [one, other] : [other, one];
  const settled = await Promise.allSettled(calls.map((call) => call()));
  const outcomes = settled.map((result): CallOutcome => {
    if (result.status === "fulfilled") return { code: "taken" };
    const { code = "unknown", message, details } = result.reason as Error & Partial<CallOutcome>;
    return { code: code === "unknown" ? `unknown: ${message}` : code, details };
  });
  return (round % 2 ? outcomes : outcomes.reverse()) as [CallOutcome, CallOutcome];
}

/** A run that waits at the human gate `g`, with these further tasks. */
export async function openGate(world: ServiceWorld, gate: object = {}, more: object[] = []) {
  const actor = world.person({ name: "Mia" });
  const tasks = [{ ...GATE, gate }, ...more];
  const input = { plan: { title: "Gate", tasks }, settings: { summarizer: "off" as const } };
  const { runId } = await world.services.runs.create({ actor, input: input as never });
  await world.work(runId, { g: "v2" });
  const { items } = await world.services.approvals.list({ actor, input: { runId } });
  const [asked] = items;
  if (!asked) throw new Error("no gate opened");
  return asked;
}

/** A person's answer to a gate. */
export function answerGate(world: ServiceWorld, name: string, id: string, verb: GateVerb, digest?: string) {
  return decideAsShown(world.services, {
    actor: world.person({ name }),
    input: { approvalId: id, verb, comment: `by ${name}`, ...(digest !== undefined && { digest }) },
  });
}

/** Waits on the database's clock for a gate's deadline, or until so many seconds before it. */
async function untilDeadline(world: ServiceWorld, id: string, secondsBefore = 0): Promise<void> {
  await world.database.sql`select pg_sleep(greatest(0, extract(epoch from deadline_at - clock_timestamp())
    - ${secondsBefore}::float8)) from approvals where id = ${id}`;
}

async function eventTypes(world: ServiceWorld, runId: string): Promise<string[]> {
  const page = await world.services.runs.events({ actor: world.person(), input: { runId, limit: 500 } });
  return page.items.map(({ type }) => type);
}

/** However it went: the gate closed once, its task ended once, and nothing broke. What of this does not hold. */
export async function gateProblems(world: ServiceWorld, runId: string): Promise<string[]> {
  const types = await eventTypes(world, runId);
  const count = (...names: string[]) => types.filter((type) => names.includes(type)).length;
  const closed = count("approval_decided", "approval_expired", "approval_cancelled", "approval_cleared");
  const ended = count("task_succeeded", "task_skipped");
  const faults = count("engine_fault");
  const { status } = await world.services.runs.get({ actor: world.person(), input: { runId } });
  return [
    ...(closed === 1 ? [] : [`the gate closed ${closed} times`]),
    ...(ended <= 1 ? [] : [`its task ended ${ended} times`]),
    ...(faults === 0 ? [] : ["the engine met a fault"]),
    ...(status === "failed" ? ["the run failed"] : []),
  ];
}
