import { describe, expect, it } from "vitest";
import { type Actor, localPerson } from "@/lib/auth/actor";
import { initialResultsInput } from "@/lib/core/inputs/create-run";
import { plan as planSchema } from "@/lib/core/plan/schema";
import { checkedResults } from "./initial-results";

const task = (id: string, type = "task", gate?: object) => ({ id, title: id, type, ...(gate && { gate }) });
const plan = planSchema.parse({
  title: "P",
  tasks: [task("work"), task("look", "planning_review"), task("ask", "human_review")],
});
const check = (given: object, actor: Actor = localPerson) =>
  checkedResults(actor, initialResultsInput.parse(given), plan);

describe("results given with a run", () => {
  it("are kept as values, large ones as blobs", () => {
    const large = "x".repeat(5_000);
    const { results, blobs } = check({ work: large, look: { ok: true }, ask: null }) ?? {};
    expect(results).toMatchObject({ work: { ref: blobs?.[0]?.digest }, look: { inline: { ok: true } } });
    expect(blobs).toMatchObject([{ body: large }]);
    expect(check({})).toBeUndefined();
    expect(checkedResults(localPerson, undefined, undefined)).toBeUndefined();
  });

  it.each([
    [{ nobody: 1 }, "“nobody” is not a task of the plan. Its tasks are: work, look, ask"],
    [{ constructor: 1 }, "“constructor” is not a task"],
  ])("are refused where they would stand for nothing: %o", (given, words) => {
    expect(() => check(given)).toThrow(
      expect.objectContaining({ code: "invalid_input", message: expect.stringContaining(words) }),
    );
  });

  it("come with a plan, whose tasks are told, as many as can be read", () => {
    expect(() => checkedResults(localPerson, { a: 1 }, undefined)).toThrow("together with one");
    const many = {
      ...plan,
      tasks: Array.from({ length: 30 }, (_, n) => ({ ...plan.tasks[0], id: `t${n}` })),
    };
    expect(() => checkedResults(localPerson, { a: 1 }, many as typeof plan)).toThrow(/t19, and 10 more\.$/);
  });

  it("take the right to review, since nobody checks them", () => {
    const operator: Actor = { ...localPerson, capabilities: ["view", "operate"] };
    expect(() => check({ work: 1 }, operator)).toThrow(
      expect.objectContaining({ code: "forbidden", details: { capability: "review" } }),
    );
  });

  it("are JSON, and not too many", () => {
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`t${n}`, 1]));
    expect(initialResultsInput.safeParse(many).success).toBe(false);
    expect(initialResultsInput.safeParse({ work: undefined }).success).toBe(false);
  });
});
