import { expect, test } from "vitest";
import { anchorOn, type Place } from "@/lib/core/comments/anchor";
import type { Json } from "@/lib/core/json";
import type { Lineages } from "@/lib/core/plan/lineage";
import { type Plan, plan as planSchema } from "@/lib/core/plan/schema";
import { patchBetween, planDigest, storePlan } from "@/lib/core/plan/store";
import type { OfferedPlan } from "@/lib/core/run/commands";
import type { EffectContext } from "../effect";
import { withDispositions } from "./offer-plan";

const planWith = (...tasks: [id: string, title: string][]): Plan =>
  planSchema.parse({ title: "P", tasks: tasks.map(([id, title]) => ({ id, title, input: title })) });
const known: Lineages = new Map([["ramp", "ramp"]]);

test("a proposal that is written again is held against the one before by the lineages of both", async () => {
  const current = planWith(["ramp", "Ramp up"]);
  // Both use the id again under another title: no task says that it carries on the lineage.
  const proposed = planWith(["ramp_v2", "Roll back"]);
  const again = planWith(["back", "Roll back"]);
  const digest = planDigest(proposed);
  const stored = storePlan(proposed, new Map([...known, ["ramp_v2", "ramp"]])).plan;
  const context = {
    runId: "run_1",
    state: () => ({ workspaceId: "w" }),
    reads: {
      values: async () => new Map<string, Json>([[digest, proposed as Json]]),
      offeredPatches: async () => new Map([[digest, patchBetween(undefined, stored)]]),
    },
  } as unknown as EffectContext;
  const place: Place = { plan: proposed, version: 2, lineages: new Map([["ramp_v2", "ramp"]]) };
  const anchor = anchorOn(place, { kind: "plan" });
  if (!anchor) throw new Error("a plan can be commented on");
  const round = { number: 1, comments: [{ id: "c", text: "Why?", anchor, proposal: digest }] };
  const base = { current, version: 1, lineages: known };
  const written = { plan: again, lineages: new Map([...known, ["back", "ramp"]]) };
  const offered = await withDispositions(context, {} as OfferedPlan, round, [], base, written);
  expect(offered.dispositions).toMatchObject([
    { comment: "c", change: { added: 0, tasks: { removed: 0, changed: 0 } } },
  ]);
});
