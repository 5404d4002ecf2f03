import { describe, expect, it } from "vitest";
import type { Plan } from "@/lib/core/plan/schema";
import type { ModelInfo } from "@/lib/core/ports";
import { runSettings } from "@/lib/core/run/settings";
import { modelOf } from "@/lib/testing/service-world";
import { usedModels } from "./used-models";

const info = (id: string): ModelInfo => ({ id, provider: "p", simulated: false });
const models = ["p:plain", "p:strong", "p:other", "p:idle"].map(info);
const plan = (model: string) => ({ agents: { clerk: { model } } }) as unknown as Plan;

function used(settings: object, defaults: Record<string, string> = {}, of?: Plan): string[] {
  const setup = { model: modelOf(models), defaultModelOf: (role: string) => defaults[role] ?? "p:plain" };
  const found = usedModels({ models, setup: setup as never }, runSettings.parse(settings), of);
  return found.map(({ id }) => id);
}

describe("the models that a run may use", () => {
  it("are the workspace's of the roles, unless the run names others", () => {
    expect(used({})).toEqual(["p:plain"]);
    expect(used({}, { planner: "p:strong" })).toEqual(["p:plain", "p:strong"]);
    expect(used({ models: { default: "p:other" } }, { planner: "p:strong" })).toEqual(["p:other"]);
    expect(used({ models: { planner: "p:other" } })).toEqual(["p:plain", "p:other"]);
  });

  it("are those of the plan's agents and of the answer's critic too", () => {
    expect(used({}, {}, plan("p:strong"))).toEqual(["p:plain", "p:strong"]);
    expect(used({ reflection: { enabled: true, model: "p:other" } })).toEqual(["p:plain", "p:other"]);
    expect(used({ reflection: { enabled: false, model: "p:other" } })).toEqual(["p:plain"]);
  });
});
