import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import { anyPlan } from "@/lib/testing/plans/arbitrary-plan";
import { lineageOf } from "./lineage";
import { type Plan, plan as planSchema } from "./schema";
import { patchBetween, planDigest, refsOf, restorePlan, storedBytes, storePlan } from "./store";
import {
  type PlanPatch,
  planPatch,
  type StoredAgent,
  type StoredPlan,
  type StoredTask,
  storedPlan,
} from "./stored";

const planWith = (tasks: object[], agents: object = {}): Plan =>
  planSchema.parse({ title: "P", agents, tasks });

/** What adopting a version does: the parent's tasks with the patch's in their place, in the patch's order. */
function applied(parent: StoredPlan | undefined, patch: PlanPatch): StoredPlan {
  const gone = new Set(patch.removed);
  const tasks = new Map(parent?.tasks.filter(({ id }) => !gone.has(id)).map((task) => [task.id, task]));
  for (const task of patch.tasks) tasks.set(task.id, task);
  const { title, objective, agents, order } = patch;
  return { title, objective, agents, tasks: order.flatMap((id) => tasks.get(id) ?? []) };
}

describe("storedBytes", () => {
  it("counts what a task or an agent says, with the texts that stand elsewhere", () => {
    const long = "é".repeat(5_000);
    const given = { id: "a", title: "A", input: "short", agent: "w" };
    const agents = { w: { prompt: long } };
    const short = storePlan(planWith([given], agents)).plan;
    const withLong = storePlan(planWith([{ ...given, details: [long, "more"] }], agents)).plan;
    const [before, after] = [short, withLong].map(({ tasks: [task] }) => storedBytes(task as StoredTask));
    expect(before).toBeGreaterThan(100);
    expect(after).toBeGreaterThan(10_000 + (before as number));
    expect(storedBytes(short.agents.w as StoredAgent)).toBeGreaterThan(10_000);
  });
});

describe("storePlan", () => {
  it("moves long texts to blobs and leaves short ones where they are", () => {
    const long = "x".repeat(5_000);
    const plan = planWith(
      [
        {
          id: "a",
          title: "A",
          input: { text: long },
          details: ["short", long],
          verification: long,
          agent: "w",
        },
        { id: "b", title: "B", input: "short", dependsOn: ["a"] },
      ],
      { w: { prompt: long } },
    );
    const { plan: stored, blobs } = storePlan(plan);
    const [a, b] = stored.tasks;
    expect(a?.input).toMatchObject({ $ref: expect.any(String), bytes: 5_011 });
    expect(a?.details).toEqual([
      "short",
      { $ref: expect.any(String), bytes: 5_002, preview: expect.any(String) },
    ]);
    expect(b?.input).toBe("short");
    expect(stored.agents.w?.prompt).toMatchObject({ bytes: 5_002 });
    expect(blobs.map((blob) => blob.bytes)).toEqual([5_011, 5_002]);
    expect(a && refsOf(a)).toHaveLength(3);
    expect(stored.agents.w && refsOf(stored.agents.w)).toHaveLength(1);
    expect(b && refsOf(b)).toEqual([]);
  });

  it("notes what placeholders use, except in programs", () => {
    const { plan } = storePlan(
      planWith([
        { id: "a", title: "A" },
        {
          id: "b",
          title: "B",
          input: "{{results.a.x}} {{results.old}} {{results.ghost}}",
          dependsOn: ["a", "old"],
        },
        { id: "c", title: "C", type: "direct", input: "{{results.a}}", dependsOn: ["a"] },
      ]),
    );
    expect(plan.tasks.map((task) => task.uses)).toEqual([[], ["a", "old"], []]);
  });

  it("stores by reference what only looks like a reference", () => {
    const input = { $ref: "0", bytes: 1, preview: "" };
    const { plan, blobs } = storePlan(planWith([{ id: "a", title: "A", input }]));
    expect(plan.tasks[0]?.input).not.toEqual(input);
    expect(blobs).toHaveLength(1);
  });

  it("can be undone", () => {
    fc.assert(
      fc.property(anyPlan, fc.boolean(), (plan, long) => {
        const filler = long ? "long ".repeat(1_000) : "";
        const padded: Plan = {
          ...plan,
          agents: Object.fromEntries(
            Object.entries(plan.agents).map(([name, agent]) => [
              name,
              { ...agent, prompt: agent.prompt + filler },
            ]),
          ),
          tasks: plan.tasks.map((task) => ({
            ...task,
            input: [task.input, filler],
            details: [...task.details, filler],
            ...(task.verification === undefined ? {} : { verification: task.verification + filler }),
          })),
        };
        const { plan: stored, blobs } = storePlan(padded);
        const bodies = new Map<string, Json>(blobs.map((blob) => [blob.digest, blob.body]));
        expect(storedPlan.parse(stored)).toEqual(stored);
        expect(restorePlan(stored, (digest) => bodies.get(digest) ?? null)).toEqual(padded);
      }),
    );
  });
});

describe("lineages", () => {
  it("go on through replacements and are kept by tasks the run knows", () => {
    const lineages = new Map([
      ["fetch", "fetch"],
      ["fetch_v2", "fetch"],
    ]);
    expect(lineageOf({ id: "fetch_v2", replaces: "other" }, lineages)).toBe("fetch");
    expect(lineageOf({ id: "fetch_v3", replaces: "fetch_v2" }, lineages)).toBe("fetch");
    expect(lineageOf({ id: "new" }, lineages)).toBe("new");
    expect(lineageOf({ id: "new", replaces: "elsewhere" })).toBe("elsewhere");
    const { plan } = storePlan(planWith([{ id: "fetch_v3", title: "F", replaces: "fetch_v2" }]), lineages);
    expect(plan.tasks[0]?.lineage).toBe("fetch");
  });
});

describe("planDigest", () => {
  it("depends on what a plan says, not on the order of its keys", () => {
    const plan = planWith([{ id: "a", title: "A" }]);
    const turned = Object.fromEntries(Object.entries(plan).reverse()) as Plan;
    expect(planDigest(turned)).toBe(planDigest(plan));
    expect(planDigest({ ...plan, objective: undefined })).toBe(planDigest(plan));
    expect(planDigest({ ...plan, title: "Q" })).not.toBe(planDigest(plan));
  });
});

describe("patchBetween", () => {
  it("holds everything for the first version", () => {
    const { plan } = storePlan(planWith([{ id: "a", title: "A" }]));
    expect(patchBetween(undefined, plan)).toMatchObject({ tasks: [{ id: "a" }], removed: [], order: ["a"] });
  });

  it("holds only what changed", () => {
    const before = storePlan(planWith(["a", "b", "c"].map((id) => ({ id, title: id })))).plan;
    const after = storePlan(
      planWith([
        { id: "c", title: "c" },
        { id: "b", title: "other" },
        { id: "d", title: "d" },
      ]),
    ).plan;
    const patch = patchBetween(before, after);
    expect(patch.tasks.map((task) => task.id)).toEqual(["b", "d"]);
    expect(patch.removed).toEqual(["a"]);
    expect(patch.order).toEqual(["c", "b", "d"]);
  });

  it("leads from any plan to any other", () => {
    fc.assert(
      fc.property(anyPlan, anyPlan, (from, to) => {
        const before = storePlan(from).plan;
        const after = storePlan(to).plan;
        const patch = patchBetween(before, after);
        expect(planPatch.parse(patch)).toEqual(patch);
        expect(applied(before, patch)).toEqual({ objective: undefined, ...after });
        expect(patchBetween(after, after).tasks).toEqual([]);
      }),
    );
  });
});
