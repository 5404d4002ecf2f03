import { describe, expect, it } from "vitest";
import { explain } from "@/lib/agents/explain";
import type { Anchor } from "@/lib/core/comments/schema";
import { plan as planSchema } from "@/lib/core/plan";
import { askRole } from "@/lib/testing/models/simulated-model";

describe("a question about a plan", () => {
  const task = (id: string, title: string, dependsOn: string[] = []) => ({
    id,
    title,
    input: "go",
    dependsOn,
  });
  const plan = planSchema.parse({
    title: "Trees",
    tasks: [task("dig", "Dig"), task("plant", "Plant", ["dig"]), task("water", "Water", ["plant"])],
  });
  const quoted = { version: 1, digest: "", excerpt: "" };
  const ask = (place: { anchor?: Anchor; isGone?: boolean }) =>
    askRole(explain, {
      mission: "M",
      plan,
      version: 1,
      tasks: [],
      history: [],
      thread: [],
      question: "Why?",
      place: { anchor: { kind: "plan", ...quoted }, isGone: false, ...place },
    });
  const plant = { lineage: "plant", id: "plant", title: "Plant" };

  it("is answered by what the plan shows of its place", async () => {
    const anchor: Anchor = { kind: "task", task: plant, ...quoted };
    expect(await ask({ anchor })).toContain("“Plant” waits for “Dig”, and “Water” builds on it.");
    expect(await ask({})).toContain("The plan has 3 tasks, from “Dig” to “Water”.");
    expect(await ask({ anchor, isGone: true })).toContain("The plan in force has no such place.");
  });
});
