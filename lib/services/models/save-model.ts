import { writeModel } from "@/db/queries/settings/model-settings";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { modelInput } from "@/lib/core/inputs/models";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";
import { toMicroUsd } from "./price";

/** Throws `invalid_input` when there is no such provider. */
export const saveModel = defineVerb({
  name: "models/saveModel",
  capability: "admin",
  description:
    "Adds a model or says what holds of it: `{id, label?, enabled?, price?: {inputUsd, cachedInputUsd?, outputUsd}, contextTokens?, maxOutputTokens?, toolCalling?: native / json, jsonSchema?, maxConcurrent?, tokensPerMinute?, reasoningEffort?, temperature?, images?, pdf?}`; prices in US dollars for a million tokens. What is left out is as the lists say, or not limited",
  routes: [{ at: "POST /api/v1/models" }],
  input: modelInput,
  async run({ ctx, input }): Promise<{ id: string }> {
    const { id, price, ...rest } = input;
    const provider = id.slice(0, id.indexOf(":"));
    const known = ctx.setup.modelProviders().find(({ name }) => name === provider);
    if (!known || known.from === "built_in") {
      const names = ctx.setup.modelProviders().filter(({ from }) => from !== "built_in");
      const there = names.map(({ name }) => name).join(", ") || "none yet";
      const message = `There is no provider ${provider} to take models from (${there}).`;
      const issues = [{ path: "id", message }];
      throw new DomainFailure(domainError("invalid_input", message, { issues }));
    }
    const row = {
      id,
      provider,
      ...rest,
      inputMicroUsd: price && toMicroUsd(price.inputUsd),
      outputMicroUsd: price && toMicroUsd(price.outputUsd),
      cachedInputMicroUsd: price && price.cachedInputUsd !== null ? toMicroUsd(price.cachedInputUsd) : null,
    };
    await changeSetup(ctx, { action: "model_saved", subject: id, details: { ...rest, price } }, (tx) =>
      writeModel(tx, ctx.actor.workspaceId, row),
    );
    return { id };
  },
});
