import { describe, expect, it } from "vitest";
import { createRun } from "@/lib/services/runs/create";
import { createInput } from "./create-input";

describe("a draft", () => {
  it("leaves the defaults to the server", () => {
    const input = createInput({ mission: "Go", plan: " " });
    expect(input).toEqual({ mission: "Go", settings: {} });
    expect(createRun.schema.parse(input).settings.reviewMode).toBe("hold");
  });

  it("carries what was chosen", () => {
    const draft = { mission: "", plan: "Step 1: Go", planApproval: true, model: "m" };
    expect(createInput({ ...draft, reviewMode: "manual" })).toEqual({
      mission: "",
      plan: "Step 1: Go",
      settings: { planApproval: true, reviewMode: "manual", models: { default: "m" } },
    });
  });

  it("says that its plan was brought as a file, and how it is judged", () => {
    const critic = { mode: "model", minScore: 7 } as const;
    const input = createInput({ mission: "", plan: "Step 1: Go", imported: true, critic });
    expect(createRun.schema.parse(input)).toMatchObject({ planOrigin: "import", settings: { critic } });
    expect(createInput({ mission: "Go", plan: "", imported: true })).not.toHaveProperty("planOrigin");
  });
});
