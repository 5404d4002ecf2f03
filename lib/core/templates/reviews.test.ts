import { describe, expect, it } from "vitest";
import { readPlan } from "../plan";
import { type Plan, reviewSpec } from "../plan/schema";
import {
  heldToTemplates,
  namesOwnReview,
  ownReview,
  ownReviews,
  reviewIn,
  reviewProblem,
  withReviews,
} from "./reviews";

const planOf = (...tasks: object[]): Plan => {
  const { plan } = readPlan({ title: "T", tasks });
  if (!plan) throw new Error("no plan");
  return plan;
};
const asked = {
  focus: "Is it lawful?",
  decisionPoints: ["Is there a contract?"],
  potentialOutcomes: [{ decision: "ABORT", when: "it is not" }],
  requiresHumanApproval: true,
};
const legal = {
  name: "Legal review",
  body: planOf({ id: "review", type: "planning_review", review: asked }),
};
const naming = (review: object) =>
  readPlan({
    title: "T",
    tasks: [
      { id: "a", title: "A" },
      { id: "r", title: "R", type: "planning_review", dependsOn: ["a"], review },
    ],
  });
const reviewOf = (read: ReturnType<typeof readPlan>) => read.plan?.tasks[1]?.review;

describe("a review that a workspace has", () => {
  it("completes what names it, however it is written, and leaves no warning", () => {
    const read = naming({ template: "legal" });
    expect(namesOwnReview(read)).toBe(true);
    expect(read.warnings).toHaveLength(1);
    const filled = withReviews(read, ownReviews([legal]));
    expect(reviewOf(filled)).toMatchObject({ ...asked, template: "legal" });
    expect(filled.warnings).toEqual([]);
  });

  it("leaves what the plan says itself", () => {
    const read = naming({ template: "Legal", focus: "Only the contract" });
    expect(reviewOf(withReviews(read, ownReviews([legal])))).toMatchObject({
      ...asked,
      focus: "Only the contract",
    });
  });

  it("is passed over where none is named, or another one", () => {
    for (const review of [{ template: "cost" }, { focus: "All" }]) {
      const read = naming(review);
      expect(withReviews(read, ownReviews([legal]))).toBe(read);
    }
    expect(namesOwnReview(naming({ template: "cost" }))).toBe(false);
    const nothing: ReturnType<typeof readPlan> = { warnings: [], errors: [] };
    expect(namesOwnReview(nothing)).toBe(false);
    expect(withReviews(nothing, ownReviews([legal]))).toBe(nothing);
  });

  it("is looked up once: what the plan in force asks by that name stays, and what is new asks what the workspace has", () => {
    const inForce = withReviews(naming({ template: "legal" }), ownReviews([legal])).plan;
    const changed = { name: legal.name, review: reviewSpec.parse({ ...asked, condition: "false" }) };
    const again = withReviews(naming({ template: "Legal review" }), [changed], { inForce });
    expect(reviewOf(again)).toMatchObject(asked);
    expect(reviewOf(again)).not.toHaveProperty("condition");
    const { plan } = naming({ template: "legal" });
    const renamed = plan && { ...plan, tasks: plan.tasks.map((task) => ({ ...task, id: `${task.id}2` })) };
    const added = withReviews({ ...(renamed && { plan: renamed }), warnings: [], errors: [] }, [changed], {
      inForce,
    });
    expect(reviewOf(added)).toMatchObject({ condition: "false" });
    expect(reviewOf(withReviews(naming({ template: "legal" }), [], { inForce }))).toMatchObject(asked);
  });

  it("is an error where nobody has it, whatever the plan asks itself", () => {
    const said = naming({ template: "tax", focus: "Is tax paid?" });
    expect(withReviews(said, ownReviews([legal])).errors).toMatchObject([
      { code: "unknown_review_template" },
    ]);
    const { plan, warnings, errors } = withReviews(naming({ template: "tax" }), ownReviews([legal]));
    expect(plan).toBeDefined();
    expect(warnings).toEqual([]);
    expect(errors).toMatchObject([{ code: "unknown_review_template", severity: "error", taskId: "r" }]);
    expect(errors[0]?.message).toContain('"Legal review")');
    const many = Array.from({ length: 30 }, (_, n) => ({ ...legal, name: `Review ${n}` }));
    expect(withReviews(naming({ template: "tax" }), ownReviews(many)).errors[0]?.message).toContain(", …)");
  });

  it.each(["Legal review", "safety-compliance"])(
    "has people asked as it says, whatever a model says beside its name: %s",
    (template) => {
      const said = { requiresHumanApproval: false, condition: { metric: { errors: ">9" } }, focus: "My own" };
      const read = naming({ template, ...said, approvalTimeoutSeconds: 2, onTimeout: "CONTINUE" });
      const { plan } = read;
      if (!plan) throw new Error("no plan");
      const review = heldToTemplates(plan, ownReviews([legal])).tasks[1]?.review;
      expect(review).toMatchObject({ requiresHumanApproval: true, focus: "My own", onTimeout: "abort" });
      expect(review).not.toHaveProperty("condition");
      expect(review).not.toHaveProperty("approvalTimeoutSeconds");
      expect(heldToTemplates(plan, ownReviews([legal]), plan).tasks[1]?.review).toEqual(
        plan.tasks[1]?.review,
      );
    },
  );

  it("says what it asks, and when it is wanted", () => {
    const { review } = legal.body.tasks[0] ?? {};
    expect(ownReview(legal)).toEqual({ name: "Legal review", review });
    const body = { ...legal.body, objective: "Before anything is signed." };
    expect(ownReview({ ...legal, body })).toMatchObject({ useWhen: "Before anything is signed." });
    expect(ownReviews([{ ...legal, body: planOf({ id: "a", title: "A" }) }])).toEqual([]);
  });

  it("is one planning review under a name of its own", () => {
    expect(reviewProblem(legal)).toBeUndefined();
    expect(reviewProblem({ ...legal, name: "Safety review" })).toContain("every workspace");
    expect(reviewProblem({ ...legal, name: "…" })).toContain("letters");
    expect(reviewProblem({ ...legal, body: planOf({ id: "a", title: "A" }) })).toContain(
      "one planning review",
    );
    expect(reviewIn({ title: "T", agents: {}, tasks: [] })).toBeUndefined();
  });
});
