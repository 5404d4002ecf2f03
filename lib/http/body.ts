import { DomainFailure, domainError } from "@/lib/core/errors";
import { formatLossyNumber, isDeeperThan, lossyNumber, MAX_JSON_DEPTH } from "@/lib/core/json";

/** Room for a plan of 1 MiB written as a JSON string, with its escapes, and the rest of the request. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** How much is read and dropped of what comes after a limit: the largest file, and as much again. */
export const MAX_DROPPED_BYTES = 40 * 1024 * 1024;

const OCTET_STREAM = "application/octet-stream";

/**
 * Reads a JSON body of at most `limitBytes`; counts while reading, since a length header can lie or be absent. Throws
 * `invalid_input` (no JSON, nested too deeply, or with a number that would become another one) and `limit_exceeded`.
 */
export async function readJsonBody(request: Request, limitBytes = MAX_BODY_BYTES): Promise<unknown> {
  if (mediaTypeOf(request) !== "application/json") {
    throw new DomainFailure(domainError("invalid_input", "Send JSON with content-type application/json."));
  }
  return readJsonText(await readText(request, limitBytes));
}

/** The JSON value that a client sent as text. Throws `invalid_input` as `readJsonBody` does. */
function readJsonText(text: string): unknown {
  const value = parseJson(text);
  const number = lossyNumber(text);
  if (number !== undefined)
    throw new DomainFailure(domainError("invalid_input", formatLossyNumber(number), { number }));
  if (isDeeperThan(value, MAX_JSON_DEPTH)) {
    throw new DomainFailure(
      domainError("invalid_input", `The body is nested deeper than ${MAX_JSON_DEPTH} levels.`),
    );
  }
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainFailure(domainError("invalid_input", "The body is not readable JSON."));
  }
}

/**
 * Reads a body that is a file, of at most `limitBytes`, counted while reading. Only under the type of plain bytes, which
 * no form of another site can send. Throws `invalid_input` (another type, cut short on its way) and `limit_exceeded`.
 */
export async function readBytesBody(request: Request, limitBytes: number): Promise<Uint8Array> {
  if (mediaTypeOf(request) !== OCTET_STREAM) {
    throw new DomainFailure(domainError("invalid_input", `Send the file with content-type ${OCTET_STREAM}.`));
  }
  const parts: Uint8Array[] = [];
  for await (const part of partsOf(request, limitBytes)) parts.push(part);
  const content = Buffer.concat(parts);
  const contentLength = request.headers.get("content-length");
  if (contentLength === null || Number(contentLength) === content.length) return content;
  const message = `Only ${content.length} of ${contentLength} bytes arrived.`;
  throw new DomainFailure(domainError("invalid_input", message));
}

async function readText(request: Request, limitBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of partsOf(request, limitBytes)) text += decoder.decode(part, { stream: true });
  return text + decoder.decode();
}

/** The body as it arrives; of one over the limit the rest is dropped. */
async function* partsOf(request: Request, limitBytes: number): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  const reader = request.body.getReader();
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > limitBytes) {
      void readOn(reader);
      throw new DomainFailure(
        domainError("limit_exceeded", `The body is over ${limitBytes} bytes.`, { limitBytes }),
      );
    }
    yield part.value;
  }
}

/** Given up in its middle, a body would keep its connection from the next request; one that does not end is given up. */
async function readOn(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let bytes = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength;
      if (bytes > MAX_DROPPED_BYTES) return await reader.cancel();
    }
  } catch {
    // The client is gone, or was too slow.
  }
}

const mediaTypeOf = (request: Request) => request.headers.get("content-type")?.split(";")[0]?.trim();
