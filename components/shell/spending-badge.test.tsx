import { describe, expect, it } from "vitest";
import { renderHtml } from "@/lib/testing/render";
import { SpendingBadge } from "./spending-badge";

const shown = (costMicroUsd: number, capMicroUsd: number | null) =>
  renderHtml(<SpendingBadge first={{ day: "2026-11-24", costMicroUsd, uncostedCalls: 0, capMicroUsd }} />);
const textOf = (html: string) => html.replace(/<[^>]+>/g, "");

describe("the spending of the day in the header", () => {
  it("is said against the cap and leads to it; from four fifths on in colors, and on a phone too", () => {
    const calm = shown(7_900_000, 10_000_000);
    expect(textOf(calm)).toBe("Spent today: $7.90 of $10.00 of the daily cap");
    expect(calm).not.toMatch(/text-(amber|bad)/);
    expect(calm).toContain("max-md:hidden");
    expect(shown(8_100_000, 10_000_000)).not.toContain("max-md:hidden");
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
