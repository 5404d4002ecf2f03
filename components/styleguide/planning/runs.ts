import type { Finding } from "@/lib/core/plan/critic/types";
import type { RunState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { decide } from "@/lib/testing/runs/replan-stories";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";

import { LONG_TEXT } from "../specimen";

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
  askPerson(world);
  return world.tick(25_000);
}

function askPerson(world: RunWorld): void {
  world.start();
  const { stored: shown } = storeValue("It is ready.");
  world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("ask") });
}

/** The same run once it has ended: a person added a task, and it waited for hours. */
export function endedRun(): RunWorld {
  const world = runUnderWay();
  world.edit(planOf(...TASKS, { id: "d", title: "Archive it", dependsOn: ["c"] }), "It is to be kept.");
  askPerson(world);
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

const FINDINGS: Finding[] = (["critical", "info"] as const).map((severity) => ({
  ...{ key: severity, severity, code: "missing_gate", message: `Nobody looks at it (${severity}).` },
  ...{ recommendation: "Put a review after it.", taskId: "a" },
}));

/** A run whose plan says all that it may of a task, with what a critic and a person said of that. */
export function toldRun(): RunState {
  const questions = ["Is it complete?", LONG_TEXT];
  const plan = planOf(
    { id: "a", input: "Collect.", details: ["Read the ledger.", LONG_TEXT], agent: "analyst" },
    {
      ...{ id: "r", type: "planning_review", dependsOn: ["a"] },
      review: { focus: "Is the total right?", decisionPoints: questions },
    },
    { id: "ask", type: "human_review", dependsOn: ["r"], gate: { prompt: "May it go out?" } },
  );
  const world = new RunWorld({ plan }).run("a");
  const verdict = { verdict: "waived" as const, reason: "It is small.", by: ANNA, at: 0 };
  const critique = {
    ...{ by: "static" as const, score: 4, omitted: 0, summary: "It scores 4 of 10.", gravest: [] },
    verdicts: { info: verdict },
  };
  const findings = storeValue(FINDINGS).stored;
  return { ...world.state, critiques: { 1: { ...critique, findings } } };
}
