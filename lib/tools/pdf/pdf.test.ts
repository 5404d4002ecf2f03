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
const { signal } = new AbortController();

describe("the text of a PDF", () => {
  it("is that of its pages, each behind its number, its lines kept", async () => {
    expect(await pdfText(CONTRACT, signal)).toEqual({
      ...{ ok: true, pages: 2, truncated: false },
      text: "[page 1]\nThe supplier delivers within five days.\n\n[page 2]\nNotice is three months.\nIt is given in writing.\n\n",
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
