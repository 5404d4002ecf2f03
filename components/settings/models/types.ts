import type { PageText } from "@/lib/client/page-text";
import type { ModelChange, ProviderChange, RoleChange } from "@/lib/core/inputs/models";
import type { ModelTest } from "@/lib/core/models/views";
import type { ProblemFacts } from "../../ui/problem";

/** Nothing when it was done; the page then shows what is. */
export type MutationResult = { problem?: ProblemFacts };

/** What the page of models can ask for. */
export type ModelActions = {
  saveProvider(change: PageText<ProviderChange>): Promise<MutationResult>;
  removeProvider(name: string): Promise<MutationResult>;
  saveModel(change: ModelChange): Promise<MutationResult>;
  removeModel(id: string): Promise<MutationResult>;
  setSimulatedTools(enabled: boolean): Promise<MutationResult>;
  setDefaults(defaults: Record<string, string>): Promise<MutationResult>;
  saveRole(change: RoleChange): Promise<MutationResult>;
  test(id: string): Promise<MutationResult & { test?: ModelTest }>;
};
