import { expect, test } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { MAX_UPSTREAM_TASKS, statedReason } from "../reasons";
import { dependencyEffect } from "./dependencies";
import { taskOf } from "./ready";

test("a task that can never start says through which tasks that came, as far as twenty back", () => {
  const plan = planOf(
    { id: "t0", onFailure: "skip" },
    ...Array.from({ length: 25 }, (_, n) => ({
      id: `t${n + 1}`,
      dependsOn: [`t${n}`],
      input: `{{results.t${n}}}`,
      critical: false,
    })),
  );
  const world = new RunWorld({ plan });
  world.start();
  world.fail("t0", "no disk");
  expect(world.state.tasks.t2?.diagnosis).toEqual({
    code: "upstream",
    tasks: [
      { taskId: "t1", status: "skipped" },
      { taskId: "t0", status: "skipped" },
    ],
    cause: statedReason("no disk"),
  });
  const { diagnosis } = world.state.tasks.t25 ?? {};
  expect(diagnosis?.code === "upstream" && diagnosis.tasks.map(({ taskId }) => taskId)).toEqual(
    Array.from({ length: MAX_UPSTREAM_TASKS }, (_, n) => `t${24 - n}`),
  );
});

test("nothing starts behind a review that requires approval and came to nothing, unless a person or its condition says so", () => {
  const effect = (
    requiresHumanApproval: boolean,
    code: "stated" | "skipped_by_person" | "condition_false",
  ) => {
    const review = { requiresHumanApproval };
    const plan = planOf({ id: "r", type: "planning_review", review }, { id: "send", dependsOn: ["r"] });
    const { state } = new RunWorld({ plan });
    const diagnosis = { code, text: "so", condition: "", shown: "" } as never;
    const ended = { ...taskOf(state, "r"), status: "skipped", diagnosis } as const;
    return dependencyEffect(state, ended, taskOf(state, "send"));
  };
  expect(effect(true, "stated")).toBe("blocks");
  for (const code of ["skipped_by_person", "condition_false"] as const)
    expect(effect(true, code)).toBe("satisfied");
  expect(effect(false, "stated")).toBe("satisfied");
});
