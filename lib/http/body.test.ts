import { describe, expect, it } from "vitest";
import { readBytesBody, readJsonBody } from "./body";

const request = (body: BodyInit, type: string) =>
  new Request("http://localhost/api", {
    method: "POST",
    headers: { "content-type": type },
    body,
    duplex: "half",
  } as RequestInit);

/** A body that comes in pieces of these sizes. */
const pieces = (...sizes: number[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const size of sizes) controller.enqueue(new Uint8Array(size).fill(0x20));
      controller.close();
    },
  });

describe("a JSON body", () => {
  it("is refused with a number that would become another one, and keeps digits of texts", async () => {
    const read = (text: string) => readJsonBody(request(text, "application/json"));
    await expect(read('{"value": {"id": 9007199254740993}}')).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("9007199254740993"),
      details: { number: "9007199254740993" },
    });
    expect(await read('{"id": "9007199254740993", "n": 0.1}')).toEqual({ id: "9007199254740993", n: 0.1 });
  });
});

describe("the limit of a body", () => {
  it("is the last byte that a file may have", async () => {
    const read = (...sizes: number[]) =>
      readBytesBody(request(pieces(...sizes), "application/octet-stream"), 10);
    expect((await read(10)).length).toBe(10);
    expect((await read(4, 6)).length).toBe(10);
    await expect(read(11)).rejects.toMatchObject({ code: "limit_exceeded", details: { limitBytes: 10 } });
    await expect(read(4, 6, 1)).rejects.toMatchObject({ code: "limit_exceeded" });
  });

  it("leaves nothing of a body that is over it: the connection would wait for somebody to read it", async () => {
    let [asked, isCancelled] = [0, false];
    const ended = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          asked += 1;
          if (asked <= 50) return controller.enqueue(new Uint8Array(10));
          controller.close();
          ended.resolve();
        },
        cancel() {
          isCancelled = true;
          ended.resolve();
        },
      },
      { highWaterMark: 0 },
    );
    const reading = readBytesBody(request(body, "application/octet-stream"), 25);
    await expect(reading).rejects.toMatchObject({ code: "limit_exceeded" });
    await ended.promise;
    expect({ asked, isCancelled }).toEqual({ asked: 51, isCancelled: false });
  });

  it("counts bytes of JSON, not its characters", async () => {
    const read = (text: string) => readJsonBody(request(text, "application/json"), 10);
    expect(await read('"12345678"')).toBe("12345678");
    expect(await read('"éééé"')).toBe("éééé");
    await expect(read('"123456789"')).rejects.toMatchObject({ code: "limit_exceeded" });
    await expect(read('"ééééé"')).rejects.toMatchObject({ code: "limit_exceeded" });
  });
});
