import { describe, expect, it } from "vitest";
import { renderHtml } from "@/lib/testing/render";
import { SpendingBadge } from "./spending-badge";

const shown = (costMicroUsd: number, capMicroUsd: number | null) =>
  renderHtml(<SpendingBadge first={{ day: "2026-11-24", costMicroUsd, uncostedCalls: 0, capMicroUsd }} />);
const textOf = (html: string) => html.replace(/<[^>]+>/g, "");

describe("the spending of the day in the header", () => {
  it("is said from four fifths of the cap on, and leads to the cap", () => {
    expect(shown(7_900_000, 10_000_000)).toBe("");
    const html = shown(8_100_000, 10_000_000);
    expect(textOf(html)).toBe("Spent today: $8.10 of $10.00 of the daily cap");
    expect(html).toContain('href="/settings/spending"');
    expect(html).toContain("text-amber");
    expect(shown(10_000_000, 10_000_000)).toContain("text-bad");
  });

  it("is not said where there is no cap", () => {
    expect(shown(8_100_000, null)).toBe("");
  });
});
