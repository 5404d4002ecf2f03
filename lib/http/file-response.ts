import type { TextFile } from "@/lib/core/views";
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
export function textFileResponse({ fileName, contentType, text }: TextFile): Response {
  const headers = {
    "content-type": contentType,
    "content-disposition": `attachment; filename="${fileName}"`,
    "cache-control": "no-store",
  };
  return new Response(text, { headers });
}
