import { expect, it } from "vitest";
import type { RunState } from "@/lib/core/run/state";
import { dateOf } from "./run-facts";

it("tells the day of a run by the zone that it is a day of", () => {
  expect(dateOf({ createdAt: Date.UTC(2026, 8, 23, 23, 59) } as RunState)).toBe("2026-09-23 (UTC)");
});
