import { describe, expect, it } from "vitest";
import { replanner } from "@/lib/agents/replanner";
import { reviewer } from "@/lib/agents/reviewer";
import { reviewSpec } from "@/lib/core/plan";
import { statedReason } from "@/lib/core/run/reasons";
import { missionOf, playStory } from "@/lib/testing/engine/play-story";
import { askRole } from "@/lib/testing/models/simulated-model";

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
