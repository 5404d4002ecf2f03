import { describe, expect, it } from "vitest";
import { z } from "zod";
import { day } from "@/lib/core/inputs/bounds";
import { MAX_AMOUNT, MAX_COUNT } from "@/lib/core/inputs/limits";
import { verbs } from "./registry";
import { inputSchemaOf } from "./verb-by-name";

type Node = { path: string; name: string; schema: Record<string, unknown> };

/** A schema and all within it, each with its place and the last name in that. */
function nodesOf(schema: unknown, path: string, name = ""): Node[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => nodesOf(one, path, name));
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {}, ...rest } = schema as Record<string, unknown> & { properties?: object };
  return [
    { path, name, schema: rest },
    ...Object.entries(properties).flatMap(([key, one]) => nodesOf(one, `${path}.${key}`, key)),
    ...Object.values(rest).flatMap((one) => nodesOf(one, path, name)),
  ];
}

const NAMES = verbs.map(({ verbName }) => verbName);
const NODES = NAMES.flatMap((name) => nodesOf(inputSchemaOf(name), name));

/** Not in a column of the store that counts, but as JSON or as a sum. */
const AMOUNTS =
  /^(runs\/create\.settings|spending\/setRunBudgets)\.|^spending\/change\.capMicroUsd$|^runs\/command\.limit$/;
/** A number that a plan is filled with. */
const ANY_NUMBER = "templates/save.params.default";

/** People, whose name is one of a day. */
const HANDED_TO = "approvals/handOn.to";
/** Names of days, in whatever schema. */
const DAY_NAME =
  /^(from|to|since|until|day|date)$|(From|Since|Until|Before|After|Day|Date)$|^(created|started|ended)To$/;

describe("inputs of all verbs", () => {
  it("bound every number by what is done with it", () => {
    const numbers = NODES.filter(({ schema: { type } }) => type === "integer" || type === "number");
    expect(numbers.length).toBeGreaterThan(80);
    const unbounded = numbers.filter(({ path, schema: { maximum, minimum, exclusiveMinimum } }) => {
      if (path === ANY_NUMBER) return false;
      return !(
        Number(minimum ?? exclusiveMinimum) >= 0 &&
        Number(maximum) <= (AMOUNTS.test(path) ? MAX_AMOUNT : MAX_COUNT)
      );
    });
    expect(unbounded.map(({ path }) => path)).toEqual([]);
  });

  it("know one kind of day and of no other moment", () => {
    const { $schema: _, ...known } = z.toJSONSchema(day, { io: "input", unrepresentable: "any" });
    const moments = NODES.filter(({ path, name, schema: { type, format } }) => {
      if (path === HANDED_TO) return false;
      const isNamed = DAY_NAME.test(name) && type === "string" && format !== "email";
      return isNamed || /date|time/.test(String(format));
    });
    expect(moments.length).toBeGreaterThan(15);
    expect(moments.filter(({ schema }) => JSON.stringify(schema) !== JSON.stringify(known))).toEqual([]);
  });
});
