import { expect, it } from "vitest";
import type { RunListItem } from "@/lib/core/views";
import { splitByOutcome } from "./recent";

it("what went wrong stands apart from what ended well or was called off", () => {
  const statuses = ["failed", "completed", "aborted", "cancelled"] as const;
  const runs = statuses.map((status) => ({ id: status, status }) as RunListItem);
  const { failures, others } = splitByOutcome(runs);
  expect(failures.map((run) => run.id)).toEqual(["failed", "aborted"]);
  expect(others.map((run) => run.id)).toEqual(["completed", "cancelled"]);
});
