import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installationSecret } from "./installation-secret";

let dir: string;
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), "waymark-secret-")), "data");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("an installation has one secret, which only its owner can read", () => {
  const secret = installationSecret(dir);
  expect(Buffer.from(secret, "base64")).toHaveLength(32);
  expect(installationSecret(dir)).toBe(secret);
  expect(readdirSync(dir)).toEqual(["secret"]);
  expect(statSync(join(dir, "secret")).mode & 0o777).toBe(0o600);
});

test("a secret that somebody put there is taken as it is", () => {
  installationSecret(dir);
  chmodSync(join(dir, "secret"), 0o600);
  writeFileSync(join(dir, "secret"), "  mine\n");
  expect(installationSecret(dir)).toBe("mine");
});
