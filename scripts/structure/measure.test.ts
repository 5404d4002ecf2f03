import { describe, expect, test } from "vitest";
import { measure } from "./measure";
import { formatStructures } from "./report";
import { treeOf } from "./tree";

const HOUSE = treeOf({
  "lib/core/index.ts": '/** The face. */\nexport { a } from "./a";\nexport type { B } from "./b";\n',
  "lib/core/a.ts": 'import type { B } from "./b";\nexport const a = 1 as unknown as B;\n',
  "lib/core/b.ts": 'export type B = number;\nexport type A = typeof import("./a");\n',
  "lib/core/fixture.ts": "export const fixture = 1;\n",
  "lib/core/a.test.ts": 'import { a } from "./a";\nimport { fixture } from "./fixture";\n',
  "lib/engine/run.ts": 'export { a } from "@/lib/core";\nexport const run = 1;\n',
  "app/page.tsx": 'import "@/lib/engine/run";\n',
  "README.md": "# Lines that nobody counts\n",
});

describe("measure", () => {
  const structure = measure(HOUSE);

  test("counts the files and lines of the house, tests apart", () => {
    expect(structure).toMatchObject({ files: 6, lines: 11, testFiles: 1, testLines: 2 });
    expect(structure.house).toMatchObject({ files: 5, lines: 10 });
  });

  test("counts importers without tests, and what tests alone import", () => {
    // a and b import each other and stand behind the face; the face, and run, have one importer each.
    expect(structure.house).toMatchObject({
      singleImporters: 2,
      singleImportersInFolder: 0,
      testOnlyImporters: 1,
    });
  });

  test("knows circles, barrels and rooms", () => {
    expect(structure.circles).toEqual([["lib/core/a.ts", "lib/core/b.ts"]]);
    expect(structure.barrels).toEqual(["lib/core/index.ts"]);
    expect(structure.rooms[0]).toEqual({ folder: "lib/core", files: 4 });
  });

  test("stands side by side in the report", () => {
    const before = measure(treeOf({ "lib/core/only.ts": "" }));
    const report = formatStructures([
      { title: "before", structure: before },
      { title: "now", structure },
    ]);
    expect(report).toMatch(/^ +before {2}now\nfiles +1 +6\n/);
    expect(report).toMatch(/\nlib\/core +1 +4\n/);
    expect(report).toContain("\n  lib/core/a.ts · lib/core/b.ts");
  });
});
