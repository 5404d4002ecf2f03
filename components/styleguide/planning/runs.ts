import { storeValue } from "@/lib/core/stored-value";
import { decide } from "@/lib/testing/runs/replan-stories";
import { planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";

const TASKS: readonly TaskDraft[] = [
  { id: "a", title: "Collect the figures", maxRetries: 1, onFailure: "retry", input: "figures" },
  { id: "b", title: "Check them", dependsOn: ["a"] },
  { id: "ask", title: "Release", type: "human_review", dependsOn: ["a"] },
  { id: "c", title: "Send the letter", dependsOn: ["b", "ask"] },
];

/** A run in the middle: one task retried, one at work, one that waits for a person. */
export function runUnderWay(): RunWorld {
  const world = new RunWorld({ plan: planOf(...TASKS) });
  world.start();
  world.tick(40_000).fail("a", "The source is away.");
  world.tick(60_000).start();
  world.tick(30_000).succeed("a");
  world.start();
  const { stored: shown } = storeValue("It is ready.");
  world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("ask") });
  return world.tick(25_000);
}

/** The same run once it has ended: a person added a task, and it waited for hours. */
export function endedRun(): RunWorld {
  const world = runUnderWay();
  world.edit(planOf(...TASKS, { id: "d", title: "Archive it", dependsOn: ["c"] }), "It is to be kept.");
  world.tick(30_000).succeed("b");
  world.tick(3 * 3_600_000);
  decide(world, "approve", "The total is right.");
  world.start();
  world.tick(20_000).run("c", "d");
  world.start();
  world.send({
    type: "answer_ready",
    key: world.keyOfKind("answer"),
    value: storeValue("It is sent.").stored,
  });
  return world;
}
