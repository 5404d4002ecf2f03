import { describe, expect, it } from "vitest";
import { createRunInput } from "@/lib/core/inputs/create-run";
import { withRunBudgets } from "@/lib/core/inputs/run-budgets";
import { runSettings } from "@/lib/core/run/settings";
import { settingsForm } from "@/lib/core/run/settings-form";
import { draftOfRun, inputOf } from "./mission-draft";
import { withSetting } from "./settings/chosen-settings";
import { limitSource, withLimit } from "./settings/setting-entries";

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
      reviewMode: "auto",
      retryDelayMs: 5,
      constraints: "Be brief",
      maxTokens: 9_000,
      models: { default: "m", planner: "strong" },
    });
    const draft = draftOfRun(
      { mission: "Go", plan: "Step 1: Go", tags: ["a", "b"], settings },
      settingsForm.defaults,
    );
    expect(draft.settings).toEqual({
      reviewMode: "auto",
      retryDelayMs: 5,
      constraints: "Be brief",
      maxTokens: 9_000,
      maxCostMicroUsd: null,
      maxHops: null,
      maxDurationMs: null,
      maxTotalReplans: 5,
    });
    const again = createRunInput.parse(inputOf(draft));
    // Its limits are its own, those that it lacks too, whatever its workspace says since.
    const ofWorkspace = { maxTokens: 1, maxCostMicroUsd: 1, maxTotalReplans: 1 };
    expect(withRunBudgets(again.settings, ofWorkspace)).toEqual(settings);
    expect(again).toMatchObject({ mission: "Go", plan: "Step 1: Go", tags: ["a", "b"], settings });
    expect(draftOfRun({ mission: "Go", plan: null, tags: [], settings }, settingsForm.defaults).plan).toBe(
      "",
    );
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
});

describe("the limits of the form", () => {
  const ofWorkspace = 20_000;

  it("are the workspace's until somebody types others, or none", () => {
    const typed = (limit: number | undefined) =>
      withLimit({ maxHops: 3 }, "maxTokens", { limit, ofWorkspace });
    expect(typed(5)).toEqual({ maxHops: 3, maxTokens: 5 });
    expect(typed(undefined)).toEqual({ maxHops: 3, maxTokens: null });
    expect(typed(ofWorkspace)).toEqual({ maxHops: 3 });
    const alone = { limit: undefined, ofWorkspace: undefined };
    expect(withLimit({ maxTokens: 5 }, "maxTokens", alone)).toEqual({});
    const replans = (limit: number | undefined) =>
      withLimit({}, "maxTotalReplans", { limit, ofWorkspace: 2 });
    expect([replans(0), replans(undefined), replans(2)]).toEqual([{ maxTotalReplans: 0 }, {}, {}]);
  });

  it("say where they come from", () => {
    const source = (own: number | null | undefined, default_?: number) =>
      limitSource("maxTokens", own, default_);
    expect(source(undefined)).toBe("Leave empty for no limit.");
    expect(source(undefined, ofWorkspace)).toBe("Set by the workspace default. Leave empty for no limit.");
    expect(source(5, ofWorkspace)).toBe("Workspace default: 20,000 tokens.");
    expect(source(null, ofWorkspace)).toBe("No limit for this run; the workspace default is 20,000 tokens.");
    expect(limitSource("maxTotalReplans", undefined, undefined)).toBe("Default: 5.");
    expect(limitSource("maxTotalReplans", undefined, 2)).toBe("Set by the workspace default.");
  });
});
