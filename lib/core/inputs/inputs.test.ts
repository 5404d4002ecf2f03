import { describe, expect, it } from "vitest";
import { serverInput } from "./mcp";
import { modelInput, providerInput } from "./models";
import { savePolicyInput } from "./policies";
import { hasUserInfo } from "./user-info";

describe("hasUserInfo", () => {
  it.each([
    "http://me@host/",
    "http://me:secret@host:80/path",
    "https:me@host",
    "https:/me@host",
    "http:\\\\me@host",
    " HTTP://ME@host",
    "http://a@b@host",
    "http://m\ne@host",
  ])("sees one in %j", (url) => {
    expect(hasUserInfo(url)).toBe(true);
    const { username, password } = new URL(url);
    expect(username + password).not.toBe("");
  });

  it.each([
    "http://host/",
    "http://host/@me",
    "http://host?x=a@b",
    "http://host#a@b",
    "http://host:8080/v1/users/a@b",
    "http://host\\a@b",
  ])("sees none in %j", (url) => {
    expect(hasUserInfo(url)).toBe(false);
    const { username, password } = new URL(url);
    expect(username + password).toBe("");
  });
});

describe("addresses", () => {
  const provider = (baseUrl: string) =>
    providerInput.safeParse({ name: "local", kind: "openai-compatible", baseUrl }).success;
  const server = (url: string) => serverInput.safeParse({ name: "files", transport: "http", url }).success;

  it("carry no secrets, which would be stored in the open", () => {
    expect(provider("http://127.0.0.1:11434/v1")).toBe(true);
    for (const end of ["?key=1", "#key"]) expect(provider(`http://127.0.0.1:11434/v1${end}`)).toBe(false);
    for (const url of ["http://me:key@host/", "https:key@host"]) {
      expect(provider(url)).toBe(false);
      expect(server(url)).toBe(false);
    }
    expect(server("https://host/mcp?session=a@b")).toBe(true);
  });
});

describe("servers", () => {
  const stdio = (env: Record<string, string>) =>
    serverInput.safeParse({ name: "files", transport: "stdio", command: "node", env }).success;
  const http = (headers: Record<string, string>) =>
    serverInput.safeParse({ name: "files", transport: "http", url: "http://host/", headers }).success;

  it("take variables and headers by names that there can be, thirty at most", () => {
    const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, at) => [`K${at}`, "v"]));
    expect([stdio({ API_KEY: "x" }), stdio({ "A-B": "x" }), stdio(many(30)), stdio(many(31))]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([http({ "X-Key": "x" }), http({ "X Key": "x" })]).toEqual([true, false]);
  });

  it("take headers that can be sent", () => {
    expect([http({ "X-Key": "tab\tand text" }), http({ "X-Key": "ä" }), http({ "X-Key": "a\nb" })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("providers", () => {
  const headers = (given: Record<string, string>) =>
    providerInput.safeParse({ name: "local", kind: "openai-compatible", headers: given }).success;

  it("take headers but those of the connection, twenty at most", () => {
    const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, at) => [`x-${at}`, "v"]));
    expect([
      headers({ "x-team": "a" }),
      headers({ Host: "b" }),
      headers(many(20)),
      headers(many(21)),
    ]).toEqual([true, false, true, false]);
  });

  it("name models by provider and id", () => {
    const model = (id: string) => modelInput.safeParse({ id }).success;
    expect([model("openai:gpt-5-mini"), model("gpt-5-mini")]).toEqual([true, false]);
  });
});

describe("policies", () => {
  it("take five hundred names in a list, and no more", () => {
    const names = (n: number) => Array.from({ length: n }, (_, at) => `tool_${at}`);
    const policy = (denied: string[], allowed?: string[]) =>
      savePolicyInput.safeParse({
        name: "Mine",
        scope: { kind: "workspace" },
        policy: { denied, ...(allowed && { allowed }) },
      });
    expect(policy(names(500)).success).toBe(true);
    expect(policy(names(501)).success).toBe(false);
    expect(policy([], names(501)).success).toBe(false);
  });
});
