import type { ModelProviderKind } from "@/lib/core/model-providers";
import type { ModelOverrides, ModelTest } from "@/lib/core/model-views";
import type { ProblemFacts } from "../../ui/problem";

/** A key or headers that are left out stay as they are; null and {} remove them. */
export type ProviderChange = {
  name: string;
  kind: ModelProviderKind;
  baseUrl: string | null;
  api: "chat" | "responses";
  key?: string | null;
  headers?: Record<string, string>;
  enabled: boolean;
};

export type ModelChange = ModelOverrides & { id: string };

/** Nothing when it was done; the page then shows what is. */
export type MutationResult = { problem?: ProblemFacts };

/** What the page of models can ask for. */
export type ModelActions = {
  saveProvider(change: ProviderChange): Promise<MutationResult>;
  removeProvider(name: string): Promise<MutationResult>;
  saveModel(change: ModelChange): Promise<MutationResult>;
  removeModel(id: string): Promise<MutationResult>;
  setDefaults(defaults: Record<string, string>): Promise<MutationResult>;
  test(id: string): Promise<MutationResult & { test?: ModelTest }>;
};
