import type { FileBytes, TextFile, TextFileParts } from "@/lib/core/views";
import { DATA_POLICY } from "./security-headers";

/**
 * A file that people brought, to be kept and never shown: a page of this origin must not come of it, whatever it says
 * it is (RFC 6266, RFC 8187).
 */
export function attachmentResponse({ name, content }: { name: string; content: Uint8Array }): Response {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const full = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const headers = {
    "content-type": "application/octet-stream",
    "content-length": String(content.byteLength),
    "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${full}`,
    "content-security-policy": DATA_POLICY,
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  };
  return new Response(Uint8Array.from(content), { headers });
}

/** A text as a file to keep. */
export const textFileResponse = ({ text, ...file }: TextFile): Response =>
  new Response(text, { headers: textFileHeaders(file) });

/** The same, sent as its parts come. One that fails in the middle breaks off: the browser keeps no half of it. */
export const textPartsResponse = ({ parts, ...file }: TextFileParts): Response =>
  new Response(streamOf(parts, encode), { headers: textFileHeaders(file) });

/** Bytes as a file to keep, compressed as they come, which makes a gzip file of it whatever the client accepts. */
export const gzipResponse = ({ parts, ...file }: FileBytes): Response =>
  new Response(streamOf(parts, fresh).pipeThrough(new CompressionStream("gzip")), {
    headers: textFileHeaders(file),
  });

const ENCODER = new TextEncoder();
const encode = (text: string) => ENCODER.encode(text);
/** Bytes of an array of their own, as streams want them. */
const fresh = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>;

const textFileHeaders = ({ fileName, contentType }: Omit<TextFile, "text">) => ({
  "content-type": contentType,
  "content-disposition": `attachment; filename="${fileName}"`,
  "cache-control": "no-store",
});

function streamOf<Part>(
  parts: AsyncIterable<Part>,
  bytesOf: (part: Part) => Uint8Array<ArrayBuffer>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = parts[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(bytesOf(value));
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
