import { readBlobs } from "@/db/queries/read-blobs";
import { readRunUsage, readStepsAfter } from "@/db/queries/read-calls";
import {
  beginning,
  type Preamble,
  preamble,
  step as stepSchema,
  summary as summarySchema,
} from "@/lib/core/trajectory";
import type { CallPrompt } from "@/lib/core/views";
import { requestOfTurn } from "@/lib/engine/replay/model/request";
import type { ServiceContext } from "../../context";
import { readAttemptSteps } from "../exports/export-trajectory";
import { runPurgesOf } from "./list";

type AttemptKey = { runId: string; taskId: string; attempt: number };

/** What the attempt's requests began with; of one of an earlier time as far as it is known. */
export async function preambleOf(ctx: ServiceContext, from: AttemptKey): Promise<Partial<Preamble>> {
  const { workspaceId } = ctx.actor;
  const [first] = await readStepsAfter(ctx.db, { ...from, workspaceId, after: 0, limit: 1 });
  const { system, preamble: digest } = beginning.safeParse(first?.start).data ?? {};
  if (digest === undefined) return system === undefined ? {} : { system };
  const bodies = await readBlobs(ctx.db, { workspaceId, digests: [digest] });
  return preamble.safeParse(bodies.get(digest)).data ?? {};
}

/**
 * What an agent was sent for one of its turns, put together from its steps: its own turns stand there in no provider's form,
 * and files are left out.
 */
export async function turnPrompt(ctx: ServiceContext, of: AttemptKey, turn: number): Promise<CallPrompt> {
  const { workspaceId } = ctx.actor;
  const [rows, { system, tools }] = await Promise.all([
    readAttemptSteps(ctx.db, { ...of, workspaceId }),
    preambleOf(ctx, of),
  ]);
  const begun = beginning.safeParse(rows[0]?.start).data;
  if (!begun || system === undefined) {
    const { payloadsAt } = runPurgesOf(await readRunUsage(ctx.db, { workspaceId, runId: of.runId }));
    return { kept: false, why: payloadsAt === null ? "not_kept" : "removed" };
  }
  const { query, context, constraints } = begun;
  const summarized = rows.findLast((row) => row.step < turn && row.summary !== null);
  const trajectory = {
    query,
    context,
    constraints,
    answer: null,
    steps: rows.map(({ body }) => stepSchema.parse(body)),
    summary: summarySchema.nullable().parse(summarized?.summary ?? null),
  };
  const asRecorded = { model: "recorded", prompt: "recorded" } as const;
  const request = requestOfTurn(ctx.tools, {
    turn: { step: turn, modelId: "", inJson: constraints.toolCalling === "json" },
    variant: asRecorded,
    recorded: { system, ...(tools && { tools }) },
    trajectory,
  });
  const { messages, tools: offered = [] } = request;
  return { kept: true, system, messages, tools: offered, fromSteps: true };
}
