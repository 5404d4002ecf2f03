import { afterEach, describe, expect, it, vi } from "vitest";
import { reviewSpec } from "@/lib/core/plan/schema";
import { readWithOwnReviews } from "./plan-reading";

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
    expect((await readWithOwnReviews(text("cost"), [], {}))?.errors).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
    const read = await readWithOwnReviews(text("legal"), [], {});
    expect(read?.plan?.tasks[1]?.review?.focus).toBe("Is it lawful?");
    expect(read?.warnings).toEqual([]);
    expect((await readWithOwnReviews(text("tax"), [], {}))?.errors).toMatchObject([
      { code: "unknown_review_template", taskId: "r" },
    ]);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
