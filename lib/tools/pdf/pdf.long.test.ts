import { describe, expect, it } from "vitest";
import { pdfOf } from "@/lib/testing/tools/pdf";
import { attachmentsOf, toolContext } from "@/lib/testing/tools/tool-context";
import { textSearch } from "../text-search";
import { createToolbox } from "../toolbox";
import { pdfText } from ".";

const CONTRACT = pdfOf([
  "The supplier delivers within five days.",
  "Notice is three months.\nIt is given in writing.",
]);
const SUBSET =
  "/Subtype /Type1 /BaseFont /ABCDEF+Sub /Encoding << /Type /Encoding /Differences [33 /g1 /g2 /g3 /g4 /g5] >>";
const NUMBERED = `/Subtype /Type0 /BaseFont /ABCDEE+Custom /Encoding /Identity-H /DescendantFonts [<< /Type /Font
  /Subtype /CIDFontType2 /BaseFont /ABCDEE+Custom /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity)
  /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /ABCDEE+Custom /Flags 4
  /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> /DW 600 >>]`;
const { signal } = new AbortController();

describe("the text of a PDF", () => {
  it("is that of its pages, each behind its number, its lines kept", async () => {
    expect(await pdfText(CONTRACT, signal)).toEqual({
      ok: true,
      pages: 2,
      truncated: false,
      text: "[page 1]\nThe supplier delivers within five days.\n\n[page 2]\nNotice is three months.\nIt is given in writing.\n\n",
    });
  });

  it("says which pages show something without words", async () => {
    const scanned = pdfOf(["Notice is three months.", "scan", ""], (text) =>
      text === "scan" ? "0 0 612 792 re f" : text === "" ? "" : `BT /F 12 Tf 72 700 Td (${text}) Tj ET`,
    );
    expect(await pdfText(scanned, signal)).toMatchObject({ ok: true, pages: 3, unread: [2] });
    const context = toolContext({ attachments: attachmentsOf({ "a.pdf": scanned }) });
    const found = await createToolbox([textSearch]).run(
      "text_search",
      { query: "notice", in: "a.pdf" },
      context,
    );
    expect(found).toMatchObject({
      output: {
        found: 1,
        unreadable: { "a.pdf": "page 2 has no text that can be read: it may be an image" },
      },
    });
  });

  it("is kept, so that the next search reads nothing again", async () => {
    const first = await pdfText(CONTRACT, signal);
    expect(await pdfText(CONTRACT.slice(), signal, 0)).toBe(first);
  });

  it.each([
    ["no PDF", new TextEncoder().encode("%PDF-1.4 and nothing else"), 20_000, /PDF/i],
    ["pages without text", pdfOf(["x"], () => "0 0 612 792 re f"), 20_000, /may be images/],
    ["too long a reading", pdfOf(["slow"]), 0, /takes longer than 0 s/],
    ["a font of glyphs without characters", pdfOf(['!"#$%'], undefined, SUBSET), 20_000, /which characters/],
    [
      "a font whose characters nobody knows",
      pdfOf(['!"#'], undefined, SUBSET.replace(/\/g\d/g, "/uniFFFD")),
      20_000,
      /which characters/,
    ],
    [
      "a font of numbers of glyphs",
      pdfOf([""], () => "BT /F 12 Tf 72 700 Td <002C0051005900520003> Tj ET", NUMBERED),
      20_000,
      /which characters/,
    ],
  ])("is a reason instead for %s", async (_, content, timeLimitMs, words) => {
    const outcome = await pdfText(content, signal, timeLimitMs);
    expect(outcome).toMatchObject({ ok: false, message: expect.stringMatching(words) });
  });

  it("is read no further when nobody waits", async () => {
    expect(await pdfText(pdfOf(["given up"]), AbortSignal.abort())).toMatchObject({ ok: false });
  });
});

describe("text_search over PDF files", () => {
  const search = async (query: object, files: Record<string, string | Uint8Array>) => {
    const context = toolContext({ attachments: attachmentsOf(files) });
    return createToolbox([textSearch]).run("text_search", { query: "notice", ...query }, context);
  };

  it("finds their passages, and names the file that cannot be read", async () => {
    const result = await search(
      {},
      { "contract.pdf": CONTRACT, "broken.pdf": "nothing", "a.txt": "No notice." },
    );
    expect(result).toMatchObject({
      ok: true,
      output: { found: 2, unreadable: { "broken.pdf": expect.stringMatching(/PDF/i) } },
    });
    expect(JSON.stringify(result)).toContain("Notice is three months.");
  });

  it("says why the one that was asked for cannot be searched", async () => {
    expect(await search({ in: "broken.pdf" }, { "broken.pdf": "nothing" })).toMatchObject({
      ok: false,
      message: expect.stringContaining("broken.pdf cannot be searched"),
    });
  });
});
