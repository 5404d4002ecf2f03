import { describe, expect, it } from "vitest";
import type { ModelInfo } from "@/lib/core/ports";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { toolContext } from "@/lib/testing/tools/tool-context";
import { createToolbox } from "@/lib/tools";
import { toolsOfRun, toolsOfSettings } from "./simulated-tools";

const MODELS: ModelInfo[] = [
  { id: "real", provider: "p", simulated: false },
  { id: "scenarios", provider: "simulated", simulated: true },
];
const tools = createToolbox([testTool("look"), testTool("deploy", { tags: ["simulated"] })]);
const setup = (serving: string, enabled = false) => ({
  tools,
  model: { list: () => MODELS, call: () => Promise.reject(new Error("not called")) },
  defaultModelOf: () => serving,
  simulatedTools: () => enabled,
});
const names = (known: typeof tools) => known.list().map(({ name }) => name);

describe("simulated tools", () => {
  it("are there for the simulated model, by whatever way it serves", () => {
    expect(names(toolsOfSettings(setup("scenarios")))).toEqual(["look", "deploy"]);
    expect(names(toolsOfSettings(setup("real"), { models: { agent: "scenarios" } }))).toContain("deploy");
    const replaced = { settings: { models: {} }, replacementModels: { real: "scenarios" } };
    expect(names(toolsOfRun(setup("real"), replaced))).toContain("deploy");
  });

  it("are there for a real one where the workspace turns them on", () => {
    expect(names(toolsOfSettings(setup("real", true)))).toContain("deploy");
    expect(names(toolsOfSettings(setup("real")))).toEqual(["look"]);
  });

  it("do not exist for a real one otherwise: no call finds them", async () => {
    const known = toolsOfSettings(setup("real"));
    expect(known.find("deploy")).toBeUndefined();
    expect(known.find("look")).toBeDefined();
    expect(known.checkArguments("deploy", {})).toMatch(/simulated/);
    expect(known.checkArguments("look", {})).toBeUndefined();
    expect(known.summarize("look", {})).toBe("look");
    expect(await known.run("deploy", {}, toolContext())).toMatchObject({ ok: false, code: "unknown_tool" });
    expect(await known.run("look", {}, toolContext())).toMatchObject({ ok: true });
  });
});
