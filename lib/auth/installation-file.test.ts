import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installationFile, renewInstallationFile } from "./installation-file";

let dir: string;
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), "waymark-secret-")), "data");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("an installation has one secret, which only its owner can read", () => {
  const secret = installationFile(dir, "secret");
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  expect(installationFile(dir, "secret")).toBe(secret);
  expect(installationFile(dir, "token")).not.toBe(secret);
  expect(readdirSync(dir)).toEqual(["secret", "token"]);
  expect(statSync(join(dir, "secret")).mode & 0o777).toBe(0o600);
});

test("a secret that somebody put there is taken as it is", () => {
  installationFile(dir, "secret");
  writeFileSync(join(dir, "secret"), "  mine\n");
  expect(installationFile(dir, "secret")).toBe("mine");
});

test("a renewed file is another one from then on", () => {
  const before = installationFile(dir, "token");
  const after = renewInstallationFile(dir, "token");
  expect(after).not.toBe(before);
  expect(installationFile(dir, "token")).toBe(after);
});
