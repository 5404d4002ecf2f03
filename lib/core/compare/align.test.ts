import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "@/lib/testing/scaled";
import { alignTasks } from "./align";

const task = (taskId: string, lineage = taskId, title = taskId) => ({ taskId, title, lineage });
const run = (family: string, ...tasks: ReturnType<typeof task>[]) => ({ family, tasks });
const shown = (rows: ReturnType<typeof alignTasks>) =>
  rows.map(({ by, cells }) => `${cells.map((cell) => cell?.taskId ?? "-").join(" ")} ${by ?? ""}`.trim());

describe("alignTasks", () => {
  it("finds the same work of a family by its lineage, whatever its id is", () => {
    const rows = alignTasks([run("f", task("a"), task("b")), run("f", task("a"), task("b2", "b"))]);
    expect(shown(rows)).toEqual(["a a lineage", "b b2 lineage"]);
  });

  it("does not trust lineages of another family, then goes by id, and by title at last", () => {
    const first = run("f", task("a", "x"), task("b", "y", "Write it"), task("c", "z", "Other"));
    const rows = alignTasks([first, run("g", task("a", "q"), task("w", "x", " write IT"), task("n", "z"))]);
    expect(shown(rows)).toEqual(["a a id", "b w title", "c -", "- n"]);
  });

  it("prefers the same id among tasks of one lineage, and puts each task in one row", () => {
    const rows = alignTasks([
      run("f", task("a"), task("a2", "a")),
      run("f", task("a2", "a"), task("a3", "a")),
    ]);
    expect(shown(rows)).toEqual(["a a3 lineage", "a2 a2 lineage"]);
  });

  it("aligns a third run with what any before it has, and names the way that says least", () => {
    const rows = alignTasks([
      run("f", task("a")),
      run("g", task("b", "b", "T")),
      run("h", task("c", "c", "t")),
    ]);
    expect(shown(rows)).toEqual(["a - -", "- b c title"]);
  });

  it("keeps every task of every run once, and the order of the first", () => {
    const tasks = fc.uniqueArray(
      fc.record({ id: fc.nat(8), lineage: fc.nat(4), title: fc.nat(4) }).map(({ id, lineage, title }) => {
        return task(`t${id}`, `l${lineage}`, `n${title}`);
      }),
      { selector: ({ taskId }) => taskId },
    );
    const runs = fc.array(fc.record({ family: fc.constantFrom("f", "g"), tasks }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(runs, (given) => {
        const rows = alignTasks(given);
        for (const [index, one] of given.entries()) {
          const there = rows.flatMap(({ cells }) => cells[index] ?? []);
          expect(there).toHaveLength(one.tasks.length);
          expect(new Set(there)).toEqual(new Set(one.tasks));
        }
        expect(rows.flatMap(({ cells }) => cells[0] ?? [])).toEqual(given[0]?.tasks);
      }),
      { numRuns: scaled(200) },
    );
  });
});
