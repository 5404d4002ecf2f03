import { describe, expect, it } from "vitest";
import { task as taskSchema } from "../../plan/schema";
import type { ConflictReason } from "../../plan/staged/apply";
import type { StagedEdit } from "../../plan/staged/edits";
import { describeConflict, describeEdit, describeStaging, lockReason } from "./staged-edits";

const task = taskSchema.parse({ id: "a", title: "Train" });
const [from, to] = [
  { id: "a", title: "Train" },
  { id: "b", title: "Ship" },
];
const agent = { prompt: "", tools: [] };

describe("describeEdit", () => {
  it.each<[edit: StagedEdit, sign: string, text: string]>([
    [{ kind: "add", task }, "+", "Train"],
    [{ kind: "delete", before: task }, "−", "Train"],
    [{ kind: "set", of: from, field: "input", after: "x" }, "~", "Train: instructions"],
    [{ kind: "connect", from, to }, "⇄", "Ship waits for Train"],
    [{ kind: "disconnect", from, to }, "⇄", "Ship no longer waits for Train"],
    [{ kind: "agent", name: "writer", after: agent }, "+", "Agent writer"],
    [{ kind: "agent", name: "writer", before: agent, after: agent }, "~", "Agent writer"],
  ])("says %j in a line", (edit, sign, text) => {
    expect(describeEdit(edit)).toEqual({ sign, text });
  });
});

describe("describeStaging", () => {
  const added: StagedEdit = { kind: "add", task };
  const deleted: StagedEdit = { kind: "delete", before: { ...task, id: "b", title: "Ship" } };
  const written = (after: string): StagedEdit => ({ kind: "set", of: from, field: "input", after });

  it("says what a step staged, changed or took back", () => {
    expect(describeStaging([], [added])).toBe("Staged: added Train.");
    expect(describeStaging([added], [added, deleted])).toBe("Staged: deleted Ship.");
    expect(describeStaging([written("a")], [written("ab")])).toBe("Staged: Train: instructions.");
    expect(describeStaging([added, deleted], [])).toBe("No longer staged: 2 changes.");
    expect(describeStaging([added], [deleted])).toBe("Staged: deleted Ship. No longer staged: added Train.");
    expect(describeStaging([added], [{ ...added }])).toBeUndefined();
  });
});

describe("describeConflict", () => {
  it.each<[why: ConflictReason, words: RegExp]>([
    [{ code: "task_gone", title: "Train" }, /Train.*no longer in the plan/],
    [{ code: "other_task", title: "Train", now: "Ship" }, /Train.*is.*Ship/],
    [{ code: "task_locked", title: "Train", lock: { kind: "ended", status: "failed" } }, /ended \(failed\)/],
    [{ code: "value_changed", now: 1 }, /changed in the meantime/],
    [{ code: "task_changed", fields: [{ field: "input", before: 1, after: 2 }] }, /instructions/],
    [{ code: "id_taken", now: "Ship" }, /another task/],
    [{ code: "dependencies_gone", ids: ["x", "y"] }, /x, y/],
  ])("names %j", (why, words) => {
    expect(describeConflict(why)).toMatch(words);
  });
});

describe("lockReason", () => {
  it("says what can be done instead", () => {
    expect(lockReason({ kind: "ended", status: "succeeded" })).toMatch(/result stays/);
    expect(lockReason({ kind: "ended", status: "blocked" })).toMatch(/new work in its place/);
    expect(lockReason({ kind: "at_work", status: "running" })).toMatch(/Delete it to stop it/);
  });
});
