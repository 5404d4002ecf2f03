import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

it("makes every control of the console: none of the browser's own is there before it does something", () => {
  const files = ["app", "components"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name}`)
      .filter((name) => /(?<!\.test)\.tsx$/.test(name) && name !== "components/ui/live.tsx"),
  );
  expect(files.length).toBeGreaterThan(300);
  const own = files.filter((name) =>
    /<(?:button|select|textarea|input(?!(?: key=\{\w+\})? type="hidden"))[\s>]/.test(
      readFileSync(join(ROOT, name), "utf8"),
    ),
  );
  expect(own).toEqual([]);
});
