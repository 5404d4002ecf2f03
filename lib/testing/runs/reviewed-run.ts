import { nextEffects } from "@/lib/core/run";
import type { ServiceWorld } from "../service-world";

const plan = {
  title: "Checked",
  tasks: [
    { id: "work", title: "Work", input: "go" },
    { id: "check", type: "planning_review", title: "Check", dependsOn: ["work"] },
    { id: "report", title: "Report", input: "{{results.work}}", dependsOn: ["check"] },
  ],
};

/** A run whose review is wanted. */
export async function startReviewedRun(world: ServiceWorld): Promise<string> {
  const settings = { reviewMode: "auto" as const };
  const input = { mission: "Report on the quarter", plan, settings };
  const { runId } = await world.services.runs.create({ actor: world.person(), input });
  await world.work(runId, { work: { errors: 3 } });
  return runId;
}

/** Has the review decide CONTINUE, and ends the run with its answer. */
export async function finishReviewedRun(world: ServiceWorld, runId: string): Promise<void> {
  const { state } = await world.services.runs.snapshot({ actor: world.person(), input: { runId } });
  const key = nextEffects(state).flatMap((effect) => (effect.kind === "review" ? [effect.key] : []))[0] ?? "";
  const actor = { kind: "worker" as const, id: "w1" };
  const reasoning = "All is well.";
  const proposal = { decision: "CONTINUE" as const, reasoning, answers: [], reviewer: "reviewer" };
  const commands = [
    { type: "start" as const, keys: [key], epoch: state.epoch },
    { type: "review_read" as const, key, taskId: "check", attempt: 1, proposal },
  ];
  for (const command of commands) {
    const envelope = { id: `${runId}-${command.type}`, actor, command };
    await world.deps.runStore.transition(runId, [{ envelope }]);
  }
  await world.work(runId);
  await world.work(runId, { "": "There were three errors." });
}
