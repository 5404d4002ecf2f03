import { ReadBuffer } from "@modelcontextprotocol/client";
import { isJsonObject, keepDigits, parseExactly } from "@/lib/core/json";

export type Fetch = (address: string | URL, init?: RequestInit) => Promise<Response>;

/** As much as the SDK's own buffer takes of one message. */
const MAX_LINE_BYTES = 10 * 1024 * 1024;
const NEW_LINE = 0x0a;
const ODD_RESULT = /"result"\s*:\s*[^{\s]/;

/**
 * A line of a server's words as the SDK is to read it: numbers that it would change as texts of their digits, and a result
 * that is no object, on which it would wait for ever, as the content of one.
 */
export function exactLine(line: string): string {
  const exact = keepDigits(line);
  if (!ODD_RESULT.test(exact)) return exact;
  try {
    const message = parseExactly(exact);
    if (!isJsonObject(message) || message.result === undefined || isJsonObject(message.result)) return exact;
    return JSON.stringify({ ...message, result: { content: message.result } });
  } catch {
    return exact;
  }
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
