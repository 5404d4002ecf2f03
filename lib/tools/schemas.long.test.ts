import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@/lib/core/json";
import { cpuTimeMs } from "@/lib/testing/cpu-time";
import { createSchemas, MAX_MISMATCHES, MAX_SCHEMA_BYTES, MAX_VALUE_BYTES } from "./schemas";

const { mismatches, numberPlaces } = createSchemas();
const at = (path: string, message: string) => ({ path, message });

describe("a schema check", () => {
  it("finds nothing wrong with a value that fits", () => {
    expect(mismatches({ type: "object", required: ["a"] }, { a: 1 })).toEqual([]);
    expect(mismatches({}, null)).toEqual([]);
  });

  it("gives the path and the reason of each mismatch", () => {
    const schema: JsonObject = {
      type: "object",
      properties: {
        env: { enum: ["staging", "production"] },
        tags: { type: "array", items: { type: "string" } },
        "a/b": { type: "integer" },
      },
      required: ["version"],
      additionalProperties: false,
    };
    expect(mismatches(schema, { env: "moon", tags: ["x", 2], "a/b": "1", extra: true })).toEqual([
      at("", 'missing key "version"'),
      at("", 'unknown key "extra"'),
      at("env", 'must be one of "staging", "production"'),
      at("tags.1", "must be string"),
      at("a/b", "must be integer"),
    ]);
  });

  it("gives a mismatch that several branches find once", () => {
    const branch: JsonObject = { properties: { a: { type: "string" } } };
    expect(mismatches({ allOf: [branch, branch] }, { a: 1 })).toEqual([at("a", "must be string")]);
  });

  it("stops listing at a limit", () => {
    const list = Array.from({ length: 100 }, (_, n) => n);
    expect(mismatches({ items: { type: "string" } }, list)).toHaveLength(MAX_MISMATCHES);
  });

  it("knows both drafts: tuples are `items` in draft 7 and `prefixItems` in 2020-12", () => {
    const draft7 = { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "string" }] };
    expect(mismatches(draft7, [1])).toEqual([at("0", "must be string")]);
    expect(mismatches({ prefixItems: [{ type: "string" }] }, [1])).toEqual([at("0", "must be string")]);
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "holds a field %s to its schema as any other",
    (name) => {
      const [fits, wrong] = [{ [name]: "a" }, { [name]: 1 }];
      const of = (more: JsonObject): JsonObject => ({ properties: { [name]: { type: "string" } }, ...more });
      const closed = of({ required: [name], additionalProperties: false });
      expect(mismatches(closed, fits)).toEqual([]);
      expect(mismatches(closed, wrong)).toEqual([at(name, "must be string")]);
      expect(mismatches(closed, {})).toEqual([at("", `missing key "${name}"`)]);
      expect(mismatches(of({}), {})).toEqual([]);
      expect(mismatches({ allOf: [closed] }, wrong)).toEqual([at(name, "must be string")]);
      expect(mismatches({ properties: { [name]: closed } }, { [name]: wrong })).toEqual([
        at(`${name}.${name}`, "must be string"),
      ]);
      const value = { properties: { [name]: {} } };
      expect(mismatches({ const: value }, value)).toEqual([]);
      expect(mismatches({ enum: [value] }, value)).toEqual([]);
    },
  );

  it("takes two schemas with the same $id", () => {
    expect(mismatches({ $id: "https://example.org/x", type: "string" }, 1)).toHaveLength(1);
    expect(mismatches({ $id: "https://example.org/x", type: "number" }, 1)).toEqual([]);
    expect(mismatches({ $id: "https://example.org/x", type: "string" }, 1)).toHaveLength(1);
  });

  it("follows references inside the schema, to itself too", () => {
    const list: JsonObject = { type: "array", items: { $ref: "#" } };
    expect(mismatches(list, [[], [[]]])).toEqual([]);
    expect(mismatches(list, [[], [1]])).toEqual([at("1.0", "must be array")]);
    const named: JsonObject = { $defs: { word: { type: "string" } }, items: { $ref: "#/$defs/word" } };
    expect(mismatches(named, [1])).toEqual([at("0", "must be string")]);
  });

  it("says so when the schema itself cannot be used, and never passes the value", () => {
    expect(mismatches({ type: "wrong" }, 1)).toMatchObject([
      { path: "", message: expect.stringMatching(/^the schema cannot be used: /), unusable: true },
    ]);
    expect(mismatches({ $ref: "https://example.org/other" }, 1)[0]?.message).toMatch(/cannot be used/);
    expect(mismatches({ pattern: "(?=a)b" }, "b")[0]?.message).toMatch(/cannot be used/);
  });

  it("refuses schemas and values over the size limits", () => {
    expect(mismatches({ title: "x".repeat(MAX_SCHEMA_BYTES) }, 1)[0]?.message).toMatch(/larger than/);
    expect(mismatches({}, "x".repeat(MAX_VALUE_BYTES))[0]?.message).toMatch(/larger than/);
  });

  it("does not pass a value that is nested too deeply to be checked", () => {
    let deep: Json = [];
    for (let n = 0; n < 100_000; n++) deep = [deep];
    expect(mismatches({ items: { $ref: "#" } }, deep)[0]?.message).toMatch(/nested too deeply/);
  });

  it("runs patterns in linear time", () => {
    const attack = `${"a".repeat(50_000)}!`;
    const tookMs = cpuTimeMs(() => {
      expect(mismatches({ pattern: "^(a+)+$" }, attack)).toHaveLength(1);
      expect(mismatches({ pattern: "^(a+)+!$" }, attack)).toEqual([]);
    });
    expect(tookMs).toBeLessThan(2_000);
  });

  it("passes nothing that ajv would only check later", () => {
    const later: JsonObject = { $async: true, type: "object", required: ["x"] };
    expect(mismatches(later, {})[0]?.message).toMatch(/says \$async/);
    expect(mismatches(later, { x: 1 })[0]?.message).toMatch(/says \$async/);
  });

  it.each([
    ["https://json-schema.org/draft/2020-12/schema", {}],
    ["https://json-schema.org/draft/2020-12/meta/core#", {}],
    ["http://json-schema.org/draft-07/schema#", { $schema: "http://json-schema.org/draft-07/schema#" }],
  ])("loses nothing of the standard to a schema that takes the name %s", ($id, more) => {
    const own = createSchemas();
    expect(own.mismatches({ $id, ...more, type: "object" }, {})[0]?.message).toMatch(/one of the standard's/);
    expect(own.mismatches({ ...more, type: "object", required: ["x"] }, {})).toEqual([
      at("", 'missing key "x"'),
    ]);
  });

  it("breaks off a check that would take for ever, of any kind", () => {
    const own = createSchemas({ timeLimitMs: 100 });
    const twice = (name: string) => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
    const doubling = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`a${n}`, twice(`a${n + 1}`)]));
    const $defs = { ...doubling, a60: { type: "object", required: ["x"], properties: { a: twice("a60") } } };
    expect(own.mismatches({ $defs, $ref: "#/$defs/a0" }, {})[0]?.message).toMatch(/in time/);
    const rows = Array.from({ length: 50_000 }, (_, n) => ({ n }));
    expect(own.mismatches({ uniqueItems: true }, rows)[0]?.message).toMatch(/in time/);
    // One that takes long to be read, too: whatever it has left behind binds no other of its name.
    const wide = Object.fromEntries(
      Array.from({ length: 1_500 }, (_, n) => [`a${n}`, { $ref: `#/$defs/a${n + 1}` }]),
    );
    const slow = { $id: "https://example.org/slow", $defs: { ...wide, a1500: true }, $ref: "#/$defs/a0" };
    const hurried = createSchemas({ timeLimitMs: 1 });
    expect(hurried.mismatches(slow, {})[0]?.message).toMatch(/in time/);
    expect(own.mismatches({ required: ["x"] }, {})).toEqual([at("", 'missing key "x"')]);
  });

  it("checks again what was broken off because the process was stopped in the middle", () => {
    const own = createSchemas({ timeLimitMs: 200 });
    let stops = 0;
    const stopped = (times: number): JsonObject =>
      Object.create({
        toJSON() {
          stops += 1;
          // Like a process that gets no processor for a while.
          if (stops <= times) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
          return { id: "a" };
        },
      });
    const schema = { type: "object", required: ["id"] };
    expect(own.mismatches(schema, stopped(1))).toEqual([at("", 'missing key "id"')]);
    expect(stops).toBe(2);
    stops = 0;
    expect(own.mismatches(schema, stopped(9))[0]?.message).toMatch(/in time/);
    expect(stops).toBe(3);
  });

  it("takes the digits of a number that a double would change for that number, however many there are", () => {
    const ids = Array.from({ length: 30 }, (_, n) => `9007199254740993${n}`);
    const schema: JsonObject = {
      type: "object",
      properties: {
        ids: { type: "array", items: { type: "integer", minimum: 1 } },
        either: { type: ["string", "integer"] },
        maybe: { anyOf: [{ type: "integer" }, { type: "null" }] },
      },
      additionalProperties: { type: "string" },
    };
    const value = { ids, either: ids[0] ?? "", maybe: ids[1] ?? "", name: ids[2] ?? "" };
    expect(mismatches(schema, value)).toEqual([]);
    expect(numberPlaces(schema, value)).toEqual(new Set([...ids.map((_, n) => `ids.${n}`), "maybe"]));
    expect(mismatches(schema, { ids: ["12", "-9007199254740993"] })).toEqual([
      at("ids.0", "must be integer"),
      at("ids.1", "must be >= 1"),
    ]);
    expect(numberPlaces(schema, { ids: ["12"] })).toEqual(new Set());
  });

  it("keeps working after more schemas than it remembers", () => {
    for (let n = 0; n < 250; n++) expect(mismatches({ const: n }, n)).toEqual([]);
    expect(mismatches({ const: 0 }, 1)).toHaveLength(1);
  });
});
