import { describe, expect, it } from "vitest";
import { templateRef } from "../templates/ref";
import { createRunInput } from "./create-run";
import { fillTemplateInput, saveTemplateInput } from "./templates";

const PLAN = "Step 1: Go";
const firstProblem = (input: object) => saveTemplateInput.safeParse(input).error?.issues[0]?.message;

describe("what saves a template", () => {
  it("is a plan under a new name, or the next version of one that is there", () => {
    expect(firstProblem({ name: " Tour ", body: PLAN })).toBeUndefined();
    expect(
      firstProblem({ templateId: "tpl_1", expectedVersion: 1, from: { runId: "run_1" } }),
    ).toBeUndefined();
  });

  it.each([
    [{ name: "Tour" }, "Give a plan, or the run"],
    [{ name: "Tour", body: PLAN, from: { runId: "run_1" } }, "Give a plan, or the run"],
    [{ templateId: "tpl_1", body: PLAN }, "names the version that was read"],
    [{ name: "Tour", expectedVersion: 1, body: PLAN }, "names the version that was read"],
    [{ body: PLAN }, "A new template needs a name"],
    [{ name: "Tour", templateId: "tpl_1", expectedVersion: 1, body: PLAN }, "keeps its own"],
    [{ name: " ", body: PLAN }, "Enter a name."],
  ])("is not %j", (input, message) => {
    expect(firstProblem(input)).toContain(message);
  });
});

describe("what starts a run from a template", () => {
  it("takes the newest version and no values unless it says otherwise, and no plan beside it", () => {
    expect(fillTemplateInput.parse({ templateId: "tpl_1" })).toEqual({ templateId: "tpl_1", values: {} });
    const both = createRunInput.safeParse({ plan: PLAN, template: { templateId: "tpl_1" } });
    expect(both.error?.issues[0]?.message).toBe("Give a plan or a template, not both.");
  });

  it("is kept with the run as a version, from 1 on", () => {
    expect(templateRef.safeParse({ id: "tpl_1", version: 0, name: "Tour" }).success).toBe(false);
  });
});
