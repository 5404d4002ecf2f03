import { z } from "zod";
import { writeAudit } from "@/db/queries/write-audit";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { ModelCheck, ModelTest } from "@/lib/core/model-views";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";
import { modelId } from "./inputs";
import { runChecks } from "./run-checks";

/** How long all requests of a test may take together. */
const TEST_TIMEOUT_MS = 90_000;

/**
 * Asks a model for text, and for a tool call and a structured answer where it claims to give them: real requests that
 * cost what they cost, made only when somebody asks for them. What came of it and what it cost goes into the audit log.
 * Throws `not_found` for a model that cannot be called.
 */
export const testModel = defineVerb({
  name: "models/test",
  capability: "admin",
  input: z.object({ id: modelId }),
  async run({ ctx, input: { id } }): Promise<ModelTest> {
    const info = ctx.models.find((model) => model.id === id);
    if (!info) {
      const message = `${id} is none of the models that can be called: it may be switched off.`;
      throw new DomainFailure(domainError("not_found", message));
    }
    const checks = await runChecks(ctx.setup.model, info, AbortSignal.timeout(TEST_TIMEOUT_MS));
    const test = { id, ok: checks.every(({ ok }) => ok), checks, costUsd: sumOf(checks) };
    await ctx.transact((tx) =>
      writeAudit(tx, {
        workspaceId: ctx.actor.workspaceId,
        actor: actorRefOf(ctx.actor),
        action: "model_tested",
        subject: id,
        details: structuredClone({ ok: test.ok, checks, costUsd: test.costUsd }),
      }),
    );
    return test;
  },
});

function sumOf(checks: ModelCheck[]): number | null {
  const known = checks.map(({ costUsd }) => costUsd).filter((cost) => cost !== null);
  return known.length === checks.length ? known.reduce((sum, cost) => sum + cost, 0) : null;
}
