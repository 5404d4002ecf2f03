import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CancelSignal } from "@/lib/core/ports";
import { runIsolated } from "../isolated";
import { createSemaphore } from "../semaphore";

/** `truncated`: there are more pages, or more text, than is read. A message says why nothing is. */
export type PdfOutcome =
  /** `unread`: pages that show something of which there are no words. */
  | { ok: true; text: string; pages: number; truncated: boolean; unread?: number[] }
  | { ok: false; message: string };

const TIME_LIMIT_MS = 20_000;
/** Each reading may take a processor and a gigabyte of memory. */
const MAX_CONCURRENT_READS = 2;
const MAX_KEPT = 8;

const withSlot = createSemaphore(MAX_CONCURRENT_READS);
/** A file is searched again and again: what was read of the last ones is kept, by what is in them. */
const KEPT = new Map<string, PdfOutcome>();

/**
 * The text of a PDF, page by page, read in a process of its own within limits of time, memory, pages and length
 * (docs/agents.md, "Text of PDF files"): the author of the file may mean harm.
 */
export async function pdfText(
  content: Uint8Array,
  signal: CancelSignal,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<PdfOutcome> {
  const digest = createHash("sha256").update(content).digest("hex");
  const kept = KEPT.get(digest);
  if (kept) return kept;
  const outcome = await withSlot(() => readPdf(content, signal, timeLimitMs));
  if (!outcome.ok) return outcome;
  const [oldest] = KEPT.keys();
  if (KEPT.size >= MAX_KEPT && oldest !== undefined) KEPT.delete(oldest);
  KEPT.set(digest, outcome);
  return outcome;
}

async function readPdf(content: Uint8Array, signal: CancelSignal, timeLimitMs: number): Promise<PdfOutcome> {
  const program = join(import.meta.dirname, "child.ts");
  const run = await runIsolated({ program, folder: tmpdir(), input: content, signal, timeLimitMs });
  if ("stopped" in run) {
    const seconds = Math.round(timeLimitMs / 1_000);
    const message =
      run.stopped === "time" ? `it takes longer than ${seconds} s to read` : "nobody waits for it";
    return { ok: false, message };
  }
  try {
    const outcome = JSON.parse(run.written) as PdfOutcome;
    const isEmpty = outcome.ok && outcome.text.replace(/^\[page \d+\]$/gm, "").trim() === "";
    return isEmpty ? { ok: false, message: "it has no text: its pages may be images" } : outcome;
  } catch {
    return { ok: false, message: "it cannot be read as PDF" };
  }
}
