import { expect, it } from "vitest";
import { planOf } from "@/lib/testing/runs/run-world";
import { changesBetween } from "./change-lines";

it("changesBetween tells a task that comes again under a new id from a new one", () => {
  const before = planOf({ id: "a" }, { id: "b", title: "Deploy" }, { id: "c", title: "Notify" });
  const after = planOf({ id: "a" }, { id: "x", title: "Retrain" }, { id: "y", title: "Deploy" });
  expect(changesBetween(before, after)).toEqual({
    lines: [
      { sign: "+", text: "Retrain" },
      { sign: "±", text: "Deploy: the same under a new id" },
      { sign: "−", text: "Notify" },
    ],
    counts: { added: 1, removed: 1, changed: 1, rewritten: 1 },
  });
});

it("changesBetween has the change of a long text in words, under its task, whatever its id", () => {
  const text = (to: string) =>
    `Read the figures of the quarter, check each against the ledger, and send the summary to ${to}.`;
  const before = planOf(
    { id: "a", title: "Send", input: text("Ada") },
    { id: "b", title: "Note", input: "x" },
  );
  const after = planOf(
    { id: "a_v2", title: "Send", replaces: "a", input: text("everybody") },
    { id: "b", title: "Note", input: "y" },
  );
  const [sent, noted] = changesBetween(before, after).lines;
  expect(sent).toMatchObject({ sign: "±", text: "Send: instructions changed" });
  const changed = sent?.words?.[0]?.parts.filter(({ added, removed }) => added || removed);
  expect(changed?.map(({ value }) => value.trim())).toEqual([
    expect.stringContaining("Ada"),
    expect.stringContaining("everybody"),
  ]);
  expect(noted).not.toHaveProperty("words");
});
