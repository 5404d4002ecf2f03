import { expect, test } from "vitest";
import { EnvFailure, readEnv } from "./env";

function failureOf(source: Record<string, string>): EnvFailure {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvFailure) return error;
  }
  throw new Error("the environment was accepted");
}

test("an empty environment is a complete one", () => {
  expect(readEnv({})).toEqual({
    PORT: 3000,
    AUTH: "off",
    AUTH_TOKEN: "on",
    WAYMARK_STDIO_SERVERS: "on",
    WAYMARK_LOG_LEVEL: "info",
    WAYMARK_WORKER_SLOTS: 10,
    WAYMARK_DB_CONNECTIONS: 10,
    WAYMARK_QUOTAS: {},
    NODE_ENV: "development",
  });
});

test("an empty variable counts as unset", () => {
  expect(readEnv({ PORT: "", OPENAI_API_KEY: " " })).toEqual(readEnv({}));
});

test("numbers are read as numbers", () => {
  expect(readEnv({ PORT: "8080", WAYMARK_WORKER_SLOTS: "3" })).toMatchObject({
    PORT: 8080,
    WAYMARK_WORKER_SLOTS: 3,
  });
});

test("private hosts are listed by name, with a port or without", () => {
  const hosts = "Wiki.example, 10.0.0.5:8080 [fd00::1]:80";
  expect(readEnv({ WAYMARK_ALLOWED_PRIVATE_HOSTS: hosts }).WAYMARK_ALLOWED_PRIVATE_HOSTS).toEqual([
    "wiki.example",
    "10.0.0.5:8080",
    "[fd00::1]:80",
  ]);
  for (const wrong of ["http://wiki.example", "*", "10.0.0.0/8"]) {
    expect(failureOf({ WAYMARK_ALLOWED_PRIVATE_HOSTS: wrong }).problems[0]).toContain(
      "must be hosts such as",
    );
  }
});

test("limits of models are JSON, by model or by provider", () => {
  const limits = { openai: { maxConcurrent: 8 }, "openai:gpt-5": { tokensPerMinute: 200_000 } };
  expect(readEnv({ WAYMARK_MODEL_LIMITS: JSON.stringify(limits) }).WAYMARK_MODEL_LIMITS).toEqual(limits);
  for (const wrong of [
    "8",
    "{",
    '{"openai": 8}',
    '{"openai": {"maxConcurrent": 0}}',
    '{"openai": {"max": 1}}',
  ]) {
    const { problems } = failureOf({ WAYMARK_MODEL_LIMITS: wrong });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^WAYMARK_MODEL_LIMITS(\.openai(\.maxConcurrent)?)?: must be /);
  }
});

test("quotas are JSON, or off", () => {
  expect(readEnv({ WAYMARK_QUOTAS: "off" }).WAYMARK_QUOTAS).toBe("off");
  expect(readEnv({ WAYMARK_QUOTAS: '{"streams": 5}' }).WAYMARK_QUOTAS).toEqual({ streams: 5 });
  const one = { requestsPerMinute: 60, runsPerMinute: 5 };
  expect(readEnv({ WAYMARK_QUOTAS: JSON.stringify(one) }).WAYMARK_QUOTAS).toEqual(one);
  for (const wrong of ["on", "{", "5", '{"streams": 0}', '{"stream": 5}']) {
    const { problems } = failureOf({ WAYMARK_QUOTAS: wrong });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^WAYMARK_QUOTAS.*: must be /);
  }
});

test("every bad variable is named at once, by its name and what it must be", () => {
  const { code, problems, message } = failureOf({
    PORT: "http",
    AUTH: "on",
    AUTH_TOKEN: "no",
    DATABASE_URL: "mysql://root:hunter2@localhost/waymark",
    WAYMARK_MODEL: "gpt",
    WAYMARK_WORKER_SLOTS: "0",
    OPENAI_COMPATIBLE_BASE_URL: "ftp://models",
  });
  expect(code).toBe("invalid_environment");
  expect(problems.map((problem) => problem.split(":")[0])).toEqual([
    "DATABASE_URL",
    "PORT",
    "AUTH",
    "AUTH_TOKEN",
    "OPENAI_COMPATIBLE_BASE_URL",
    "WAYMARK_MODEL",
    "WAYMARK_WORKER_SLOTS",
  ]);
  expect(message).toContain("DATABASE_URL: must start with postgres://");
  expect(message).not.toContain("hunter2");
});

test("a key for a compatible provider needs that provider's address", () => {
  expect(failureOf({ OPENAI_COMPATIBLE_API_KEY: "k" }).problems).toEqual([
    "OPENAI_COMPATIBLE_BASE_URL: must be set when OPENAI_COMPATIBLE_API_KEY is",
  ]);
  expect(
    readEnv({ OPENAI_COMPATIBLE_API_KEY: "k", OPENAI_COMPATIBLE_BASE_URL: "http://localhost:11434/v1" }),
  ).toMatchObject({ OPENAI_COMPATIBLE_BASE_URL: "http://localhost:11434/v1" });
});
