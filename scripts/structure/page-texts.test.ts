import { describe, expect, it } from "vitest";
import { avoidedProse, avoidedTexts, avoidedWords, pageTexts } from "./page-texts";
import { treeOf } from "./tree";

describe("pageTexts", () => {
  it("are JSX text, props, labels and the fixed parts of templates, with their lines", () => {
    const source = [
      'import { Field } from "./mend";',
      'const LABELS = { a: "Plan file" };',
      "// mend",
      "export const F = ({ n }: { n: number }) => (",
      '  <Field label="Add rule" className="mend" error={`At most $' + "{n} rules.`}>",
      "    Two",
      "    words",
      "  </Field>",
      ");",
    ].join("\n");
    expect(pageTexts("f.tsx", source)).toEqual([
      { line: 2, text: "Plan file" },
      { line: 5, text: "Add rule" },
      { line: 5, text: "At most" },
      { line: 5, text: "rules." },
      { line: 5, text: "Two words" },
    ]);
  });
});

describe("avoidedWords", () => {
  it("are the second column of the table under Words, and of no other", () => {
    const guide =
      "# S\n\n## Words\n\n| use | not |\n|---|---|\n| fix | mend, mended |\n| again | anew |\n\n## Pairs\n\n| a | b |\n";
    expect(avoidedWords(guide)).toEqual(["mend", "mended", "anew"]);
  });
});

describe("avoidedTexts", () => {
  const found = (path: string, text: string) => avoidedTexts(treeOf({ [path]: text }), ["mend", "is told"]);

  it("name the word and where its text begins", () => {
    expect(found("components/a.ts", '\nconst t = "Mend it first.";')).toEqual([
      'components/a.ts:2: Mend in "Mend it first."',
    ]);
    expect(found("components/a.tsx", "const t = <p>it is\n  told</p>;")).toHaveLength(1);
  });

  it("count whole words, and texts that people read alone", () => {
    expect(found("components/a.ts", 'const t = "Recommended: amend it.";')).toEqual([]);
    expect(found("components/a.test.ts", 'const t = "mend";')).toEqual([]);
    expect(found("lib/engine/a.ts", 'const t = "mend";')).toEqual([]);
  });
});

it("avoidedProse finds them in comments of any module and in documents, but not in code or the guide", () => {
  const found = (path: string, text: string) =>
    avoidedProse(treeOf({ [path]: text }), ["mend", "is told"], "docs/style.md");
  expect(found("lib/engine/a.test.ts", "/** It is\n told. */\nconst mend = 1;")).toHaveLength(1);
  expect(found("lib/engine/a.ts", 'const t = "mend"; // fix it')).toEqual([]);
  expect(found("docs/a.md", "One.\n\nMend it.")).toEqual(['docs/a.md: Mend in "Mend it."']);
  expect(found("docs/style.md", "mend")).toEqual([]);
});
