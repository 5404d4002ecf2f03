import { describe, expect, it } from "vitest";
import { serverInput } from "./mcp";
import { providerInput } from "./models";
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
