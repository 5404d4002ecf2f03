import { describe, expect, it } from "vitest";
import { cpuTimeMs } from "@/lib/testing/cpu-time";
import { plan as planSchema, type Task } from "../schema";
import { critiquePlan } from ".";

type Drawn = Partial<Task> & { id: string };

describe("large plans", () => {
  const ids = Array.from({ length: 2_000 }, (_, n) => `t${n}`);
  const gates = (id: string, n: number): Partial<Drawn> =>
    n % 2 === 1 ? { id, type: "synthesis_gate" } : { id };

  it.each<[string, Drawn[]]>([
    ["one level", ids.map((id) => ({ id }))],
    ["as many levels as tasks", ids.map((id, n) => ({ id, dependsOn: ids.slice(Math.max(0, n - 1), n) }))],
    [
      "levels of three and gates between them",
      ids.map((id, n) => {
        const from = n - (n % 4);
        const gate = n % 4 === 3;
        const dependsOn = gate ? ids.slice(from, n) : from === 0 ? [] : [ids[from - 1] as string];
        return { id, dependsOn, ...(gate && { type: "synthesis_gate" as const }) };
      }),
    ],
    [
      "many dependencies",
      ids.map((id, n) => ({ ...gates(id, n), id, dependsOn: ids.slice(Math.max(0, n - 60), n) })),
    ],
  ])("%s: the same in no more than moments", (_, tasks) => {
    const named = tasks.map((task) => ({ title: task.id, ...task }));
    const plan = planSchema.parse({ title: "Plan", tasks: named });
    const tookMs = cpuTimeMs(() => {
      expect(critiquePlan(plan).findings.length).toBeGreaterThan(0);
    });
    expect(tookMs).toBeLessThan(2_000);
  });
});
