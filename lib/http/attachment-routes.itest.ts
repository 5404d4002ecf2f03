import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_FILE_BYTES } from "@/lib/core/attachments";
import { createRoutes } from "@/lib/testing/api-routes";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { MAX_DROPPED_BYTES } from "./body";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const { routes } = createRoutes(async () => ({
  services: world.services,
  keys: world.keys,
  quotas: world.deps.quotas,
  log: world.deps.log,
}));
const { POST: upload } = routes("/api/v1/attachments");
const { GET: download } = routes("/api/v1/attachments/{id}/content");

const api = "http://localhost:3000/api/v1/attachments";
const none = { params: Promise.resolve({}) };
const post = (query: string, body: BodyInit, headers: Record<string, string> = {}) =>
  upload(
    new Request(`${api}?${query}`, {
      method: "POST",
      headers: { host: "localhost:3000", "content-type": "application/octet-stream", ...headers },
      body,
      duplex: "half",
    } as RequestInit),
    none,
  );
const get = (id: string) =>
  download(new Request(`${api}/${id}/content`, { headers: { host: "localhost:3000" } }), {
    params: Promise.resolve({ id }),
  });

const MIB = 1024 * 1024;

/** A body that continues for ever, and how much of it was taken. */
function endless() {
  let taken = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += MIB;
      controller.enqueue(new Uint8Array(MIB));
    },
  });
  return { body, taken: () => taken };
}

describe("an upload", () => {
  it("is the file itself, named by the address", async () => {
    const response = await post("name=sales%20%C3%A9.csv&type=text/csv", "a,b\n1,2\n");
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ name: "sales é.csv", kind: "csv", bytes: 8 });
  });

  it("is refused at the limit, whatever it says of its length, and given up where it does not end", async () => {
    const { body, taken } = endless();
    const response = await post("name=a.bin", body);
    expect(response.status).toBe(413);
    expect(taken()).toBeLessThan(MAX_FILE_BYTES + MAX_DROPPED_BYTES + 4 * MIB);
  });

  it("is refused when a part of it was lost on the way", async () => {
    const response = await post("name=a.csv", "a,b", { "content-length": "500" });
    expect(await response.json()).toMatchObject({
      code: "invalid_input",
      title: expect.stringContaining("3 of 500"),
    });
  });

  it.each([
    ["text/plain", "invalid_input"],
    ["multipart/form-data; boundary=x", "invalid_input"],
    ["application/x-www-form-urlencoded", "invalid_input"],
  ])("is refused as %s, which a form of another site can send", async (type, code) => {
    const response = await post("name=a.csv", "a", { "content-type": type });
    expect(await response.json()).toMatchObject({ code });
  });

  it("is refused from another site", async () => {
    expect((await post("name=a.csv", "a", { origin: "https://evil.example" })).status).toBe(403);
  });

  it("needs a name", async () => {
    expect((await post("type=text/csv", "a")).status).toBe(400);
  });
});

describe("a download", () => {
  it("is a file to keep: never a page, whatever its type and name", async () => {
    const sent = await post(
      `name=${encodeURIComponent("é \"x\"; a='b'.html")}&type=text/html`,
      "<script>1</script>",
    );
    const { id } = (await sent.json()) as { id: string };
    const response = await get(id);
    expect(await response.text()).toBe("<script>1</script>");
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      "content-type": "application/octet-stream",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
      "content-disposition": `attachment; filename="_ _x_; a='b'.html"; filename*=UTF-8''%C3%A9%20%22x%22%3B%20a%3D%27b%27.html`,
    });
  });

  it("of a file that is not there is not found", async () => {
    expect((await get("att_none")).status).toBe(404);
  });
});
