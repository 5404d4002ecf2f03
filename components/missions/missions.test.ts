import { describe, expect, it } from "vitest";
import { createRunInput } from "@/lib/core/inputs/create-run";
import { runSettings } from "@/lib/core/run/settings";
import { draftOfRun, inputOf } from "./mission-draft";
import { DEFAULTS, withSetting } from "./settings/chosen-settings";

describe("a draft", () => {
  it("leaves the defaults to the server", () => {
    const input = inputOf({ mission: "Go", plan: " " });
    expect(input).toEqual({ mission: "Go", settings: {} });
    expect(createRunInput.parse(input).settings.reviewMode).toBe("hold");
  });

  it("carries what was chosen", () => {
    const settings = { planApproval: true, reviewMode: "manual" } as const;
    expect(inputOf({ mission: "", plan: "Step 1: Go", model: "m", settings })).toEqual({
      mission: "",
      plan: "Step 1: Go",
      settings: { planApproval: true, reviewMode: "manual", models: { default: "m" } },
    });
  });

  it("carries models of single roles beside that of all", () => {
    const roleModels = { planner: "strong" };
    const ofRoles = (more: object) => inputOf({ mission: "Go", plan: "", roleModels, ...more }).settings;
    expect(ofRoles({ model: "m" })).toEqual({ models: { planner: "strong", default: "m" } });
    expect(ofRoles({})).toEqual({ models: { planner: "strong" } });
  });

  it("names the template of its plan in place of the plan", () => {
    const template = { templateId: "tpl_1", version: 2, name: "Tour", values: { city: "Oslo" } };
    const input = inputOf({ mission: "", plan: "Step 1: Go", template });
    expect(createRunInput.parse(input)).toMatchObject({
      template: { templateId: "tpl_1", version: 2, values: { city: "Oslo" } },
    });
    expect(input).not.toHaveProperty("plan");
  });

  it("of another run asks for what that run was asked for, in what differs from the defaults", () => {
    const settings = runSettings.parse({
      ...{ reviewMode: "auto", retryDelayMs: 5, constraints: "Be brief" },
      models: { default: "m", planner: "strong" },
    });
    const draft = draftOfRun({ mission: "Go", plan: "Step 1: Go", tags: ["a", "b"], settings });
    expect(draft.settings).toEqual({ reviewMode: "auto", retryDelayMs: 5, constraints: "Be brief" });
    const again = createRunInput.parse(inputOf(draft));
    expect(again).toMatchObject({ mission: "Go", plan: "Step 1: Go", tags: ["a", "b"], settings });
    expect(draftOfRun({ mission: "Go", plan: null, tags: [], settings }).plan).toBe("");
  });

  it("takes along the files that were sent before", () => {
    const input = inputOf({ mission: "Go", plan: "", attachments: ["att_1"] });
    expect(createRunInput.parse(input)).toMatchObject({ attachments: ["att_1"] });
    expect(inputOf({ mission: "Go", plan: "", attachments: [] })).not.toHaveProperty("attachments");
  });

  it("says that its plan was brought as a file, and how it is judged", () => {
    const critic = { mode: "model", minScore: 7 } as const;
    const input = inputOf({ mission: "", plan: "Step 1: Go", imported: true, settings: { critic } });
    expect(createRunInput.parse(input)).toMatchObject({ planOrigin: "import", settings: { critic } });
    expect(inputOf({ mission: "Go", plan: "", imported: true })).not.toHaveProperty("planOrigin");
  });
});

describe("the choices of the form", () => {
  it("are made, made otherwise, and taken back", () => {
    const chosen = withSetting(withSetting({}, "maxConcurrency", 3), "summarizer", "off");
    expect(chosen).toEqual({ maxConcurrency: 3, summarizer: "off" });
    expect(withSetting(chosen, "maxConcurrency", 4)).toEqual({ maxConcurrency: 4, summarizer: "off" });
    expect(withSetting(chosen, "maxConcurrency", undefined)).toEqual({ summarizer: "off" });
  });

  it("start from what a run does by itself", () => {
    expect(DEFAULTS).toEqual(createRunInput.parse({ mission: "Go" }).settings);
  });
});
