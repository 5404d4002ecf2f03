import { z } from "zod";
import { readCallFacts, readStepsAfter } from "@/db/queries/read-calls";
import {
  type Step,
  type Summary,
  step as stepSchema,
  summary as summarySchema,
} from "@/lib/core/trajectory/types";
import { requireRun } from "../submit";
import { defineVerb } from "../verb";

/** What is known of a tool call beside its step: how it ended and how long it took. */
export type CallFacts = {
  callId: string;
  sideEffects: string;
  finished: boolean;
  latencyMs: number | null;
};

/** `summary`: what was made of the first steps after this one; null where nothing was. */
export type StepView = { step: number; at: number; body: Step; summary: Summary | null; calls: CallFacts[] };

/** The committed steps of one attempt, in order and in pages. Throws `not_found` for an unknown run. */
export const readTrajectory = defineVerb({
  name: "runs/trajectory",
  capability: "view",
  input: z.object({
    runId: z.string().max(200),
    taskId: z.string().min(1).max(200),
    attempt: z.coerce.number().int().min(1),
    /** The step to go on after. */
    after: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  async run({ ctx, input }): Promise<{ items: StepView[]; nextAfter: number | null }> {
    await requireRun(ctx, input.runId);
    const of = { ...input, workspaceId: ctx.actor.workspaceId };
    const [steps, calls] = await Promise.all([
      readStepsAfter(ctx.db, { ...of, limit: input.limit + 1 }),
      readCallFacts(ctx.db, of),
    ]);
    const page = steps.slice(0, input.limit);
    const items = page.map(({ step, at, body, summary }) => ({
      step,
      at: at.getTime(),
      body: stepSchema.parse(body),
      summary: summarySchema.nullable().parse(summary),
      calls: calls.filter((call) => call.step === step).map(callFacts),
    }));
    return { items, nextAfter: steps.length > input.limit ? (page.at(-1)?.step ?? null) : null };
  },
});

function callFacts(row: Awaited<ReturnType<typeof readCallFacts>>[number]): CallFacts {
  const { callId, sideEffects, status, latencyMs } = row;
  return { callId, sideEffects, finished: status === "finished", latencyMs };
}
