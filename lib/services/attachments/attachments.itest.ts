import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_FILE_BYTES, MAX_FILES, MAX_WAITING_BYTES } from "@/lib/core/attachments";
import { dropUnusedAttachments } from "@/lib/engine/worker/sweeper";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const bytes = (text: string) => new TextEncoder().encode(text);
const CSV = bytes("region,amount\nnorth,10\nsouth,32\n");
const plan = { title: "One", tasks: [{ id: "a", title: "A", input: "go" }] };

let ada: ReturnType<ServiceWorld["person"]>;
beforeEach(() => {
  ada = world.person();
});

const add = (name = "sales.csv", content: Uint8Array = CSV, more: { type?: string } = {}) =>
  world.services.attachments.add({ actor: ada, input: { name, content, ...more } });
const start = (attachments: string[]) =>
  world.services.runs.create({ actor: ada, input: { mission: "Sum it", plan, attachments } });
const age = (id: string) =>
  world.database.sql`update attachments set kept_until = now() - interval '1 second' where id = ${id}`;
const isKept = async (id: string) =>
  (await world.database.sql`select from attachments where id = ${id}`).length === 1;

describe("a file that a person brings", () => {
  it("is kept byte for byte, under a clean name, with its digest and kind", async () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const { id, ...facts } = await add("../data/All\u202E.parquet", all);
    expect(facts).toMatchObject({ name: "All.parquet", kind: "parquet", bytes: 256 });
    expect(facts.digest).toMatch(/^[\da-f]{64}$/);
    const read = await world.services.attachments.content({ actor: ada, input: { id } });
    expect(Buffer.from(read.content)).toEqual(Buffer.from(all));
    await expect(world.services.attachments.get({ actor: ada, input: { id } })).resolves.toEqual({
      id,
      ...facts,
    });
  });

  it("is refused as a table whose characters cannot be told, with the reason", async () => {
    const greek = Uint8Array.from([0x63, 0xfc, 0xea, 0xe9, 0xe1, 0x0a]);
    await expect(add("names.csv", greek)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("cannot be told; save it as UTF-8"),
    });
    await expect(add("names.txt", greek)).resolves.toMatchObject({ kind: "text" });
    const wide = new Uint8Array(Buffer.from("\uFEFFid\tname\n1\tZoë\n", "utf16le"));
    const { id } = await add("wide.csv", wide);
    await expect(world.database.sql`select preview from attachments where id = ${id}`).resolves.toMatchObject(
      [{ preview: "id\tname\n1\tZoë" }],
    );
  });

  it("may be of the largest size, and no larger", async () => {
    await expect(add("big.txt", new Uint8Array(MAX_FILE_BYTES))).resolves.toMatchObject({
      bytes: MAX_FILE_BYTES,
    });
    await expect(add("big.txt", new Uint8Array(MAX_FILE_BYTES + 1))).rejects.toMatchObject({
      code: "limit_exceeded",
    });
  });

  it("finds no room beside too many that no run has taken", async () => {
    const other = world.person({ name: "Eve", workspaceId: "hoard" });
    const bring = (name: string) =>
      world.services.attachments.add({ actor: other, input: { name, content: CSV } });
    await bring("a.csv");
    await world.database
      .sql`update attachments set bytes = ${MAX_WAITING_BYTES} where workspace_id = 'hoard'`;
    await expect(bring("b.csv")).rejects.toMatchObject({ code: "limit_exceeded" });
    await world.database
      .sql`update attachments set kept_until = now() - interval '1 s' where workspace_id = 'hoard'`;
    await expect(bring("b.csv")).resolves.toMatchObject({ name: "b.csv" });
  });

  it.each([
    ["", CSV, {}],
    ["/", CSV, {}],
    ["empty.csv", new Uint8Array(), {}],
    ["a.csv", CSV, { type: "text/csv\r\nx: y" }],
  ])(
    "is refused as %j when there is nothing in it or it cannot be named",
    async (name, content: Uint8Array, more) => {
      await expect(add(name, content, more)).rejects.toMatchObject({ code: "invalid_input" });
    },
  );

  it("is there once however often it is sent with the same key, and no other comes with that key", async () => {
    const send = (content: Uint8Array) =>
      world.services.attachments.add({
        actor: ada,
        commandId: "key_1",
        input: { name: "a.csv", content },
      });
    const [first, second] = [await send(CSV), await send(CSV)];
    expect(second).toEqual(first);
    await expect(send(bytes("other"))).rejects.toMatchObject({ code: "conflict" });
  });

  it("is nobody else's: another workspace neither sees nor takes it", async () => {
    const { id } = await add();
    const eve = world.person({ name: "Eve", workspaceId: "other" });
    await expect(world.services.attachments.get({ actor: eve, input: { id } })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(world.services.attachments.content({ actor: eve, input: { id } })).rejects.toMatchObject({
      code: "not_found",
    });
    const theft = world.services.runs.create({ actor: eve, input: { mission: "Take", attachments: [id] } });
    await expect(theft).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a run with files", () => {
  it("lists them under names of their own, with the tables that SQL finds them by", async () => {
    const ids = [(await add()).id, (await add("notes.md", bytes("# Hi"))).id, (await add()).id];
    const { runId } = await start([...ids, ids[0] as string]);
    const { items } = await world.services.attachments.list({ actor: ada, input: { runId } });
    expect(items.map(({ id, name, kind, table }) => ({ id, name, kind, table }))).toEqual([
      { id: ids[0], name: "sales.csv", kind: "csv", table: "sales" },
      { id: ids[1], name: "notes.md", kind: "markdown", table: undefined },
      { id: ids[2], name: "sales (2).csv", kind: "csv", table: "sales_2" },
    ]);
    const view = await world.services.runs.get({ actor: ada, input: { runId } });
    expect(view.attachments.map(({ name }) => name)).toEqual(["sales.csv", "notes.md", "sales (2).csv"]);
    const eve = world.person({ name: "Eve", workspaceId: "other" });
    await expect(world.services.attachments.list({ actor: eve, input: { runId } })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("does not start with a file that is not there, with too many, or with too much", async () => {
    await expect(start(["att_none"])).rejects.toMatchObject({ code: "not_found" });
    const many = Array.from({ length: MAX_FILES + 1 }, (_, n) => `att_${n}`);
    await expect(start(many)).rejects.toMatchObject({ code: "invalid_input" });
    const large = [];
    for (let n = 0; n < 3; n += 1) large.push((await add(`${n}.txt`, new Uint8Array(MAX_FILE_BYTES))).id);
    await expect(start(large)).rejects.toMatchObject({ code: "limit_exceeded" });
  }, 120_000);

  it("gives them to its fork", async () => {
    const { id } = await add();
    const { runId } = await start([id]);
    const { seq } = await world.services.runs.get({ actor: ada, input: { runId } });
    const fork = await world.services.runs.fork({ actor: ada, input: { runId, fromSeq: seq } });
    const { items } = await world.services.attachments.list({ actor: ada, input: { runId: fork.runId } });
    expect(items.map((item) => item.id)).toEqual([id]);
    const links = await world.database.sql`select run_id from run_attachments where attachment_id = ${id}`;
    expect(links.map((row) => row.run_id).sort()).toEqual([runId, fork.runId].sort());
  });
});

describe("the sweep", () => {
  it("removes what no run took within a day, and nothing else", async () => {
    const [old, fresh, taken] = [await add(), await add(), await add()];
    await start([taken.id]);
    await Promise.all([age(old.id), age(taken.id)]);
    await dropUnusedAttachments(world.database);
    await expect(Promise.all([old, fresh, taken].map(({ id }) => isKept(id)))).resolves.toEqual([
      false,
      true,
      true,
    ]);
    await expect(start([old.id])).rejects.toMatchObject({ code: "not_found" });
  });

  it("leaves a file that a run is about to take", async () => {
    const { id } = await add();
    await age(id);
    await start([id]);
    await dropUnusedAttachments(world.database);
    await expect(isKept(id)).resolves.toBe(true);
  });
});
