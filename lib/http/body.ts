import { DomainFailure, domainError } from "@/lib/core/errors";

/** Room for a plan of 1 MiB written as a JSON string, with its escapes, and the rest of the request. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** Deeper than anything that people or models write, and far from what overflows a stack. */
export const MAX_BODY_DEPTH = 1_000;

/**
 * Reads a JSON body of at most `limitBytes`; counts while reading, since a length header can lie or be absent. Throws
 * `invalid_input` (no JSON, or nested too deeply) and `limit_exceeded`.
 */
export async function readJsonBody(request: Request, limitBytes = MAX_BODY_BYTES): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim();
  if (type !== "application/json") {
    throw new DomainFailure(domainError("invalid_input", "Send JSON with content-type application/json."));
  }
  const value = parseJson(await readText(request, limitBytes));
  if (isDeeperThan(value, MAX_BODY_DEPTH)) {
    throw new DomainFailure(
      domainError("invalid_input", `The body is nested deeper than ${MAX_BODY_DEPTH} levels.`),
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

/** Level by level, so that the question itself never overflows the stack. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return false;
}

async function readText(request: Request, limitBytes: number): Promise<string> {
  if (request.body === null) return "";
  const decoder = new TextDecoder();
  const reader = request.body.getReader();
  let text = "";
  let bytes = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength;
    if (bytes > limitBytes) {
      await reader.cancel();
      throw new DomainFailure(
        domainError("limit_exceeded", `The body is over ${limitBytes} bytes.`, { limitBytes }),
      );
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}
