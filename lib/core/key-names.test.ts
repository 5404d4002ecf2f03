import { describe, expect, it } from "vitest";
import { answerersAt, foldName, gateNamesOf } from "./key-names";

describe("foldName", () => {
  it.each([
    ["Anna Berger", "anna  BERGER"],
    ["Anna Berger", "Аnnа Bеrger"],
    ["Anna Berger", "Ａnna Berger"],
    ["José", "Jose\u0301"],
    ["José", "Jose"],
    ["Ian", "lan"],
    ["Bo1", "B0l"],
    ["Bernd", "Bemd"],
    ["Nina-2", "Nina–2"],
    ["ΑΝΝΑ", "ANNA"],
  ])("gives %j and %j one form", (name, other) => expect(foldName(other)).toBe(foldName(name)));

  it.each([
    ["Anna Berger", "Anna Bergen"],
    ["Key 1", "Key 11"],
    ["C++", "C#"],
    ["Ada", "Ada B"],
  ])("tells %j and %j apart", (name, other) => expect(foldName(other)).not.toBe(foldName(name)));
});

describe("gateNamesOf", () => {
  const key = (id: string, name: string, madeByKey: string | null = null) => ({ id, name, madeByKey });
  const anna = key("1", "Anna");
  it("is the name of a key that a person made and nobody else has", () => {
    expect(gateNamesOf(anna, [anna, key("2", "Ben")])).toEqual(["Anna"]);
  });

  it("is none where another reads the same, of both, or where a key made it", () => {
    const other = key("2", "Аnnа");
    expect(gateNamesOf(anna, [anna, other])).toEqual([]);
    expect(gateNamesOf(other, [anna, other])).toEqual([]);
    expect(gateNamesOf(key("3", "Cleo", "1"), [])).toEqual([]);
  });

  it.each(["local", "LOCAL", "ⅼocаl", "1ocal"])(
    "is none where it reads like the id of the person: %s",
    (name) => {
      expect(gateNamesOf(key("3", name), [anna])).toEqual([]);
    },
  );

  it("is none where it reads like the id of another key", () => {
    const long = key("0198-ab", "Ben");
    expect(gateNamesOf(key("3", "0198–AB"), [long])).toEqual([]);
    expect(gateNamesOf(long, [long])).toEqual(["Ben"]);
  });
});

describe("answerersAt", () => {
  it("are the local person and the keys that work, each with its own names, roles and rights", () => {
    const key = (id: string, name: string, endsAt: Date | null = null) => ({
      id,
      name,
      endsAt,
      madeByKey: null,
      roles: ["ops"],
      capabilities: ["view" as const],
    });
    const keys = [key("1", "Anna"), key("2", "anna", new Date(5)), key("3", "Local  operator")];
    const namesAt = (ms: number) => answerersAt(keys, ms).map(({ id, names }) => [id, names]);
    expect(namesAt(4)).toEqual([
      ["local", undefined],
      ["key:1", []],
      ["key:2", []],
      ["key:3", []],
    ]);
    expect(namesAt(5)).toEqual([
      ["local", undefined],
      ["key:1", ["Anna"]],
      ["key:3", []],
    ]);
    expect(answerersAt(keys, 5)[1]).toMatchObject({ roles: ["ops"], capabilities: ["view"] });
  });
});
