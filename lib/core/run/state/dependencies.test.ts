import { expect, test } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { MAX_UPSTREAM_TASKS, statedReason } from "../reasons";

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
