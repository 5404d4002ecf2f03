import { describe, expect, it } from "vitest";
import { z } from "zod";
import { verbs } from "@/lib/services/registry";
import { verbNamed } from "@/lib/services/verb-by-name";
import { fieldOfParam, pathOf, ROUTE_KEYS, routesAt, statusOf } from "./routes";

const all = ROUTE_KEYS.flatMap((key) => routesAt(key).map((route) => ({ key, route })));

/** The names of the fields that a verb's input may have. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right].flatMap(partFields);
  if (schema instanceof z.ZodUnion) return schema.def.options.flatMap(partFields);
  return [];
}
const partFields = (part: unknown): string[] => (part instanceof z.ZodType ? fieldsOf(part) : []);

describe("the table of routes", () => {
  it("leads to every verb, but those that are parts of a stream", () => {
    const reached = new Set(all.map(({ route }) => route.verb as string));
    const every = verbs.map(({ verbName }) => verbName);
    expect(every.filter((name) => !reached.has(name))).toEqual(["runs/watch", "stream/authorize"]);
  });

  it.each(all)("$key names fields that $route.verb takes", ({ key, route }) => {
    const fields = fieldsOf(verbNamed(route.verb).schema);
    const params = [...pathOf(key).matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    expect(params).toEqual(expect.arrayContaining(route.id ? ["id"] : []));
    const named = params.map((name) => fieldOfParam(route, name));
    expect(fields).toEqual(expect.arrayContaining([...named, ...(route.omit ?? []), ...(route.lists ?? [])]));
  });

  it.each(all.filter(({ key }) => key.startsWith("GET ")))("$key changes nothing", ({ route }) => {
    expect(statusOf(route)).toBe(200);
    expect(route.file).toBeUndefined();
  });

  it("has at every address one route that answers whatever is asked", () => {
    const asked = ROUTE_KEYS.filter((key) => !["GET /api/v1/live", "GET /api/v1/openapi.json"].includes(key));
    const open = asked.filter((key) => routesAt(key).filter(({ when }) => !when).length !== 1);
    expect(open).toEqual([]);
    for (const key of ROUTE_KEYS) expect(routesAt(key).at(-1)?.when).toBeUndefined();
  });
});
