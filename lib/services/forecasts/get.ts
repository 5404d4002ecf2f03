import { z } from "zod";
import { readOutcomes } from "@/db/queries/forecasts/read-outcomes";
import { restOfRun } from "@/lib/core/forecast/rest-of-run";
import type { RunForecast } from "@/lib/core/forecast/views";
import { inAddress, ordinal } from "@/lib/core/inputs/bounds";
import { isOver } from "@/lib/core/run/retrospects";
import type { RunState } from "@/lib/core/run/state";
import type { ServiceContext } from "../context";
import { orDrill } from "../drills/shown";
import { storedRun } from "../submit";
import { defineVerb } from "../verb";
import { outcomeOf } from "./outcome";

/** Throws `not_found`. */
export const getForecast = defineVerb({
  name: "forecasts/get",
  capability: "view",
  description:
    "What a plan version was expected to take and what is left of it: `{version, forecast, rest, outcome}`; amounts in millionths of a dollar and milliseconds, `outcome` is what came once the run is over, for version 1",
  see: ["costs.md#forecasts"],
  routes: [{ at: "GET /api/v1/runs/{id}/forecast", id: "runId" }],
  input: z.strictObject({
    runId: z.string().max(200),
    version: inAddress(ordinal).optional(),
  }),
  run: ({ ctx, input }): Promise<RunForecast> =>
    forecastOf(ctx, input).catch(orDrill(ctx, input.runId, ({ state }) => unknownForecast(state))),
});

async function forecastOf(
  ctx: ServiceContext,
  input: { runId: string; version?: number | undefined },
): Promise<RunForecast> {
  const state = await storedRun(ctx, input.runId);
  const version = input.version ?? state.planVersion;
  const forecast = (await ctx.forecasts.ofVersion(state, version)) ?? null;
  const rest = forecast && version === state.planVersion ? restOfRun(state, forecast) : null;
  return { version, forecast, rest, outcome: version === 1 ? await outcomeOfRun(ctx, state) : null };
}

/** None is made for a run that never was: it would be kept. */
const unknownForecast = ({ planVersion: version }: RunState): RunForecast => ({
  version,
  forecast: null,
  rest: null,
  outcome: null,
});

async function outcomeOfRun({ db, actor }: ServiceContext, state: Readonly<RunState>) {
  if (!isOver(state)) return null;
  const { workspaceId } = actor;
  const everywhere = { fromMs: 0, beforeMs: Number.MAX_SAFE_INTEGER / 1_000, limit: 1 };
  const of = { workspaceId, demo: state.tags.includes("demo"), runId: state.runId };
  const [row] = await readOutcomes(db, { ...of, ...everywhere });
  return row ? outcomeOf(row) : null;
}
