import { describe, expect, it } from "vitest";
import { planner } from "@/lib/agents/planner";
import { replanner } from "@/lib/agents/replanner";
import { reviewer } from "@/lib/agents/reviewer";
import { anchorOn } from "@/lib/core/comments/anchor";
import type { Anchor } from "@/lib/core/comments/schema";
import { reviewSpec, validatePlan } from "@/lib/core/plan";
import type { Plan } from "@/lib/core/plan/schema";
import { taskInShort } from "@/lib/core/plan/write/json";
import { statedReason } from "@/lib/core/run/reasons";
import { missionOf, playStory } from "@/lib/testing/engine/play-story";
import { askRole } from "@/lib/testing/models/simulated-model";
import { placeOf } from "@/lib/testing/plans/place-of";

const mission = missionOf("tail-replan");

describe("the story of the price list with gaps", async () => {
  const { state, gates, calls } = await playStory(mission);
  const { tasks } = state;

  it("refuses prices of zero, and names the articles", () => {
    expect(tasks.compute_prices).toMatchObject({
      status: "failed",
      diagnosis: statedReason("Price must be positive: K-104, K-106"),
      attempts: [{ checks: [{ layer: "predicate", outcome: "failed" }] }],
    });
  });

  it("replaces the tail once, for the same line of work, and keeps what is done", () => {
    expect(state.counters).toMatchObject({ replans: 1, replansByLineage: { compute_prices: 1 } });
    expect(state.planVersion).toBe(2);
    for (const id of ["read_price_list", "read_rate"]) {
      expect(tasks[id]).toMatchObject({ status: "succeeded", sinceVersion: 1, attempt: 1 });
    }
    expect(tasks.update_shop?.status).toBe("superseded");
    expect(tasks.compute_prices_v2?.spec.lineage).toBe("compute_prices");
  });

  it("looks up what was missing, and continues to the end", () => {
    expect(tasks.compute_prices_v2?.result).toMatchObject({
      inline: expect.arrayContaining([
        { sku: "K-101", eur: 11.5 },
        { sku: "K-104", eur: 40.94 },
      ]),
    });
    expect(tasks.review_prices_v2?.proposal).toMatchObject({
      decision: "CONTINUE",
      answers: [{ answer: "yes" }, { answer: "yes", evidence: "6 of 6 articles have one." }],
    });
    expect(state.finished?.reason).toBe("answer_complete");
    expect(gates).toEqual([]);
    expect(calls).toEqual([
      expect.stringContaining("Read the"),
      expect.stringContaining("Read the"),
      "Look up K-104, K-106 at kestrel-supply",
      "Set 6 prices of v7 in webshop",
      "Compare the prices that webshop shows with v7",
    ]);
    expect(state.answer).toMatchObject({ inline: expect.stringContaining("K-104 and K-106") });
  });
});

/** The plan with which the story begins. */
async function firstPlan(): Promise<Plan> {
  return (await askRole(planner, { mission, tools: [] })).plan;
}

describe("off its path", () => {
  const replanned = async (reason: string, completed: { id: string; preview: string }[]) => {
    const answered = await askRole(replanner, {
      mission,
      trigger: { kind: "person", reason },
      completed: completed.map((task) => ({ title: task.id, ...task })),
      effectsDone: [],
      remaining: [],
      history: [],
      tools: [],
      version: 2,
    });
    return answered.kind === "plan" ? answered.plan.tasks.map(({ id }) => id) : [];
  };
  const list = { id: "read_price_list", preview: "{}" };

  it("a person's wish takes up the plan where it stands", async () => {
    expect(await replanned("Be careful", [list])).toEqual([
      "read_rate",
      "compute_prices",
      "review_prices",
      "update_shop",
      "check_shop",
    ]);
    const quoted = { id: "quote_missing", preview: '{"rows":[{"sku":"K-104","usd":44.5}]}' };
    expect(await replanned("Be careful", [list, quoted])).toEqual([
      "compute_prices_v2",
      "review_prices_v2",
      "update_shop_v2",
      "check_shop_v2",
    ]);
  });

  it("a change that people comment on is written again as it was, with what they ask", async () => {
    const plan = await firstPlan();
    const place = placeOf(plan.tasks, 1, undefined, { agents: plan.agents });
    const anchors = [
      anchorOn(place, { kind: "task", taskId: "compute_prices" }),
      anchorOn(place, { kind: "task", taskId: "check_shop" }),
      anchorOn(place, { kind: "plan" }),
    ] as Anchor[];
    const [done, open] = [plan.tasks.slice(0, 2), plan.tasks.slice(3)];
    const answered = await askRole(replanner, {
      mission,
      effectsDone: [],
      history: [],
      tools: [],
      version: 1,
      trigger: {
        kind: "verification",
        taskId: "compute_prices",
        reason: "The check refused the result.",
        diagnosis: "Price must be positive: K-104, K-106",
      },
      completed: done.map(({ id, title }) => ({ id, title, preview: "{}" })),
      remaining: open.map((one) => taskInShort(one)),
      comments: anchors.map((anchor, n) => ({ id: `cmt_${n}`, anchor, text: "Say where each is from." })),
    });
    if (answered.kind !== "plan") throw new Error("No plan");
    const { tasks } = answered.plan;
    expect(tasks.map(({ id }) => id)).toEqual([
      ...["quote_missing", "compute_prices_v2", "review_prices_v2", "update_shop_v2"],
      ...["as_asked", "check_shop_v2"],
    ]);
    expect(tasks.at(-1)?.input).toContain("Say where each is from.");
    const said = answered.dispositions?.map(({ disposition }) => disposition);
    expect(said).toEqual(["declined", "addressed", "addressed"]);
    const knownIds = done.map(({ id }) => id);
    expect(validatePlan(answered.plan, { tools: [], knownIds }).map(({ code }) => code)).toEqual([]);
  });

  it.each([
    ["Is every price above zero?", '[{"sku":"K-104","eur":0}]', "The lowest price is 0 euros."],
    ["Is there a price for each article?", '{"usd":1},{"usd":2} {"eur":1}', "1 of 2 articles have one."],
  ])("%s keeps wrong prices out of the shop", async (point, preview, evidence) => {
    const decided = await askRole(reviewer, {
      mission,
      review: reviewSpec.parse({ decisionPoints: [point] }),
      tasks: [{ id: "compute_prices", title: "Compute", type: "task", status: "succeeded", result: preview }],
      remaining: [],
    });
    expect(decided).toMatchObject({ decision: "ABORT", abortReason: expect.stringContaining(evidence) });
  });
});
