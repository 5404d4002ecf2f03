import { expect, it } from "vitest";
import { EXPORT_OUTCOMES } from "../data/words";
import { DELETE_CONFIRMATION } from "../retention";
import { exportAuditInput } from "./data";
import { MAX_RUNS_AT_ONCE } from "./limits";
import { deleteEndedInput, deleteRunsInput, deletionInput } from "./retention";

const refusal = (read: { error?: { issues: readonly { message: string }[] } }) =>
  read.error?.issues[0]?.message;

it("takes days of the audit log in their order, or none, as CSV unless something else is asked for", () => {
  expect(exportAuditInput.parse({})).toEqual({ format: "csv" });
  const day = { from: "2026-03-01", to: "2026-03-01" };
  expect(exportAuditInput.parse({ ...day, format: "jsonl" })).toEqual({ ...day, format: "jsonl" });
  expect(exportAuditInput.safeParse({ from: "2026-03-01" }).success).toBe(true);
  expect(refusal(exportAuditInput.safeParse({ ...day, to: "2026-02-28" }))).toMatch(/not before the first/);
  expect(refusal(exportAuditInput.safeParse({ from: "2026-02-30" }))).toMatch(/Enter a day/);
});

it("deletes named runs, or all that ended before a day, never both nor everything", () => {
  expect(deletionInput.parse({ runIds: ["run_1"] })).toEqual({ runIds: ["run_1"] });
  expect(deletionInput.parse({ endedBefore: "2026-03-01" })).toEqual({ endedBefore: "2026-03-01" });
  for (const input of [{}, { runIds: ["run_1"], endedBefore: "2026-03-01" }])
    expect(refusal(deletionInput.safeParse(input))).toBe("Name runs, or a day.");
  const many = Array.from({ length: MAX_RUNS_AT_ONCE + 1 }, (_, n) => `run_${n}`);
  for (const runIds of [[], many]) expect(deleteRunsInput.safeParse({ runIds }).success).toBe(false);
});

it("deletes all before a day only for the one who types that it should", () => {
  const input = { endedBefore: "2026-03-01", confirm: DELETE_CONFIRMATION };
  expect(deleteEndedInput.parse(input)).toEqual(input);
  expect(refusal(deleteEndedInput.safeParse({ ...input, confirm: "yes" }))).toContain(DELETE_CONFIRMATION);
});

it("knows of an export that it was whole or was broken off", () => {
  expect(EXPORT_OUTCOMES).toEqual(["complete", "broken"]);
});
