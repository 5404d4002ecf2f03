import { SIMULATED_TAG, type Tools, type WorkspaceSetup } from "@/lib/core/ports";
import { chooseModel, type ModelChoice } from "./model/choose-model";

type Setup = Pick<WorkspaceSetup, "tools" | "model" | "defaultModelOf" | "simulatedTools">;

/**
 * The tools that a run knows: the simulated ones only where the simulated model serves its agents, or the workspace has
 * turned them on (docs/agents.md, "Simulated tools").
 */
export function toolsOfRun(setup: Setup, run: ModelChoice): Tools {
  const modelId = chooseModel(run, "agent", setup.defaultModelOf);
  return maySimulate(setup, modelId) ? setup.tools : withoutSimulated(setup.tools);
}

/** The same before there is a run: its settings say which model serves its agents, else the workspace does. */
export const toolsOfSettings = (setup: Setup, settings: ModelChoice["settings"] = { models: {} }): Tools =>
  toolsOfRun(setup, { settings, replacementModels: {} });

/** Whether runs with this model may be offered simulated tools. */
export function maySimulate(
  { model, simulatedTools }: Pick<Setup, "model" | "simulatedTools">,
  modelId: string,
): boolean {
  return simulatedTools() || (model.list().find(({ id }) => id === modelId)?.simulated ?? false);
}

function withoutSimulated(tools: Tools): Tools {
  const isHidden = (name: string): boolean => tools.find(name)?.tags.includes(SIMULATED_TAG) ?? false;
  const refusal = (name: string): string =>
    `There is no tool "${name}" for this model: it is a simulated one, which the workspace offers to the simulated model only.`;
  return {
    list: () => tools.list().filter(({ tags }) => !tags.includes(SIMULATED_TAG)),
    find: (name) => (isHidden(name) ? undefined : tools.find(name)),
    checkArguments: (name, args) => (isHidden(name) ? refusal(name) : tools.checkArguments(name, args)),
    summarize: (name, args) => tools.summarize(name, args),
    run: async (name, args, context) =>
      isHidden(name)
        ? { ok: false, code: "unknown_tool", message: refusal(name) }
        : tools.run(name, args, context),
  };
}
