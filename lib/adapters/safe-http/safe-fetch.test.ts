import { expect, it } from "vitest";
import { openWebServer } from "@/lib/testing/web-server";
import { modelFetchFor } from ".";

it("modelFetchFor keeps its connection from one call to the next, and does without one that has broken", async () => {
  const server = await openWebServer((request, response) => {
    if (request.url === "/cut") response.destroy();
    else response.end("text");
  });
  const address = `http://127.0.0.1:${server.port}`;
  const send = modelFetchFor(address);
  for (let n = 0; n < 3; n += 1) expect(await (await send(`${address}/v1`)).text()).toBe("text");
  expect(server.connections()).toBe(1);
  await expect(send(`${address}/cut`)).rejects.toMatchObject({ code: "broken" });
  expect(server.connections()).toBe(2);
  expect((await send(`${address}/v1`)).status).toBe(200);
  await server.close();
});
