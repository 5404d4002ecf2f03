import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@/lib/core/json";
import { attachmentsOf, toolContext } from "@/lib/testing/tools/tool-context";
import { createToolbox } from "../toolbox";
import { textSearch } from ".";
import { documentText, htmlText } from "./document-text";
import { passagesOf } from "./passages";
import { folded, wordsOf } from "./rank";

const CONTRACT = `# Contract

The supplier delivers goods to the warehouse within five days of each order that the customer places, and tells the
customer at once when an order cannot be delivered in that time, so that the customer may look for goods elsewhere.

Termination: either side may end this contract with a notice period of three months to the end of a quarter. The
notice has to be given in writing. Without notice, it goes on for another year, and the notice period stays the same.

Payment is due within thirty days. Late payments bear interest. The supplier may hold back further goods until then,
and has to say so in writing, with the amount that is due and the day by which it has to be paid in order to go on.
`;

const search = async (args: JsonObject, files: Record<string, string | Uint8Array>) => {
  const context = toolContext({ attachments: attachmentsOf(files) });
  return createToolbox([textSearch]).run("text_search", args as Json, context);
};
const found = async (args: JsonObject, files: Record<string, string | Uint8Array>) => {
  const result = await search(args, files);
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.output as { passages: JsonObject[]; found: number; notSearched?: string[] };
};

describe("text_search", () => {
  it("gives the passage that fits best first, with its lines and what stands around", async () => {
    const { passages } = await found({ query: "notice period" }, { "contract.md": CONTRACT });
    expect(passages[0]).toMatchObject({ document: "contract.md", line: 6, endLine: 7 });
    expect(passages[0]?.text).toMatch(/^Termination: either side/);
    expect(passages[0]?.before).toMatch(/look for goods elsewhere\.$/);
    expect(passages[0]?.after).toMatch(/^Payment is due/);
  });

  it("prefers rare words, and passages that have all of them", async () => {
    const files = {
      "a.txt": "common common common common",
      "b.txt": "common rare",
      "c.txt": "rare",
      "d.txt": "common",
      "e.txt": "common",
    };
    const { passages, found: count } = await found({ query: "common rare" }, files);
    expect(count).toBe(5);
    expect(passages.slice(0, 2).map(({ document }) => document)).toEqual(["b.txt", "c.txt"]);
  });

  it("reads a document from an offset on, and says where to read on", async () => {
    const text = `${"a".repeat(19_999)}😀 the end`;
    const read = async (args: JsonObject) =>
      (await search({ in: "a.md", ...args }, { "a.md": text })) as never;
    expect(await read({})).toMatchObject({
      ok: true,
      output: { document: "a.md", text: "a".repeat(19_999), chars: text.length, nextOffset: 19_999 },
    });
    expect(await read({ offset: 19_999 })).toMatchObject({
      output: { text: "😀 the end", nextOffset: null },
    });
    expect(await search({}, { "a.md": text })).toMatchObject({ ok: false });
    expect(await search({ in: "b.png" }, { "b.png": new Uint8Array([137, 80]) })).toMatchObject({
      ok: false,
    });
    expect(textSearch.summarize({ in: "a.md", offset: 5 })).toBe("Read a.md from character 5");
  });

  it("is the same whenever it is asked, equal passages in the order of the files", async () => {
    const files = { "b.txt": "same words", "a.txt": "same words" };
    const [first, second] = [await found({ query: "same" }, files), await found({ query: "same" }, files)];
    expect(second).toEqual(first);
    expect(first.passages.map(({ document }) => document)).toEqual(["b.txt", "a.txt"]);
  });

  it.each([
    ["ZURICH", "The office is in Zürich."],
    ["invoice", "All invoices are paid."],
    ["invoices", "The invoice is paid."],
    ["東京", "本社は東京にあります。"],
    ["fi", "the ﬁ ligature"],
  ])("finds %s in “%s”", async (query, text) => {
    expect((await found({ query }, { "a.txt": text })).passages).toHaveLength(1);
  });

  it("finds whole words alone", async () => {
    expect(await found({ query: "art" }, { "a.txt": "The party starts." })).toEqual({
      passages: [],
      found: 0,
    });
  });

  it("looks into one document when it is named, and says which it cannot look into", async () => {
    const files = { "a.txt": "needle", "b.txt": "needle", "c.docx": "needle", "d.parquet": "PAR1" };
    const all = await found({ query: "needle" }, files);
    expect(all.passages).toHaveLength(2);
    expect(all.notSearched).toEqual(["c.docx", "d.parquet"]);
    const one = await found({ query: "needle", in: "b.txt" }, files);
    expect(one.passages.map(({ document }) => document)).toEqual(["b.txt"]);
    expect(one).not.toHaveProperty("notSearched");
  });

  it.each<[JsonObject, Record<string, string>, string]>([
    [{ query: "x", in: "e.txt" }, { "a.txt": "x" }, 'there is no attached file "e.txt". Attached: a.txt.'],
    [{ query: "x", in: "c.docx" }, { "c.docx": "x" }, "Images and Word files are not read"],
    [{ query: "x", in: "d.parquet" }, { "d.parquet": "x" }, "ask it with sql_query"],
    [{ query: "x" }, { "c.docx": "x" }, "no text is attached to this run. Attached: c.docx."],
    [{ query: "x" }, {}, "Nothing is attached"],
    [{ query: "?!" }, { "a.txt": "x" }, "no words"],
  ])("refuses %j of %j", async (args, files, words) => {
    expect(await search(args, files)).toMatchObject({ ok: false, message: expect.stringContaining(words) });
  });

  it("gives no more than was asked for, and never much", async () => {
    const files = { "long.txt": "needle in words of a line\n\n".repeat(50_000) };
    const few = await found({ query: "needle", limit: 2 }, files);
    expect(few.passages).toHaveLength(2);
    expect(few.found).toBeGreaterThan(1_000);
    const most = await found({ query: "needle", limit: 20 }, files);
    expect(JSON.stringify(most).length).toBeLessThan(30_000);
  });

  it("lets others have their turn in a large file, and stops with its call", async () => {
    const stop = new AbortController();
    const attachments = attachmentsOf({ "large.txt": "needle in words of a line\n\n".repeat(100_000) });
    setImmediate(() => stop.abort());
    const result = createToolbox([textSearch]).run(
      "text_search",
      { query: "needle" },
      toolContext({ attachments, signal: stop.signal }),
    );
    await expect(result).resolves.toMatchObject({ ok: false, message: expect.stringContaining("cancelled") });
  });

  it("is told in one line", () => {
    expect(textSearch.summarize({ query: "a\nb" })).toBe("Search the attached documents for “a b”");
    expect(textSearch.summarize({ query: "a", in: "x.md" })).toBe("Search x.md for “a”");
  });
});

describe("passages", () => {
  const texts = (text: string) => [...passagesOf(text)].map(({ start, end }) => text.slice(start, end));

  it("cover every word once, in order", () => {
    for (const text of [CONTRACT, "x ".repeat(2_000), `${"y".repeat(3_000)}\nend`, "\n\n \na\n\n"]) {
      expect(texts(text).join(" ").match(/\S/g)?.join("")).toBe(text.match(/\S/g)?.join(""));
    }
  });

  it("are never long, and cut between words where there are any", () => {
    const parts = texts("words and more, ".repeat(500));
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(600);
    expect(parts.slice(0, -1).every((part) => /[ ,]$/.test(part))).toBe(true);
    expect(texts("😀".repeat(400)).every((part) => part.isWellFormed())).toBe(true);
  });

  it("of an empty text are none", () => {
    expect(texts("")).toEqual([]);
    expect(texts(" \n\n")).toEqual([]);
  });
});

describe("the text of a document", () => {
  it.each([
    ["UTF-8", new TextEncoder().encode("Zürich")],
    ["UTF-8 with its mark", new TextEncoder().encode("\uFEFFZürich")],
    ["UTF-16", Buffer.from("\uFEFFZürich", "utf16le")],
    ["UTF-16, the other way round", Buffer.from("\uFEFFZürich", "utf16le").swap16()],
    ["Windows-1252", Buffer.from("Zürich", "latin1")],
  ])("is read as %s", (_name, content) => {
    expect(documentText("text", content)).toEqual({ text: "Zürich" });
  });

  it("is what a page says, on the lines where it says it", () => {
    const html = `<html><!-- a
comment --><style>p { color: red }
</style>1 < 2 <p class="x
y">R&amp;D &lt;3 &#233;&#x20AC; &unknown; &#0;</p><script>let hidden = "<p>";
</script>end`;
    const text = htmlText(html);
    expect(text.split("\n")).toHaveLength(html.split("\n").length);
    expect(text.replace(/\s+/g, " ").trim()).toBe("1 < 2 R&D <3 é€ &unknown; &#0; end");
    expect(documentText("html", new TextEncoder().encode("<b>a</b>"))).toEqual({
      text: expect.stringContaining("a"),
    });
  });

  it.each(["<", "<p", "<script>never ends", "<!-- never ends"])("of %j is read to its end", (html) => {
    expect(htmlText(html)).not.toContain("ends");
  });
});

describe("words", () => {
  it("are compared without case, accents and plurals, and apart in scripts without spaces", () => {
    expect(wordsOf(folded("Étés, boxes & glass: 2 analysis 大阪 café’s"))).toEqual([
      ..."ete boxe glass 2 analysis 大 阪 cafe s".split(" "),
    ]);
  });
});
