import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { ROUTES } from "@/lib/http/routes";

const root = resolve(import.meta.dirname, "../..");

it("every address of the table of routes has a file that exports its methods in one line, and no other has one", () => {
  const routes = Object.keys(ROUTES).map((key) => key.split(" "));
  const wanted = [...Map.groupBy(routes, ([, path = ""]) => path)].map(([path, keys]) => {
    const methods = keys.map(([method]) => method).sort();
    const line = `export const { ${methods.join(", ")} } = routes("${path}");`;
    return [fileOf(path), `import { routes } from "@/app/api/route-app";\n\n${line}\n`];
  });
  const files = globSync("app/api/**/route.ts", { cwd: root }).filter((file) => !file.includes("[..."));
  const there = files.map((file) => [file.replaceAll("\\", "/"), readFileSync(resolve(root, file), "utf8")]);
  expect(Object.fromEntries(there)).toEqual(Object.fromEntries(wanted));
});

const fileOf = (path: string): string => `app${path.replaceAll("{", "[").replaceAll("}", "]")}/route.ts`;
