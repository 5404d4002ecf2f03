import { DECISIONS, type Plan } from "@/lib/core/plan/schema";
import { isTerminalTask } from "@/lib/core/run/status";
import { storeValue } from "@/lib/core/stored-value";
import { ANNA, planOf, type RunWorld } from "./run-world";

/** What people do to the tasks and the plan of a random run, allowed or not; the number chooses. */
export function intervene(world: RunWorld, n: number): void {
  const all = Object.values(world.state.tasks);
  const failed = all.filter(({ status }) => status !== "succeeded" && isTerminalTask(status));
  const tasks = failed.length > 0 && n % 4 !== 0 ? failed : all;
  const taskId = tasks[Math.floor(n / 7) % Math.max(1, tasks.length)]?.id ?? "t0";
  const reason = `because ${n}`;
  switch (n % 7) {
    case 0:
    case 1:
      return void world.send({ type: "retry_task", taskId }, ANNA);
    case 2:
      return void world.send({ type: "skip_task", taskId, reason }, ANNA);
    case 3:
      return void world.send({ type: "accept_result", taskId, reason }, ANNA);
    case 4:
      return void world.send(
        { type: "supply_result", taskId, value: storeValue({ by: "Anna", n }).stored, reason },
        ANNA,
      );
    case 5:
      return void world.send({ type: "steer", taskId, message: `heed ${n}` }, ANNA);
    default:
      return editPlan(world, n, reason);
  }
}

/** Leaves out a task that has not ended, changes one that has not started, or adds one. */
function editPlan(world: RunWorld, n: number, reason: string): void {
  const { state } = world;
  const before = world.plan as Plan;
  const open = before.tasks.filter(({ id }) => !isTerminalTask(state.tasks[id]?.status ?? "pending"));
  const chosen = open[n % Math.max(1, open.length)];
  const tasks = before.tasks.flatMap((task) => {
    if (task !== chosen || n % 3 === 0) return task;
    return n % 3 === 1 ? [] : { ...task, details: [`Changed ${n}`] };
  });
  const gone = n % 3 === 1 ? chosen?.id : undefined;
  const plan = planOf(
    ...tasks.map((task) => withoutTask(task, gone)),
    ...(n % 3 === 0 ? [{ id: `edit${state.seq}` }] : []),
  );
  world.edit(plan, reason);
}

function withoutTask(task: Plan["tasks"][number], gone: string | undefined): Plan["tasks"][number] {
  if (gone === undefined || !task.dependsOn.includes(gone)) return task;
  return { ...task, input: "", dependsOn: task.dependsOn.filter((id) => id !== gone) };
}

/** A person's say in a held decision: its countdown stopped and let go on, asked without one, or decided. */
export function override(world: RunWorld, n: number): void {
  const [taskId = "t0"] = Object.keys(world.state.held);
  const by = { id: ["anna", "bob"][n % 3] ?? "anna", name: "Anna", roles: [], mayReview: true };
  const decision = DECISIONS[n % DECISIONS.length] as (typeof DECISIONS)[number];
  if (n % 8 < 2) world.send({ type: "claim_review", taskId, by }, ANNA);
  else if (n % 8 === 2) world.send({ type: "release_review", taskId, by }, ANNA);
  else if (n % 16 === 3) world.send({ type: "decide_by_hand", taskId }, ANNA);
  else world.send({ type: "override_review", taskId, decision, reason: "I know better" }, ANNA);
}

/** What a question about the plan took, of which every other call is not known. */
export function countQuestion(world: RunWorld, n: number): void {
  const known = n % 2 === 0 ? { inputTokens: n % 90, outputTokens: 10, costMicroUsd: n % 50 } : {};
  const calls = [{ ...known, atMost: { tokens: 100, costMicroUsd: 50 } }];
  world.send({ type: "count_question", questionId: `qst_${n}`, calls });
}

export function reviewFinding(world: RunWorld, n: number): void {
  const verdict = n % 2 === 0 ? "waived" : "accepted";
  const command = { planVersion: 1, findingKey: `k${n % 3}`, verdict, reason: `because ${n}` } as const;
  world.send({ type: "review_finding", ...command }, ANNA);
}
