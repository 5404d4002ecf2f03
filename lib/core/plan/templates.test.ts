import { describe, expect, it } from "vitest";
import { critiquePlan } from "./critic";
import { readPlan } from "./read/plan";
import type { Plan } from "./schema";
import { listReviewTemplates, reviewTemplate } from "./templates";
import { serializePlan } from "./write/json";
import { writePlanText } from "./write/text";

/** The review of a plan that has one in addition to a task, and what reading it warned of. */
function read(review: object) {
  const { plan, warnings } = readPlan({
    title: "P",
    tasks: [{ id: "a" }, { id: "r", type: "planning_review", dependsOn: ["a"], review }],
  });
  return { plan: plan as Plan, review: plan?.tasks[1]?.review, warnings };
}
const names = listReviewTemplates().map(({ name }) => name);

describe("review templates", () => {
  it("cover what is asked again and again", () => {
    expect(names).toEqual(["pre-deployment", "data-quality", "cost", "safety-compliance", "post-incident"]);
  });

  it.each(listReviewTemplates())("$name is a review that the critic finds nothing wrong with", (template) => {
    const { plan, review, warnings } = read({ template: template.name });
    expect(warnings).toEqual([]);
    expect(critiquePlan(plan).findings).toEqual([]);
    const { focus, decisionPoints, potentialOutcomes, requiresHumanApproval } = template;
    expect(review).toMatchObject({ focus, decisionPoints, potentialOutcomes, requiresHumanApproval });
    expect(`${template.title}${template.useWhen}`).not.toBe("");
  });

  it.each(listReviewTemplates())("$name says everything in whole sentences", (template) => {
    const { title, useWhen, focus, decisionPoints, potentialOutcomes } = template;
    expect(title).toMatch(/^[A-Z][a-z ]{3,}$/);
    expect(useWhen).toMatch(/^[A-Z].{20,}\.$/);
    for (const question of [focus, ...decisionPoints]) expect(question).toMatch(/^[A-Z].{20,}\?$/);
    for (const { when } of potentialOutcomes) expect(when).toMatch(/^[a-z].{20,}[a-z]$/);
    expect(decisionPoints.length).toBeGreaterThan(2);
    expect(new Set(potentialOutcomes.map(({ decision }) => decision))).toContain("ABORT");
  });

  it("ask people where harm would be done to others", () => {
    const asking = listReviewTemplates().filter(({ requiresHumanApproval }) => requiresHumanApproval);
    expect(asking.map(({ name }) => name)).toEqual(["pre-deployment", "safety-compliance", "post-incident"]);
    expect(listReviewTemplates().map(({ potentialOutcomes }) => potentialOutcomes.length)).toEqual([
      ...[3, 3, 4, 3, 4],
    ]);
  });

  it.each([
    ["Safety & Compliance", "safety-compliance"],
    ["Safety Review", "safety-compliance"],
    ["Pre-Deployment Check", "pre-deployment"],
    ["Data Quality Review Template", "data-quality"],
    ["safety_and_compliance", "safety-compliance"],
    [" Pre-Deployment ", "pre-deployment"],
    ["Deployment review", "pre-deployment"],
    ["Compliance check", "safety-compliance"],
    ["Incident", "post-incident"],
    ["postIncident", undefined],
    ["", undefined],
  ])("%o means %s", (written, name) => {
    expect(reviewTemplate(written)?.name).toBe(name);
  });
});

describe("a review with a template", () => {
  it("takes from it only what it does not say itself", () => {
    const own = {
      template: "pre-deployment",
      focus: "Mine",
      requiresHumanApproval: false,
      potentialOutcomes: [],
    };
    expect(read(own).review).toMatchObject({
      ...own,
      decisionPoints: reviewTemplate("pre-deployment")?.decisionPoints,
      onTimeout: "abort",
    });
  });

  it("keeps the name of a template that does not exist, does without, and warns", () => {
    const { review, warnings } = read({ template: "weather" });
    expect(review).toMatchObject({
      template: "weather",
      decisionPoints: read({ focus: "x" }).review?.decisionPoints,
    });
    expect(warnings).toMatchObject([
      { severity: "warning", code: "unknown_review_template", path: "tasks[1].review.template" },
    ]);
    expect(warnings[0]?.message).toContain(`there are: ${names.join(", ")}.`);
  });

  it.each([...names, "weather"])("named %s is written and read back as itself", (template) => {
    const others = [{}, { focus: "Mine" }, { requiresHumanApproval: false, potentialOutcomes: [] }];
    for (const other of others) {
      const { plan } = read({ template, ...other });
      for (const written of [JSON.parse(JSON.stringify(plan)), serializePlan(plan), writePlanText(plan)])
        expect(readPlan(written).plan?.tasks[1]?.review).toEqual(plan.tasks[1]?.review);
    }
  });

  it("is read from Step text, too", () => {
    const text = (template: string) =>
      readPlan(`Step 1: Build\nStep 2: Planning Review - Ready?\n- Review template: ${template}`);
    expect(text("pre-deployment").plan?.tasks[1]?.review).toMatchObject({
      focus: "Ready?",
      decisionPoints: reviewTemplate("pre-deployment")?.decisionPoints,
    });
    expect(text("weather").warnings).toMatchObject([{ code: "unknown_review_template", taskId: "step_2" }]);
  });
});
