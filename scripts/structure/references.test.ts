import { describe, expect, test } from "vitest";
import { deadReferences } from "./references";
import { treeOf } from "./tree";

const HOUSE = {
  "package.json": '{"scripts":{"check":"…"}}',
  "lib/core/plan/tail.ts": "",
  "app/(console)/runs/[runId]/page.tsx": "",
  "docs/plans.md": "# Plans\n\n## The `tail` of a plan\n",
  "docs/pictures/run.png": "",
};

const deadIn = (path: string, text: string) => deadReferences(treeOf({ ...HOUSE, [path]: text }));

describe("deadReferences", () => {
  test.each([
    ["a file", "See `lib/core/plan/tail.ts`."],
    ["a module without its ending", "See lib/core/plan/tail."],
    ["a folder", "`lib/core/plan` and lib/core/plan/, and docs/"],
    ["a group and a segment of routes", "app/(console)/runs/[runId]/page.tsx (and app/(console))"],
    ["a pattern", "lib/core/<room>, lib/core/plan/*, lib/core/plan/ta*, lib/core/{plan,run}"],
    ["a script", "npm run check, npm run check: fast"],
    ["a heading", '(docs/plans.md, "The tail of a plan")'],
    [
      "a link",
      "[plans](docs/plans.md#tail), [docs](docs/), [out](https://example.com/lib/gone), [here](#words)",
    ],
    ["a path of another house", "https://example.com/lib/gone/file.ts and node_modules/next/lib/gone.ts"],
  ])("takes %s that is there", (_what, text) => {
    expect(deadIn("README.md", text)).toEqual([]);
  });

  test.each([
    ["a file", "See `lib/core/plan/gone.ts`.", "lib/core/plan/gone.ts"],
    ["a folder", "in lib/gone/, and", "lib/gone"],
    ["a pattern's folder", "lib/gone/<room>", "lib/gone"],
    ["a script", "npm run gone", "npm run gone"],
    ["a heading", '(docs/plans.md, "Gone")', 'docs/plans.md, "Gone"'],
    ["a link", "![a run](docs/pictures/gone.png)", "docs/pictures/gone.png"],
  ])("finds %s that is not", (_what, text, mention) => {
    expect(deadIn("README.md", `\n${text}`)).toContain(`README.md:2: ${mention}`);
  });

  test("reads links of a document from where it stands", () => {
    expect(deadIn("docs/engine.md", "[plans](plans.md) ![](pictures/run.png)")).toEqual([]);
    expect(deadIn("docs/engine.md", "[plans](docs/plans.md)")).toEqual(["docs/engine.md:1: docs/plans.md"]);
  });

  test("reads comments of code, and nothing else of it", () => {
    const source =
      'const path = "lib/gone.ts";\n/** As lib/gone.ts\n * has it (docs/plans.md, "The tail\n * of a plan"). */';
    expect(deadIn("lib/core/x.ts", source)).toEqual(["lib/core/x.ts:2: lib/gone.ts"]);
  });
});
