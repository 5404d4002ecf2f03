import { z } from "zod";
import { readOutcomes } from "@/db/queries/forecasts/read-outcomes";
import { summarizeErrors } from "@/lib/core/forecast/errors";
import type { ForecastErrors } from "@/lib/core/forecast/views";
import { dayRange } from "@/lib/core/inputs/bounds";
import { readScope } from "../costs/scope";
import { defineVerb } from "../verb";
import { outcomeOf } from "./outcome";

const MAX_RUNS = 1_000;

/** Throws `invalid_input` for a range without end; without one it is the last thirty days. */
export const forecastErrors = defineVerb({
  name: "forecasts/errors",
  capability: "view",
  description:
    "How far off forecasts were, over the runs that finished in these days: `{days, runs, money, time, writes, items}`, each summary with its `n`; `demo=true` for simulated runs",
  see: ["costs.md#forecasts"],
  routes: [{ at: "GET /api/v1/forecasts/errors" }],
  input: z.strictObject({
    ...dayRange,
    tag: z.string().min(1).max(200).optional(),
    demo: z.enum(["true", "false"]).default("false"),
  }),
  async run({ ctx, input: { demo, ...asked } }): Promise<ForecastErrors> {
    const { days, scope } = readScope(ctx, asked);
    const rows = await readOutcomes(ctx.db, { ...scope, demo: demo === "true", limit: MAX_RUNS });
    const items = rows.map(outcomeOf);
    return {
      days: { from: days.from, to: days.to },
      runs: items.length,
      money: summarizeErrors(items.map(({ moneyUsd }) => moneyUsd)),
      time: summarizeErrors(items.map(({ timeMs }) => timeMs)),
      writes: summarizeErrors(items.map(({ writes }) => writes)),
      items,
    };
  },
});
