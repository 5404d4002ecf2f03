import fc from "fast-check";
import { expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import { anyPlan } from "@/lib/testing/plans/arbitrary-plan";
import type { Plan } from "../schema";
import { diffPlans, isSamePlan } from "./diff";

type Loose = Record<string, Json | undefined>;

/** A plan and another state of it: tasks dropped, taken over from a stranger, or changed. */
const twoPlans = fc
  .tuple(
    anyPlan,
    anyPlan,
    fc.array(fc.constantFrom("keep", "drop", "retitle", "rewire"), { minLength: 8, maxLength: 8 }),
  )
  .map(([a, stranger, fates]): [Plan, Plan] => {
    const tasks = a.tasks.flatMap((task, n) => {
      if (fates[n] === "drop") return [];
      if (fates[n] === "retitle") return { ...task, title: `${task.title}!` };
      return fates[n] === "rewire" ? { ...task, dependsOn: task.dependsOn.slice(1) } : task;
    });
    const ids = new Set(a.tasks.map(({ id }) => id));
    const fresh = stranger.tasks.filter(({ id }) => !ids.has(id));
    return [a, { ...a, agents: stranger.agents, tasks: [...fresh, ...tasks] }];
  });

it("a plan does not differ from itself, whatever is in it", () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      const diff = diffPlans(plan, structuredClone(plan));
      expect(isSamePlan(diff)).toBe(true);
      expect(diff.kept).toEqual(plan.tasks.map(({ id }) => id));
    }),
  );
});

it("what a diff says leads from the first plan to the second", () => {
  fc.assert(
    fc.property(twoPlans, ([a, b]) => {
      const { added, removed, rewritten, changed, rewired, agentsChanged } = diffPlans(a, b);
      const gone = new Set([...removed, ...rewritten.map(({ from }) => from)].map(({ id }) => id));
      const tasks = new Map(
        a.tasks.filter(({ id }) => !gone.has(id)).map((task) => [task.id, { ...task } as Loose]),
      );
      for (const { id, fields } of changed)
        for (const { field, after } of fields) Object.assign(tasks.get(id) as Loose, { [field]: after });
      for (const one of rewired) {
        const task = tasks.get(one.task) as { dependsOn: string[] };
        task.dependsOn = [...task.dependsOn.filter((id) => !one.removed.includes(id)), ...one.added];
      }
      for (const { id } of [...added, ...rewritten])
        tasks.set(id, b.tasks.find((task) => task.id === id) as Loose);
      const sorted = (list: Iterable<Loose>): Loose[] =>
        [...list].sort((x, y) => (String(x.id) < String(y.id) ? -1 : 1));
      expect(sorted(tasks.values())).toEqual(sorted(b.tasks));
      const names = new Set(Object.keys(a.agents));
      for (const { name, change } of agentsChanged)
        change === "removed" ? names.delete(name) : names.add(name);
      expect([...names].sort()).toEqual(Object.keys(b.agents).sort());
    }),
  );
});

it("the way back is as long as the way there", () => {
  fc.assert(
    fc.property(twoPlans, ([a, b]) => {
      const [there, back] = [diffPlans(a, b), diffPlans(b, a)];
      expect(there.added.map(({ id }) => id)).toEqual(back.removed.map(({ id }) => id));
      expect(there.removed.map(({ id }) => id)).toEqual(back.added.map(({ id }) => id));
      for (const list of ["rewritten", "changed", "rewired", "agentsChanged", "kept"] as const)
        expect(there[list]).toHaveLength(back[list].length);
    }),
  );
});
