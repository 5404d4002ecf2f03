export { createAiSdkModel, type ModelSettings } from "./create-model";
export { type EnvironmentModels, environmentModels, type FixedModels } from "./environment-models";
export type { ProviderSettings } from "./provider-settings";
export type { RefusedFeatures } from "./refusals/refused-tools";
export { workspaceModels } from "./workspace-models";
