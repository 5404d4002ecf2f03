import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { assertWithinLimits, assertWithoutZod, formatBundles, measureBundles } from "./bundles";
import { Failure } from "./failure";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "waymark-bundles-"));
  write("build-manifest.json", JSON.stringify({ rootMainFiles: ["static/main.js"] }));
  write("app-path-routes-manifest.json", JSON.stringify({ "/(console)/runs/page": "/runs" }));
  for (const name of ["main", "layout", "page"]) write(`static/${name}.js`, randomBytes(5_000));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, content: string | Buffer): void {
  const path = join(root, ".next", file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function writeManifest(entryJSFiles: Record<string, string[]>): void {
  write(
    "server/app/(console)/runs/page_client-reference-manifest.js",
    `globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};\nglobalThis.__RSC_MANIFEST["/(console)/runs/page"] = ${JSON.stringify({ entryJSFiles })};\n`,
  );
}

test("a page counts the framework, its layouts and itself, each script once", () => {
  writeManifest({
    "[project]/app/layout": ["static/layout.js"],
    "[project]/app/(console)/runs/page": ["static/layout.js", "static/page.js"],
  });
  const [runs, ...others] = measureBundles(root);
  expect(others).toEqual([]);
  expect(runs?.page).toBe("/runs");
  expect(runs?.scripts).toEqual(["static/main.js", "static/layout.js", "static/page.js"]);
  expect(runs?.bytes).toBeGreaterThan(15_000);
  expect(runs?.bytes).toBeLessThan(15_500);
});

test("a page above its limit is named and fails the stage", () => {
  const small = { page: "/", scripts: [], bytes: 200_000, limit: 200_000 };
  const large = { page: "/runs", scripts: [], bytes: 200_100, limit: 200_000 };
  expect(() => assertWithinLimits([small])).not.toThrow();
  expect(() => assertWithinLimits([small, large])).toThrow(
    new Failure("stage_failed", "Too much JavaScript at first load: /runs."),
  );
  expect(formatBundles([small, large]).split("\n")).toEqual([
    "/        200.0 kB  of 200.0 kB",
    "/runs    200.1 kB  OVER the limit of 200.0 kB",
  ]);
});

describe("zod", () => {
  const page = (...scripts: string[]) => ({ page: "/runs", scripts, bytes: 1, limit: 1 });

  test("is refused among the scripts of a first load, and let pass in those that come later", () => {
    write("static/chunks/schemas.js", 'name:"ZodError"');
    expect(() => assertWithoutZod([page("static/main.js", "static/page.js")], root)).not.toThrow();
    expect(() => assertWithoutZod([page("static/main.js", "static/chunks/schemas.js")], root)).toThrow(
      new Failure("stage_failed", "zod at first load: /runs."),
    );
  });

  test("must be found somewhere, else nothing is proved", () => {
    expect(() => assertWithoutZod([page("static/main.js")], root)).toThrow(Failure);
  });
});

test("a manifest of another shape is an error, never a page of no size", () => {
  write("server/app/page_client-reference-manifest.js", "export default {}");
  expect(() => measureBundles(root)).toThrow(Failure);
});
