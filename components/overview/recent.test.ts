import { expect, it } from "vitest";
import type { RunListItem } from "@/lib/core/views";
import { lastEnded, RECENT_RUNS } from "./recent";

it("what ended last of several lists comes first", () => {
  const run = (id: string, finishedAt: number | null) => ({ id, finishedAt, createdAt: 3 }) as RunListItem;
  const failed = [run("f9", 9), run("f2", 2)];
  const aborted = [run("a7", 7), run("a3", null), run("a1", 1), run("a0", 0)];
  expect(lastEnded(failed, aborted).map(({ id }) => id)).toEqual(["f9", "a7", "a3", "f2", "a1"]);
});

it("each status is asked for by itself, so that no number of others hides its last runs", () => {
  for (const [status, filter] of Object.entries(RECENT_RUNS)) expect(filter.status).toEqual([status]);
});
