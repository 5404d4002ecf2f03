import { describe, expect, it } from "vitest";
import { localPerson } from "@/lib/auth/actor";
import type { ModelInfo } from "@/lib/core/ports";
import { sameSetup } from "@/lib/engine/workspaces";
import { createManualClock } from "@/lib/testing/manual-clock";
import { modelOf } from "@/lib/testing/service-world";
import { createToolbox } from "@/lib/tools/toolbox";
import type { ServiceDeps } from "../context";
import { createQuotas } from "../quotas";
import { createRun } from "./create";

const info = (id: string, simulated = false): ModelInfo => ({ id, provider: "p", simulated });
const MODELS = [info("p:real"), info("p:demo", true), info("p:other", true)];

/** Services of a workspace with these models, whose run store keeps the commands it was given. */
function world(models = MODELS) {
  const commands: unknown[] = [];
  const deps: Partial<ServiceDeps> = {
    quotas: createQuotas("off", createManualClock()),
    ids: { next: () => "1" },
    clock: createManualClock(),
    layouts: { prepare() {} } as never,
    db: { execute: async () => [{ costMicroUsd: 0, uncostedCalls: 0, capMicroUsd: null }] } as never,
    workspaces: sameSetup({
      model: modelOf(models),
      tools: createToolbox([]),
      defaultModelId: models[0]?.id ?? "none",
    }),
    runStore: {
      createRun: async (runId: string, { envelope: { command } }: { envelope: { command: object } }) => {
        commands.push(command);
        return { replies: [{ ok: true, seq: 1 }], state: { runId, ...command } };
      },
    } as never,
  };
  const ctx = { ...deps, actor: localPerson } as ServiceDeps & { actor: typeof localPerson };
  const create = async (more: Partial<Parameters<typeof createRun>[0]["input"]> = {}) => {
    await createRun({ ctx, input: { mission: "Plant a tree", ...more } });
    return commands.at(-1);
  };
  return { create, commands };
}

describe("createRun", () => {
  it("marks a run that asks simulated models alone", async () => {
    const demo = { settings: { models: { default: "p:demo" } } };
    expect(await world().create(demo)).toMatchObject({ tags: ["demo"] });
    expect(await world().create({ ...demo, tags: ["garden", "demo"] })).toMatchObject({
      tags: ["garden", "demo"],
    });
  });

  it("marks no run that asks a real model, be it beside a simulated one", async () => {
    expect(await world().create({ tags: ["garden"] })).toMatchObject({ tags: ["garden"] });
    const models = { default: "p:demo", planner: "p:real" };
    expect(await world().create({ settings: { models } })).toMatchObject({ tags: [] });
  });

  it("names the models without a price", async () => {
    expect(await world().create()).toMatchObject({ unpriced: ["p:real"] });
  });

  it("refuses a model that the workspace does not have, a critic's too", async () => {
    const { create, commands } = world();
    const settings = { reflection: { enabled: true, model: "p:gone" } };
    await expect(create({ settings })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(create({ settings: { models: { default: "p:gone" } } })).rejects.toMatchObject({
      code: "invalid_input",
      message: "There is no model “p:gone”. There are: p:real, p:demo, p:other.",
    });
    expect(commands).toEqual([]);
  });
});
