import { expect, it } from "vitest";
import type { RunState } from "@/lib/core/run/state";
import { planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { dateOf, obligationFacts, reasonTold } from "./run-facts";

it("tells the day of a run by the zone that it is a day of", () => {
  expect(dateOf({ createdAt: Date.UTC(2026, 8, 23, 23, 59) } as RunState)).toBe("2026-09-23 (UTC)");
});

const tasks = [
  { id: "a", maxRetries: 0, critical: false },
  { id: "b", input: "Use {{results.a}}", dependsOn: ["a"], critical: false },
  { id: "c", input: "Use {{results.b}}", dependsOn: ["b"], critical: false },
  { id: "d" },
];

/** Why each of the first three tasks came to nothing, after the first has ended so. */
function told(end: (world: RunWorld) => unknown): (string | undefined)[] {
  const world = new RunWorld({ plan: planOf(...tasks) });
  world.start();
  end(world);
  world.start();
  return ["a", "b", "c"].map((id) => {
    const task = world.state.tasks[id];
    return task && reasonTold(world.state, task);
  });
}

it("tells those who work after a task that a person skipped it, and no word of that person", () => {
  const skip = { type: "skip_task", taskId: "a", reason: "Send it to me" } as const;
  expect(told((world) => world.send(skip))).toEqual([
    "a person decided so",
    "upstream a was skipped: a person decided so",
    "upstream b was skipped: upstream a was skipped: a person decided so",
  ]);
});

it("tells them what the run found of a task that failed", () => {
  expect(told((world) => world.fail("a", "It is empty."))).toEqual([
    "It is empty.",
    "upstream a was failed: It is empty.",
    "upstream b was skipped: upstream a was failed: It is empty.",
  ]);
});

it("tells of a control all terms in which another could be weaker", () => {
  const terms = {
    assignees: ["Anna", "Ben"],
    quorum: 2,
    fourEyes: true,
    requiresReason: true,
    timeoutSeconds: 60,
    onTimeout: "escalate" as const,
    escalateTo: ["Cy"],
    form: { type: "object" },
  };
  const ask: TaskDraft = {
    id: "ask",
    type: "human_review",
    dependsOn: ["a"],
    gate: { prompt: "Fit?", ...terms },
  };
  const world = new RunWorld({
    plan: planOf({ id: "a" }, ask, { id: "send", dependsOn: ["ask"] }),
  });
  world.start();
  expect(obligationFacts(world.state)).toMatchObject([
    {
      control: "ask",
      needs:
        "human_review by 2 people of Anna, Ben; not by the author; a rejection says why; after 60 s escalate to Cy; with its form; shows a",
    },
  ]);
});
