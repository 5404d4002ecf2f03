// A process of its own, run by Node as it is: imports name their files, and types alone may come from elsewhere.
import { buffer } from "node:stream/consumers";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { getDocumentProxy } from "unpdf";
import type { PDFPageProxy } from "unpdf/pdfjs";
import type { PdfOutcome } from "./index.ts";

/** A small file may unfold to anything: what it may take is watched from another thread than the one that reads it. */
const MAX_RESIDENT_BYTES = 1024 * 1024 * 1024;
const MEMORY_CHECK_MS = 10;
/** The one who asked ends this process before; when nobody is left to do so, it ends itself. */
const LONGEST_LIFE_MS = 60_000;
const MAX_PAGES = 500;
const MAX_CHARS = 2_000_000;

const NAMELESS =
  "its fonts do not say which characters they show, so that its text cannot be read: its pages are like images";

/** Operators of a page, as pdf.js numbers them. */
const SAVE = 10;
const RESTORE = 11;
const SET_FONT = 37;
const SHOW_TEXT = 44;

if (isMainThread) await guard();
else parentPort?.postMessage(await read(workerData as Uint8Array));

async function guard(): Promise<void> {
  const content = await buffer(process.stdin);
  setTimeout(() => process.kill(process.pid, "SIGKILL"), LONGEST_LIFE_MS).unref();
  setInterval(() => {
    if (process.memoryUsage.rss() > MAX_RESIDENT_BYTES)
      end({ ok: false, message: "it needs more memory than it may have" });
  }, MEMORY_CHECK_MS).unref();
  const reader = new Worker(import.meta.filename, { workerData: new Uint8Array(content) });
  reader.once("message", end);
  reader.once("error", (thrown) => end({ ok: false, message: String(thrown) }));
}

/** The text of each page behind a line with its number. */
async function read(content: Uint8Array): Promise<PdfOutcome> {
  try {
    const pdf = await getDocumentProxy(content, {
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: false,
      // Fonts are looked into; pictures, which would take long, are not.
      fontExtraProperties: true,
      maxImageSize: 1,
      verbosity: 0,
    });
    const glyphs = { nameless: 0, all: 0 };
    const unread: number[] = [];
    let text = "";
    let page = 0;
    while (page < Math.min(pdf.numPages, MAX_PAGES) && text.length < MAX_CHARS) {
      page += 1;
      const one = await pdf.getPage(page);
      const { items } = await one.getTextContent();
      const lines = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""));
      const own = await countGlyphs(one);
      glyphs.nameless += own.nameless;
      glyphs.all += own.all;
      const isNameless = own.nameless > own.all / 2;
      const words = isNameless ? "" : lines.join("").slice(0, MAX_CHARS);
      if (isNameless || (own.isDrawn && words.trim() === "")) unread.push(page);
      text += `[page ${page}]\n${words}\n\n`;
    }
    if (glyphs.nameless > glyphs.all / 2) return { ok: false, message: NAMELESS };
    const truncated = page < pdf.numPages || text.length > MAX_CHARS;
    const short = text.slice(0, MAX_CHARS);
    return { ok: true, text: short, pages: pdf.numPages, truncated, ...(unread.length > 0 && { unread }) };
  } catch (thrown) {
    return { ok: false, message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** What pdf.js says of a font: the characters of its codes, or a range of codes that it took for characters itself. */
type Font = { composite?: boolean; toUnicode?: { _map?: (string | number | undefined)[] } };

/** Counts the glyphs that a page shows, and those of them that stand for no character: the text is made up of their codes then. */
async function countGlyphs(page: PDFPageProxy): Promise<{ nameless: number; all: number; isDrawn: boolean }> {
  const glyphs = { nameless: 0, all: 0 };
  const { fnArray, argsArray } = await page.getOperatorList();
  const fonts: (Font | undefined)[] = [];
  let font: Font | undefined;
  fnArray.forEach((operator, index) => {
    const [first] = argsArray[index] ?? [];
    if (operator === SAVE) fonts.push(font);
    else if (operator === RESTORE) font = fonts.pop();
    else if (operator === SET_FONT)
      font = page.commonObjs.has(first) ? page.commonObjs.get(first) : undefined;
    else if (operator === SHOW_TEXT && Array.isArray(first)) {
      const shown = first.flatMap((glyph) => (typeof glyph?.originalCharCode === "number" ? [glyph] : []));
      glyphs.all += shown.length;
      glyphs.nameless += shown.filter(({ originalCharCode }) => !hasCharacter(font, originalCharCode)).length;
    }
  });
  return { ...glyphs, isDrawn: fnArray.length > 0 };
}

function hasCharacter(font: Font | undefined, code: number): boolean {
  if (font?.toUnicode === undefined) return true;
  const { _map: characters } = font.toUnicode;
  if (characters === undefined) return font.composite !== true;
  const character = characters[code];
  // Private use means nothing outside its font (Unicode, 23.5), and U+FFFD that nobody knows.
  return (
    character !== undefined && character !== null && !/^[\p{Co}\p{Cc}\uFFFD]+$/u.test(characterOf(character))
  );
}

function characterOf(value: string | number): string {
  return typeof value === "number" ? String.fromCodePoint(value) : value;
}

/** Ends at once: the thread that reads may still be at work. */
function end(outcome: PdfOutcome): void {
  process.stdout.write(JSON.stringify(outcome), () => process.kill(process.pid, "SIGKILL"));
}
