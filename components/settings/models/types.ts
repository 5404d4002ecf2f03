import type { ModelProviderKind } from "@/lib/core/model-providers";
import type { ModelTest, OwnModel } from "@/lib/core/model-views";
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

export type ModelChange = OwnModel & { id: string };

/** Nothing when it was done; the page then shows what is. */
export type Outcome = { problem?: ProblemFacts };

/** What the page of models can ask for. */
export type ModelActions = {
  saveProvider(change: ProviderChange): Promise<Outcome>;
  removeProvider(name: string): Promise<Outcome>;
  saveModel(change: ModelChange): Promise<Outcome>;
  removeModel(id: string): Promise<Outcome>;
  setDefaults(defaults: Record<string, string>): Promise<Outcome>;
  test(id: string): Promise<Outcome & { test?: ModelTest }>;
};
