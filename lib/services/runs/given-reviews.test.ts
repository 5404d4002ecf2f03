import { describe, expect, it } from "vitest";
import { type Actor, localPerson } from "@/lib/auth/actor";
import { givenReviewsInput } from "@/lib/core/inputs/create-run";
import { plan as planSchema } from "@/lib/core/plan/schema";
import { checkedReviews } from "./given-reviews";

const task = (id: string, type: string) => ({ id, title: id, type });
const plan = planSchema.parse({
  title: "P",
  tasks: [task("work", "task"), task("look", "planning_review"), task("ask", "human_review")],
});
const check = (reviews: object, actor: Actor = localPerson) =>
  checkedReviews(actor, givenReviewsInput.parse(reviews), plan);

describe("answers given with a run", () => {
  it("are decisions for reviews and approvals for human gates, with a reason or none", () => {
    expect(check({ look: "continue", ask: { decision: "Approve", reason: " seen " } })).toEqual({
      look: { verb: "CONTINUE" },
      ask: { verb: "approve", reason: "seen" },
    });
    expect(check({ ask: { approved: true } })).toEqual({ ask: { verb: "approve" } });
    expect(check({ ask: { approved: false, reason: "late" } })).toEqual({
      ask: { verb: "reject", reason: "late" },
    });
    expect(check({})).toBeUndefined();
    expect(checkedReviews(localPerson, undefined, undefined)).toBeUndefined();
  });

  it.each([
    [
      { nobody: "CONTINUE" },
      "“nobody” is not a task of the plan. Its reviews and human gates are: look, ask.",
    ],
    [{ work: "CONTINUE" }, "“work” is a task, which takes no decision"],
    [{ constructor: "CONTINUE" }, "“constructor” is not a task"],
    [{ look: "approve" }, "“approve” is none of CONTINUE, REPLAN, COMPLETE, ABORT."],
    [{ ask: "CONTINUE" }, "“CONTINUE” is none of approve, reject."],
    [{ ask: "retry" }, "“retry” is none of approve, reject."],
    [{ ask: "respond" }, "which nobody has seen yet"],
    [{ ask: { decision: "edit", value: { amount: 8 } } }, "Given before, it may be approve, reject."],
    [{ ask: { approved: true, value: 8 } }, "which nobody has seen yet"],
    [
      { look: { decision: "COMPLETE", value: "x" } },
      "Given before, it may be CONTINUE, REPLAN, COMPLETE, ABORT.",
    ],
  ])("are refused for what takes no decision, or asks for something else: %o", (reviews, words) => {
    expect(() => check(reviews)).toThrow(
      expect.objectContaining({ code: "invalid_input", message: expect.stringContaining(words) }),
    );
  });

  it("come with a plan that has somebody to ask", () => {
    const given = givenReviewsInput.parse({ look: "CONTINUE" });
    expect(() => checkedReviews(localPerson, given, undefined)).toThrow("together with one");
    const silent = { ...plan, tasks: plan.tasks.slice(0, 1) };
    expect(() => checkedReviews(localPerson, given, silent)).toThrow("are: none.");
  });

  it("are refused with the first twenty that there are", () => {
    const tasks = Array.from({ length: 25 }, (_, n) => task(`r${n + 1}`, "planning_review"));
    const given = givenReviewsInput.parse({ nobody: "CONTINUE" });
    const many = planSchema.parse({ title: "P", tasks });
    expect(() => checkedReviews(localPerson, given, many)).toThrow(/are: r1, .*, r20\.$/);
  });

  it("take the right to review", () => {
    const operator: Actor = { ...localPerson, capabilities: ["view", "operate"] };
    expect(() => check({ look: "CONTINUE" }, operator)).toThrow(
      expect.objectContaining({ code: "forbidden", details: { capability: "review" } }),
    );
  });

  it("are few and short", () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`t${n}`, "CONTINUE"]));
    for (const reviews of [
      many,
      { look: "x".repeat(41) },
      { look: { decision: "ABORT", reason: " " } },
      { look: 1 },
    ])
      expect(givenReviewsInput.safeParse(reviews).success).toBe(false);
  });
});
