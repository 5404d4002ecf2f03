import { expect, test } from "vitest";
import { createLog } from "./log";

function logInto(lines: Record<string, unknown>[], level: "debug" | "warn" = "debug") {
  const to = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return createLog({ level, process: "worker", to });
}

test("a line is one JSON object with the message, the fields and the process", () => {
  const lines: Record<string, unknown>[] = [];
  logInto(lines).info({ runId: "run_1" }, "claimed");
  expect(lines).toMatchObject([{ level: 30, process: "worker", runId: "run_1", msg: "claimed" }]);
});

test("an error tells its message and code", () => {
  const lines: Record<string, unknown>[] = [];
  logInto(lines).error({ err: Object.assign(new Error("gone"), { code: "40001" }) }, "failed");
  expect(lines).toMatchObject([{ err: { message: "gone", code: "40001" } }]);
});

test("lines below the level are not written", () => {
  const lines: Record<string, unknown>[] = [];
  const log = logInto(lines, "warn");
  log.debug({}, "a");
  log.info({}, "b");
  log.warn({}, "c");
  expect(lines.map((line) => line.msg)).toEqual(["c"]);
});

test("secrets are left out", () => {
  const lines: Record<string, unknown>[] = [];
  logInto(lines).info(
    { apiKey: "k", request: { authorization: "a", headers: { token: "t", host: "h" } } },
    "m",
  );
  expect(JSON.stringify(lines)).not.toMatch(/"k"|"a"|"t"/);
  expect(lines).toMatchObject([{ request: { headers: { host: "h" } } }]);
});
