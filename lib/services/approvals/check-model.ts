import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Json } from "@/lib/core/json";
import type { ModelInfo } from "@/lib/core/ports";
import type { ApprovalState } from "@/lib/core/run/state";
import type { ServiceContext } from "../context";

/** The models that may take the place of the one this gate is about; nothing where it is about none. */
export function alternativeModels(
  { models }: Pick<ServiceContext, "models">,
  { kind, subject }: Pick<ApprovalState, "kind" | "subject">,
): ModelInfo[] {
  if (kind !== "model_unavailable" || subject?.model === undefined) return [];
  return models.filter(({ id }) => id !== subject.model);
}

/**
 * Holds the model that a person chooses against the list of those that there are. Throws `invalid_input` with the
 * models to choose from (docs/engine.md, "When a model cannot be reached").
 */
export function checkModel(
  ctx: Pick<ServiceContext, "models">,
  gate: ApprovalState,
  verb: string,
  value: Json | undefined,
): void {
  if (gate.status !== "open" || gate.kind !== "model_unavailable" || verb !== "other") return;
  const alternatives = alternativeModels(ctx, gate).map(({ id }) => id);
  if (typeof value === "string" && alternatives.includes(value.trim())) return;
  const asked = typeof value === "string" ? `“${value}” is none of the models` : "Say which model";
  const message = `${asked} that can be asked instead: ${alternatives.join(", ") || "there is no other"}.`;
  throw new DomainFailure(domainError("invalid_input", message, { models: alternatives }));
}
