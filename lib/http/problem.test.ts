import { describe, expect, it } from "vitest";
import { DomainFailure, domainError, ERROR_CODES } from "@/lib/core/errors";
import { HTTP_STATUS, problemResponse } from "./problem";

const bodyOf = (thrown: unknown) => problemResponse(thrown).json();

describe("problem+json", () => {
  it("says of a quota when to ask again", () => {
    const bare = new DomainFailure(domainError("too_many_requests", "Too many."));
    const over = new DomainFailure(domainError("too_many_requests", "Too many.", { retryAfterSeconds: 7 }));
    expect([over, bare].map((thrown) => problemResponse(thrown).headers.get("retry-after"))).toEqual([
      "7",
      "1",
    ]);
  });

  it.each(ERROR_CODES)("gives %s the status of the table", async (code) => {
    const response = problemResponse(new DomainFailure(domainError(code, "why")));
    expect(response.status).toBe(HTTP_STATUS[code]);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ status: HTTP_STATUS[code], code });
  });

  it("passes on the words and details of an expected failure", async () => {
    const failure = new DomainFailure(
      domainError("already_decided", "Ada approved it.", { verb: "approve" }),
    );
    expect(await bodyOf(failure)).toMatchObject({ title: "Ada approved it.", details: { verb: "approve" } });
  });

  it("says nothing about a fault that nobody named", async () => {
    const response = problemResponse(new Error("password=hunter2 at 10.0.0.3"));
    expect(response.status).toBe(500);
    expect((await response.json()).title).toBe(
      "Something went wrong on the server. The log has the details.",
    );
  });

  it("does not pass on the message of an internal failure", async () => {
    const text = await problemResponse(new DomainFailure(domainError("internal", "secret"))).text();
    expect(text).not.toContain("secret");
  });

  it.each([
    "25006",
    "53200",
    "57014",
    "57P01",
    "08006",
    "CONNECTION_SILENT",
    "53300",
    "ECONNREFUSED",
    "CONNECTION_CLOSED",
    "CONNECT_TIMEOUT",
  ])("answers 503 with Retry-After when the store is away (%s)", async (code) => {
    const response = problemResponse(Object.assign(new Error("connect 127.0.0.1:5432"), { code }));
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("2");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect((await response.json()).title).toMatch(/^The database does not answer/);
  });

  it("says of a full disk that it is full", async () => {
    const response = problemResponse(Object.assign(new Error("could not extend"), { code: "53100" }));
    expect(response.status).toBe(503);
    expect((await response.json()).title).toBe("The disk of the database is full. Make room on it.");
  });

  it("finds a store fault that a query builder wrapped", () => {
    const cause = Object.assign(new Error("terminating"), { code: "57P01" });
    expect(problemResponse(new Error("Failed query", { cause })).status).toBe(503);
  });

  it("answers 500, never 400, for a faulty query", () => {
    expect(problemResponse(Object.assign(new Error("syntax"), { code: "42601" })).status).toBe(500);
  });
});
