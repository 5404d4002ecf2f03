import { describe, expect, it } from "vitest";
import {
  type AttachmentKind,
  attachmentKind,
  attachmentNotes,
  cleanFileName,
  formatBytes,
  isDocument,
  isTable,
  MAX_NAME_CHARS,
  previewOf,
  shownMediaType,
  tableNames,
  uniqueNames,
} from ".";

describe("the kind of a file", () => {
  const cases: [name: string, mediaType: string, kind: AttachmentKind][] = [
    ["sales.csv", "application/octet-stream", "csv"],
    ["sales.TSV", "", "csv"],
    ["rows.jsonl", "", "ndjson"],
    ["big.parquet", "", "parquet"],
    ["notes.md", "text/plain", "markdown"],
    ["page.htm", "", "html"],
    ["README", "text/plain; charset=utf-8", "text"],
    ["export", "TEXT/CSV", "csv"],
    ["report.pdf", "application/pdf", "pdf"],
    ["scan", "image/png", "image"],
    ["photo.JPG", "", "image"],
    ["noise", "", "other"],
    ["a.constructor", "toString", "other"],
  ];
  it.each(cases)("of %s, given as “%s”, is %s", (name, mediaType, kind) => {
    expect(attachmentKind({ name, mediaType })).toBe(kind);
  });

  it("says what can be done with it: asked as a table, searched as a document, or both", () => {
    expect((["csv", "json", "ndjson", "parquet"] as const).every(isTable)).toBe(true);
    expect(["text", "markdown", "html", "other"].some((kind) => isTable(kind as AttachmentKind))).toBe(false);
    expect((["csv", "json", "ndjson", "text", "markdown", "html"] as const).every(isDocument)).toBe(true);
    expect(isDocument("parquet") || isDocument("other")).toBe(false);
  });
});

describe("the name of a file", () => {
  it.each([
    ["sales.csv", "sales.csv"],
    ["C:\\data\\sales.csv", "sales.csv"],
    ["../../etc/passwd", "passwd"],
    ["a\u0000b\u202Egnp.exe", "a�bgnp.exe"],
    ["  two   words.txt ", "two words.txt"],
    ["..", ""],
    ["folder/", ""],
  ])("%j is kept as %j", (name, kept) => {
    expect(cleanFileName(name)).toBe(kept);
  });

  it("is shortened before its extension", () => {
    const kept = cleanFileName(`${"x".repeat(300)}.parquet`);
    expect(kept).toHaveLength(MAX_NAME_CHARS);
    expect(kept.endsWith("x.parquet")).toBe(true);
    expect(cleanFileName("y".repeat(300))).toBe("y".repeat(MAX_NAME_CHARS));
  });

  it("is unique within a run", () => {
    expect(uniqueNames(["a.csv", "a.csv", "a (2).csv", "b", "a.csv", "b"])).toEqual([
      "a.csv",
      "a (3).csv",
      "a (2).csv",
      "b",
      "a (4).csv",
      "b (2)",
    ]);
  });
});

describe("what a model is shown", () => {
  it.each([
    ["scan.PNG", "", "image/png"],
    ["photo.jpeg", "image/png", "image/jpeg"],
    ["photo", "image/webp", "image/webp"],
    ["contract.pdf", "", "application/pdf"],
    ["sales.csv", "text/csv", undefined],
  ])("%s (%s) is %s", (name, mediaType, shown) => {
    expect(shownMediaType({ name, mediaType })).toBe(shown);
  });
});

describe("the name of a table", () => {
  it.each([
    ["Sales 2024.csv", "sales_2024"],
    ["2024.csv", "t_2024"],
    ["order.csv", "t_order"],
    ["Übersicht.csv", "ubersicht"],
    ["売上.csv", "data"],
    ["a.b.csv", "a_b"],
  ])("of %s is %s", (name, table) => {
    expect(tableNames([name])).toEqual([table]);
  });

  it("is unique", () => {
    expect(tableNames(["a.csv", "a.json", "a_2.csv", "A.parquet"])).toEqual(["a", "a_2", "a_2_2", "a_3"]);
  });
});

describe("what prompts are told of files", () => {
  it("is name, kind and size, the table of what SQL can ask, and the beginning of what is text", () => {
    const files = [
      { name: "sales.csv", mediaType: "text/csv", bytes: 20, preview: "region,amount" },
      { name: "scan.pdf", mediaType: "application/pdf", bytes: 3_000, preview: "" },
      { name: "Sales.json", mediaType: "", bytes: 2 },
    ];
    expect(attachmentNotes(files)).toEqual([
      { name: "sales.csv", kind: "csv", bytes: 20, table: "sales", begins: "region,amount" },
      { name: "scan.pdf", kind: "pdf", bytes: 3_000 },
      { name: "Sales.json", kind: "json", bytes: 2, table: "sales_2" },
    ]);
  });

  it("begins with five lines, none of them long", () => {
    expect(previewOf("csv", "\uFEFFa,b\r\n1,2\r\n3,4\n5,6\n7,8\n9,10")).toBe("a,b\n1,2\n3,4\n5,6\n7,8");
    expect(previewOf("json", `[${"1,".repeat(1_000)}]`)).toHaveLength(300);
    expect(previewOf("text", `${"x".repeat(400)}\n`.repeat(4))).toHaveLength(600);
    expect(previewOf("parquet", "PAR1")).toBe("");
  });
});

describe("a size in words", () => {
  it.each([
    [1, "1 byte"],
    [1_023, "1023 bytes"],
    [1_024, "1 KB"],
    [1_600, "1.6 KB"],
    [300_000, "293 KB"],
    [20 * 1_024 * 1_024, "20 MB"],
  ])("%i is %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
