import { afterEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query";
import { reviewSpec } from "@/lib/core/plan/schema";
import { ownReviewsFor } from "./own-reviews";
import { readPlanSource } from "./plan-reading";

const text = (template: string) =>
  JSON.stringify({
    tasks: [
      { id: "a", title: "A" },
      { id: "r", type: "planning_review", dependsOn: ["a"], review: { template } },
    ],
  });
const review = reviewSpec.parse({ focus: "Is it lawful?" });

afterEach(() => vi.restoreAllMocks());

describe("a plan that names a review of the workspace", () => {
  it("is shown with what the review asks, and with an error where nobody has it", async () => {
    const answer = { items: [{ review: { name: "Legal review", review } }] };
    const ask = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(answer));
    const cache = createQueryClient();
    expect(await ownReviewsFor('{"tasks":[{"id":"a"}]}', cache)).toBeUndefined();
    expect(ask).not.toHaveBeenCalled();
    const readWith = async (plan: string) => readPlanSource(plan, [], {}, await ownReviewsFor(plan, cache));
    const read = await readWith(text("legal"));
    expect(read?.plan?.tasks[1]?.review?.focus).toBe("Is it lawful?");
    expect(read?.warnings).toEqual([]);
    expect((await readWith(text("tax")))?.unread).toMatchObject([
      { code: "unknown_review_template", taskId: "r" },
    ]);
    expect(
      (await readWith("PLAN: P\nStep 1: Planning Review - Law\n- Review template: Legal"))?.warnings,
    ).toEqual([]);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("is shown as it stands while the reviews cannot be loaded", async () => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("{}", { status: 500 }));
    expect(await ownReviewsFor(text("legal"), createQueryClient())).toBeUndefined();
  });
});
