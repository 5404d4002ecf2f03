import { describe, expect, it } from "vitest";
import { PLAN_FORMATS } from "../../views";
import { readPlan } from "../read/plan";
import { planFile } from "./file";

const plan = readPlan({ title: "Prüfe Daten!", tasks: [{ id: "a", title: "Alpha" }] }).plan;
if (!plan) throw new Error("no plan");

describe("a plan as a file", () => {
  it.each([
    ["json", "prufe-daten.json", "application/json", '"id": "a"'],
    ["text", "prufe-daten.txt", "text/plain; charset=utf-8", "Step 1: Alpha"],
    ["mermaid", "prufe-daten.mmd", "text/plain; charset=utf-8", "flowchart TD"],
    ["loop", "prufe-daten.loop.mmd", "text/plain; charset=utf-8", "need_replan and iteration < max"],
  ] as const)("is %s", (format, fileName, contentType, part) => {
    const file = planFile(plan, { format });
    expect(file).toMatchObject({ fileName, contentType });
    expect(file.text).toContain(part);
  });

  it("names its version, and draws how far it has come", () => {
    const tasks = { a: { icon: "✓", word: "verified", tone: "ok" } as const };
    const file = planFile(plan, { format: "mermaid", version: 3, tasks });
    expect(file.fileName).toBe("prufe-daten-v3.mmd");
    expect(file.text).toContain(":::ok");
  });

  it("exists in every format that is offered", () => {
    for (const format of PLAN_FORMATS) expect(planFile(plan, { format }).text).not.toBe("");
  });

  it("has a name where the title gives none", () => {
    expect(planFile({ ...plan, title: "…" }, { format: "json" }).fileName).toBe("plan.json");
  });
});
