import { describe, expect, it } from "vitest";
import { withReadableAnswers } from "./readable-answers";

/** What is read of a stream that comes in these pieces. */
async function readOf(...pieces: string[]): Promise<string> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const send = withReadableAnswers(
    { frame: (frame) => frame, whole: () => undefined },
    async () => new Response(body),
  );
  return (await send("http://provider")).text();
}

describe("a stream of events", () => {
  it("is read whole wherever it is cut, in the middle of a line break too", async () => {
    expect(await readOf('data: {"n":1}\r', "\n\r", '\ndata: {"n":2}\r\n\r\n')).toBe(
      'data: {"n":1}\n\ndata: {"n":2}\n\n',
    );
    expect(await readOf('event: a\r\ndata: {"n":1}\r', "\n\r\n")).toBe('event: a\ndata: {"n":1}\n\n');
    expect(await readOf('data: {"n":1}\r', "\ndata: \r\n\r\n")).toBe('data: {"n":1}\n\n');
  });

  it("may say one frame on several lines", async () => {
    expect(await readOf('data: {"n":\ndata: 1}\n\n')).toBe('data: {"n":1}\n\n');
    await expect(readOf("data: 1\ndata: 2\n\n")).rejects.toMatchObject({ code: expect.any(String) });
  });

  it("ends with an event that is named an error, whatever is in it", async () => {
    await expect(readOf('event: error\ndata: {"n":1}\n\n')).rejects.toThrow('{"n":1}');
  });
});
