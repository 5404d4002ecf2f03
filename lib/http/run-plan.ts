import type { Actor } from "@/lib/auth/actor";
import type { PlanFormat } from "@/lib/core/views";
import type { Services } from "@/lib/services/registry";

type PlanCall = {
  services: Services;
  actor: Actor;
  input: { runId: string; version?: number | undefined; format?: PlanFormat | undefined };
};

/** A plan version of a run: the whole view as JSON, or with a format the plan alone as a file to keep. */
export async function runPlan({ services, actor, input }: PlanCall): Promise<unknown> {
  const { runId, version, format } = input;
  const of = { runId, ...(version !== undefined && { version }) };
  if (format === undefined) return services.plans.get({ actor, input: of });
  const { fileName, contentType, text } = await services.plans.export({ actor, input: { ...of, format } });
  const headers = {
    "content-type": contentType,
    "content-disposition": `attachment; filename="${fileName}"`,
    "cache-control": "no-store",
  };
  return new Response(text, { headers });
}
