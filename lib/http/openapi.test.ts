import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { type ApiEntry, entriesOf } from "@/lib/core/openapi/document";
import { verbNamed } from "@/lib/services/verb-by-name";
import { openApiDocument } from "./openapi";
import type { RouteKey } from "./route-types";
import { ROUTE_KEYS, routesAt } from "./routes";

const document = openApiDocument();
const at = (path: string, method: "get" | "post" = "get") => document.paths[path]?.[method];

/** A row of docs/api.md. */
function rowOf({ name, scope = "", description, parameters }: ApiEntry): string {
  const query = parameters.map((one) => one.name).filter((one) => !name.includes(`{${one}}`));
  const address = [name, query.map((one) => `${one}=`).join("&")].filter(Boolean).join("?");
  const key = name.replace(" ", " /api/v1") as RouteKey;
  const pages = routesAt(key).flatMap(({ verb }) => verbNamed(verb).see);
  const see = pages.length === 0 ? "" : ` (${pages.map((page) => `[${page}](${page})`).join(", ")})`;
  return `| \`${address}\` | ${scope} | ${description.replaceAll("|", "\\|")}${see} |`;
}

describe("docs/api.md", () => {
  it("lists the routes as their verbs have them; `vitest -u` writes it", async () => {
    const page = resolve(import.meta.dirname, "../../docs/api.md");
    const [before, after] = readFileSync(page, "utf8").split(
      /(?<=<!-- routes -->\n)[\s\S]*(?=<!-- end of routes -->)/,
    );
    const rows = ["| route | right | what it does |", "|---|---|---|", ...entriesOf(document).map(rowOf)];
    await expect(`${before}\n${rows.join("\n")}\n\n${after}`).toMatchFileSnapshot(page);
  });
});

describe("the OpenAPI document", () => {
  it("is one by the schema of OpenAPI 3.1", async () => {
    const copy = JSON.parse(JSON.stringify(document));
    expect(await new Validator().validate(copy)).toMatchObject({ valid: true });
    expect((await new Validator().validate({ ...copy, paths: { "/x": { get: 1 } } })).valid).toBe(false);
  });

  it("has every route, each with an id of its own and what its verbs say of it", () => {
    const entries = entriesOf(document);
    expect(entries.map(({ name }) => name.replace(" /", " /api/v1/"))).toEqual(ROUTE_KEYS);
    expect(entries.filter(({ description }) => description.length < 10)).toEqual([]);
    const ids = Object.values(document.paths).flatMap((one) => Object.values(one).map((o) => o.operationId));
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
    expect(twice).toEqual([]);
    expect(ids).toEqual(
      expect.arrayContaining(["postRunsByIdCommands", "getOpenapiJson", "postMcpServersByNameTools"]),
    );
  });

  it("refers to nothing outside of its components", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to);
    expect([...new Set(references)].sort()).toEqual([
      "#/components/headers/RateLimit",
      "#/components/headers/RateLimit-Policy",
      "#/components/parameters/IdempotencyKey",
      "#/components/responses/Problem",
      "#/components/schemas/Problem",
    ]);
  });

  it("asks for a bearer with the right of the verb, but where everyone may ask", () => {
    expect(at("/runs", "post")?.security).toEqual([{ bearer: ["operate"] }]);
    expect(at("/keys")?.security).toEqual([{ bearer: ["admin"] }]);
    expect(at("/openapi.json")?.security).toEqual([{ bearer: [] }]);
    expect([at("/health")?.security, at("/live")?.security]).toEqual([[], []]);
  });

  it("has the fields of limits on every answer, but where strangers may ask", () => {
    const names = ["RateLimit-Policy", "RateLimit"];
    const answerOf = (path: string, status: string) => {
      const answer = at(path)?.responses[status];
      return answer && "headers" in answer ? Object.keys(answer.headers ?? {}) : [];
    };
    expect(answerOf("/runs", "200")).toEqual(names);
    expect(answerOf("/health", "200")).toEqual([]);
    const { Problem } = document.components.responses as { Problem: { headers: object } };
    expect(Object.keys(Problem.headers)).toEqual(["Retry-After", ...names]);
  });

  it("takes what a path names out of the body, and what a client cannot give", () => {
    const { content } = at("/approvals/{id}/decision", "post")?.requestBody ?? {};
    const schema = content?.["application/json"]?.schema as { properties: object };
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(["verb", "digest"]));
    expect(schema.properties).not.toHaveProperty("approvalId");
    expect(schema.properties).not.toHaveProperty("provenance");
  });

  it("has both forms of a policy's rules, each with its bounds", () => {
    const { content } = at("/policies", "post")?.requestBody ?? {};
    const bound = { maxCostUsd: { type: "number", minimum: 0 } };
    expect(content?.["application/json"]?.schema).toMatchObject({
      properties: {
        policy: {
          properties: {
            rules: {
              items: { anyOf: [{ properties: { path: { type: "string" } } }, { properties: bound }] },
            },
          },
        },
      },
    });
  });

  it("has lists with commas, files as their bytes, and the forms of an answer", () => {
    const parameters = at("/runs")?.parameters ?? [];
    expect(parameters).toContainEqual(expect.objectContaining({ name: "status", explode: false }));
    const upload = at("/attachments", "post");
    expect(upload?.requestBody?.content).toEqual({ "application/octet-stream": {} });
    expect(upload?.parameters).toContainEqual(
      expect.objectContaining({ name: "name", in: "query", required: true }),
    );
    const events = at("/runs/{id}/events")?.responses["200"];
    expect(events).toMatchObject({ content: { "text/event-stream": {}, "application/json": {} } });
  });
});
