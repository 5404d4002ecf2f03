import { describe, expect, it } from "vitest";
import { matchRoute } from "./match-route";
import { ROUTE_KEYS } from "./routes";

describe("the route of a request", () => {
  it.each(ROUTE_KEYS)("%s is found by its path, with what its address leaves open", (key) => {
    const [method = "", path = ""] = key.split(" ");
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const asked = path.replace(/\{(\w+)\}/g, "a%20%2Fb%C3%A9");
    expect(matchRoute(method, asked)).toEqual({
      key,
      params: Object.fromEntries(names.map((name) => [name, "a /bé"])),
    });
  });

  it("is the one that names more of the path", () => {
    expect(matchRoute("GET", "/api/v1/runs/export")).toEqual({ key: "GET /api/v1/runs/export", params: {} });
    expect(matchRoute("GET", "/api/v1/runs/__proto__")).toEqual({
      key: "GET /api/v1/runs/{id}",
      params: { id: "__proto__" },
    });
  });

  it.each([
    ["GET", "/api/v1"],
    ["GET", "/api/v1/nothing"],
    ["GET", "/api/v1/runs/"],
    ["GET", "/api/v1//runs"],
    ["GET", "/api/v1/runs//plan"],
    ["GET", "/api/v1/runs/%E0%A4%A"],
    ["DELETE", "/api/v1/runs"],
    ["GET", "/api/v1/runs/cancel/plan/more"],
    ["constructor", "/api/v1/runs"],
  ])("is none for %s %s", (method, path) => {
    expect(matchRoute(method, path)).toBeUndefined();
  });
});
