import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);

/** By their endings, the files that a page cannot be drawn without. Typefaces are compressed as they are. */
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=UTF-8",
  ".js": "application/javascript; charset=UTF-8",
  ".woff2": "font/woff2",
};
const isCompressible = (file: string): boolean => !file.endsWith(".woff2");

/** What Next says of them too: another version has another name. */
const KEPT = { "cache-control": "public, max-age=31536000, immutable" };
const COMPRESSED = { "content-encoding": "gzip", vary: "Accept-Encoding" };

/**
 * Answers who asks for a script, a style or a typeface of a build and reads gzip, false for all other requests. Each file
 * is read and compressed once; Next does it for every request, and a page has dozens.
 *
 * @param folder the folder that addresses below `prefix` mean
 * @param files paths of all files in it, with slashes
 */
export function staticFiles(
  folder: string,
  prefix: string,
  files: readonly string[],
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const known = new Map(
    files.flatMap((file): [string, { file: string; headers: Record<string, string> }][] => {
      const type = TYPES[extname(file)];
      const headers = { ...KEPT, ...(isCompressible(file) && COMPRESSED), "content-type": type ?? "" };
      return type ? [[prefix + file, { file, headers }]] : [];
    }),
  );
  const bodies = new Map<string, Promise<Buffer>>();
  const bodyOf = (file: string): Promise<Buffer> => {
    const read = async () => {
      const bytes = await readFile(join(folder, file));
      return isCompressible(file) ? compress(bytes) : bytes;
    };
    const body = bodies.get(file) ?? read();
    bodies.set(file, body);
    return body;
  };
  return ({ method, url = "", headers }, response) => {
    const found = known.get(url);
    if (!found || method !== "GET" || headers.range || !/\bgzip\b/.test(String(headers["accept-encoding"])))
      return false;
    const send = (body: Buffer) =>
      response.writeHead(200, { ...found.headers, "content-length": body.length }).end(body);
    // Another build takes away what this server has not read yet.
    bodyOf(found.file).then(send, () => response.writeHead(404).end());
    return true;
  };
}
