import { ReadBuffer } from "@modelcontextprotocol/client";
import { isJsonObject, type Json, type JsonObject, keepDigits, parseExactly } from "@/lib/core/json";

/** `beforeSent` is waited for on the connection, right before anything is sent. */
export type Fetch = (
  address: string | URL,
  init?: RequestInit & { beforeSent?: (() => Promise<void>) | undefined },
) => Promise<Response>;

/** As much as the SDK's own buffer takes of one message. */
const MAX_LINE_BYTES = 10 * 1024 * 1024;
const NEW_LINE = 0x0a;
/** A result is likely to be one as the protocol has it: an object, without an error beside it or odd data about it. */
const MAY_BE_ODD =
  /"result"\s*:\s*[^{\s]|"error"\s*:|"_meta"\s*:\s*[^{\s]|^(?![\s\S]*"(?:result|method)"\s*:)/;
const INTERNAL_ERROR = -32_603;
/** No code of JSON-RPC's: an answer came that says nothing. */
export const SAYS_NOTHING = -31_999;

/**
 * A line of a server's words as the SDK is to read it: numbers that it would change as texts of their digits, and answers in
 * another form than the protocol's, for which it would wait for ever, in that form.
 */
function exactLine(line: string): string {
  const exact = keepDigits(line);
  if (!MAY_BE_ODD.test(exact)) return exact;
  try {
    const message = parseExactly(exact);
    if (!isJsonObject(message) || message.id === undefined || message.method !== undefined) return exact;
    const { result, error, ...rest } = message;
    if (error !== undefined && error !== null && error !== false) {
      const isPlain = result === undefined && isError(error);
      return isPlain ? exact : JSON.stringify({ ...rest, error: errorOf(error, result) });
    }
    if (result === undefined) return JSON.stringify({ ...rest, error: errorOf(NEITHER, undefined) });
    if (error === undefined && isResult(result)) return exact;
    return JSON.stringify({ ...rest, result: resultOf(result) });
  } catch {
    return exact;
  }
}

const NEITHER = { code: SAYS_NOTHING, message: "The server answered with neither a result nor an error" };

const isError = (error: Json): boolean =>
  isJsonObject(error) && Number.isInteger(error.code) && typeof error.message === "string";

/** All that a server said of a failure, in the protocol's form. */
function errorOf(error: Json, result: Json | undefined): JsonObject {
  const { code, message, data }: JsonObject = isJsonObject(error) ? error : { message: error };
  const isCode = Number.isInteger(code);
  const said =
    typeof message === "string" ? message : JSON.stringify(message === undefined ? error : message);
  const beside = [
    ...(isCode || code === undefined ? [] : [["code", code] as const]),
    ...(result === undefined ? [] : [["result", result] as const]),
  ];
  const all = beside.length > 0 && data !== undefined ? [...beside, ["data", data] as const] : beside;
  const more = all.length > 0 ? Object.fromEntries(all) : data;
  const written: JsonObject = { code: isCode ? (code as number) : INTERNAL_ERROR, message: said };
  return more === undefined ? written : { ...written, data: more };
}

const isResult = (result: Json): boolean =>
  isJsonObject(result) && (result._meta === undefined || isJsonObject(result._meta));

function resultOf(result: Json): Json {
  if (!isJsonObject(result)) return { content: result };
  const { _meta, ...rest } = result;
  return isJsonObject(_meta) ? result : rest;
}

/** What a program writes, of which the SDK is given whole lines. */
export class ExactBuffer extends ReadBuffer {
  #parts: Buffer[] = [];
  #bytes = 0;

  override append(chunk: Buffer): void {
    const end = chunk.lastIndexOf(NEW_LINE) + 1;
    if (end > 0) {
      const lines = Buffer.concat([...this.#parts, chunk.subarray(0, end)]).toString("utf8");
      this.#parts = [];
      this.#bytes = 0;
      super.append(Buffer.from(lines.split("\n").map(exactLine).join("\n")));
    }
    if (end === chunk.length) return;
    this.#parts.push(chunk.subarray(end));
    this.#bytes += chunk.length - end;
    if (this.#bytes > MAX_LINE_BYTES) throw new Error(`A message has more than ${MAX_LINE_BYTES} bytes`);
  }

  override clear(): void {
    this.#parts = [];
    this.#bytes = 0;
    super.clear();
  }
}

/** The same for what comes over HTTP, as JSON or as a stream of events. */
export const exactFetch =
  (send: Fetch): Fetch =>
  async (address, init) => {
    const response = await send(address, init);
    const type = response.headers.get("content-type") ?? "";
    if (response.body === null || !/json|event-stream/.test(type)) return response;
    const body = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(byLines(type.includes("event-stream") ? exactEvent : exactLine))
      .pipeThrough(new TextEncoderStream());
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };

const exactEvent = (line: string): string =>
  line.startsWith("data:") ? `data: ${exactLine(line.slice("data:".length).trimStart())}` : line;

function byLines(of: (line: string) => string): TransformStream<string, string> {
  let parts: string[] = [];
  return new TransformStream({
    transform(text, controller) {
      const end = text.lastIndexOf("\n") + 1;
      if (end > 0) {
        controller.enqueue([...parts, text.slice(0, end)].join("").split("\n").map(of).join("\n"));
        parts = [];
      }
      if (end < text.length) parts.push(text.slice(end));
    },
    flush(controller) {
      controller.enqueue(of(parts.join("")));
    },
  });
}
