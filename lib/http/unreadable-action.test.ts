import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { openWebServer } from "@/lib/testing/web-server";
import { answerBegins, answerReadable } from "./unreadable-action";

/** The status of an answer that says `status`, after code of the console has begun or not. */
async function statusOf(
  status: number,
  begins: boolean,
  { method = "POST", path = "/runs/new" } = {},
): Promise<number> {
  const server = await openWebServer((request, response) => {
    void answerReadable(request as unknown as IncomingMessage, response, async () => {
      await Promise.resolve();
      if (begins) answerBegins();
      response.statusCode = status;
      response.end();
    });
  });
  try {
    return (await fetch(`http://127.0.0.1:${server.port}${path}`, { method })).status;
  } finally {
    await server.close();
  }
}

describe("a request for an action", () => {
  it("that failed before any code of the console began could not be read", async () => {
    expect(await statusOf(500, false)).toBe(400);
  });

  it("that failed later is a fault of the server, and what did not fail is answered as it is", async () => {
    expect(await statusOf(500, true)).toBe(500);
    expect([await statusOf(200, false), await statusOf(404, false)]).toEqual([200, 404]);
    expect(await statusOf(503, false)).toBe(503);
  });
});

it("a fault at a page or in the API stays one", async () => {
  expect(await statusOf(500, false, { method: "GET" })).toBe(500);
  expect(await statusOf(500, false, { path: "/api/v1/runs" })).toBe(500);
});
