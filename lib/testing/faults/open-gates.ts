import type { TaskDraft } from "../run-world";
import type { ServiceWorld } from "../service-world";

export const GATE: TaskDraft = { id: "g", type: "human_review", input: "May it?", onFailure: "skip" };

export type OpenGate = Awaited<ReturnType<typeof openGate>>;

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
export function answerGate(world: ServiceWorld, name: string, id: string, verb: string, digest?: string) {
  return world.services.approvals.decide({
    actor: world.person({ name }),
    input: { approvalId: id, verb, comment: `by ${name}`, ...(digest !== undefined && { digest }) },
  });
}

/** Waits on the database's clock for a gate's deadline, or until so many seconds before it. */
export async function untilDeadline(world: ServiceWorld, id: string, secondsBefore = 0): Promise<void> {
  await world.database.sql`select pg_sleep(greatest(0, extract(epoch from deadline_at - clock_timestamp())
    - ${secondsBefore}::float8)) from approvals where id = ${id}`;
}

export async function eventTypes(world: ServiceWorld, runId: string): Promise<string[]> {
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
