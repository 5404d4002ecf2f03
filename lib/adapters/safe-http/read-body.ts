import type { IncomingMessage } from "node:http";
import { Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** Each step has buffers of its own, and a header has room for thousands. */
const MAX_CODINGS = 3;

/** The body as it is meant, decompressed. What it comes to is for the reader to count. */
export function decodeBody(response: IncomingMessage): Readable {
  const steps = (response.headers["content-encoding"] ?? "")
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  let body: Readable = response;
  if (steps.length > MAX_CODINGS) return Readable.from([]).destroy(new Error("it is encoded too many times"));
  for (const coding of steps.reverse()) {
    const step = decompressor(coding);
    if (!step) return Readable.from([]).destroy(new Error(`its encoding ${coding.slice(0, 20)} is unknown`));
    const source = body;
    source.on("error", (error) => step.destroy(error));
    source.on("close", () => source.readableEnded || step.destroy(new Error("it ended too early")));
    step.on("close", () => source.destroy());
    body = source.pipe(step);
  }
  return body;
}

function decompressor(coding: string): Transform | undefined {
  if (coding === "gzip" || coding === "x-gzip") return createGunzip();
  if (coding === "deflate") return createInflate();
  return coding === "br" ? createBrotliDecompress() : undefined;
}

/** Reads until the end or until `maxBytes` have come; counted after decompression. */
export async function readCapped(
  body: Readable,
  maxBytes: number,
): Promise<{ bytes: Buffer; truncated: boolean }> {
  const parts: Buffer[] = [];
  let left = maxBytes;
  let truncated = false;
  for await (const part of body as AsyncIterable<Buffer>) {
    if (part.length > left) truncated = true;
    parts.push(part.subarray(0, left));
    left -= Math.min(part.length, left);
    if (truncated) break;
  }
  return { bytes: Buffer.concat(parts), truncated };
}

const TEXTUAL =
  /^(text\/|application\/([a-z0-9.-]+\+)?(json|xml|yaml|javascript|x-www-form-urlencoded|x-ndjson)$)/;

/** The text of a body, or undefined when it is none: by its type, and by what stands in it where it has none. */
export function textOf(bytes: Buffer, contentType: string | undefined): string | undefined {
  const [type = "", ...parameters] = (contentType ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (type !== "" && !TEXTUAL.test(type)) return;
  const charset =
    parameters
      .find((part) => part.startsWith("charset="))
      ?.slice(8)
      .replace(/"/g, "") ?? "utf-8";
  const text = textDecoder(charset).decode(bytes);
  return type === "" && /[\0\ufffd]/.test(text.slice(0, 1_024)) ? undefined : text;
}

function textDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
