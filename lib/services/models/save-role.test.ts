import { describe, expect, it } from "vitest";
import { localPerson } from "@/lib/auth/actor";
import type { ModelInfo } from "@/lib/core/ports";
import { sameSetup } from "@/lib/engine/workspaces";
import { modelOf } from "@/lib/testing/service-world";
import { createToolbox } from "@/lib/tools/toolbox";
import type { ServiceDeps } from "../context";
import { saveRole } from "./save-role";

const info = (id: string, simulated = false): ModelInfo => ({ id, provider: "p", simulated });
const SETUP = {
  model: modelOf([info("p:real"), info("p:demo", true)]),
  tools: createToolbox([]),
  defaultModelId: "p:real",
};

/** A workspace with a real and a simulated model, which counts what is written and whom it tells. */
function world() {
  const written: string[] = [];
  const deps: Partial<ServiceDeps> = {
    workspaces: { ...sameSetup(SETUP), invalidate: (id: string) => void written.push(`told ${id}`) },
    transact: async () => {
      written.push("transaction");
      return undefined as never;
    },
  };
  const ctx = { ...deps, actor: localPerson } as ServiceDeps & { actor: typeof localPerson };
  const save = (...fallbacks: string[]) => saveRole({ ctx, input: { role: "agent", fallbacks } });
  return { save, written };
}

describe("saveRole", () => {
  it("refuses fallbacks that cannot stand in, each at its place", async () => {
    const { save, written } = world();
    await expect(save("p:real", "p:demo", "p:gone")).rejects.toMatchObject({
      code: "invalid_input",
      message: "p:demo is none of the models that can stand in.",
      details: { issues: [{ path: "fallbacks.1" }, { path: "fallbacks.2" }] },
    });
    expect(written).toEqual([]);
  });

  it("saves a role whose fallbacks are real models, and tells the workspace's processes", async () => {
    const { save, written } = world();
    await expect(save("p:real")).resolves.toEqual({ role: "agent" });
    expect(written).toEqual(["transaction", `told ${localPerson.workspaceId}`]);
  });
});
