// A process of its own, run by Node as it is: imports name their files, and types alone may come from elsewhere.
import { buffer } from "node:stream/consumers";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { getDocumentProxy } from "unpdf";
import type { PdfOutcome } from "./index.ts";

/** A small file may unfold to anything: what it may take is watched from another thread than the one that reads it. */
const MAX_RESIDENT_BYTES = 1024 * 1024 * 1024;
const MEMORY_CHECK_MS = 10;
/** The one who asked ends this process before; when nobody is left to do so, it ends itself. */
const LONGEST_LIFE_MS = 60_000;
const MAX_PAGES = 500;
const MAX_CHARS = 2_000_000;

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
      ...{ isEvalSupported: false, disableFontFace: true, useSystemFonts: false, stopAtErrors: false },
      verbosity: 0,
    });
    let text = "";
    let page = 0;
    while (page < Math.min(pdf.numPages, MAX_PAGES) && text.length < MAX_CHARS) {
      page += 1;
      const { items } = await (await pdf.getPage(page)).getTextContent();
      const lines = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""));
      text += `[page ${page}]\n${lines.join("").slice(0, MAX_CHARS)}\n\n`;
    }
    const truncated = page < pdf.numPages || text.length > MAX_CHARS;
    return { ok: true, text: text.slice(0, MAX_CHARS), pages: pdf.numPages, truncated };
  } catch (thrown) {
    return { ok: false, message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** Ends at once: the thread that reads may still be at work. */
function end(outcome: PdfOutcome): void {
  process.stdout.write(JSON.stringify(outcome), () => process.kill(process.pid, "SIGKILL"));
}
