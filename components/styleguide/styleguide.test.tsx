import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { renderHtml } from "@/lib/testing/render";
import { Styleguide } from "./styleguide";

const UI = join(import.meta.dirname, "../ui");

/** What a specimen of another name opens or needs; the frame of the page has messages. */
const SHOWN_BY: Record<string, string> = {
  DialogFrame: "Dialog",
  DialogClose: "Dialog",
  DialogForm: "Dialog",
  Menu: "DropdownMenu",
  Floating: "IconButton",
  ToastProvider: "useToast",
  Toasts: "useToast",
};

/** The names of all components that a folder exports. */
function componentsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      return [...text.matchAll(/^export (?:default )?(?:function|const) ([A-Z]\w*[a-z]\w*)/gm)].flatMap(
        ([, name]) => name ?? [],
      );
    });
}

describe("Styleguide", () => {
  const html = renderHtml(<Styleguide />);
  const specimens = [...html.matchAll(/data-specimen="(\w+)"/g)].flatMap(([, name]) => name ?? []);

  it("has a specimen of every component of components/ui", () => {
    const components = componentsIn(UI);
    expect(components.length).toBeGreaterThan(40);
    const shown = new Set(specimens);
    expect(components.filter((name) => !shown.has(SHOWN_BY[name] ?? name))).toEqual([]);
  });

  it("draws each with the component itself, never with a copy", () => {
    const sources = readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
      .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"));
    const imported = new Set(
      sources.flatMap((text) =>
        [...text.matchAll(/^import \{([^}]+)\} from "\.\.\//gm)].flatMap(([, names = ""]) =>
          names.split(",").map((name) => name.replace(/^\s*type\s/, "").trim()),
        ),
      ),
    );
    const own = specimens.filter((name) => !imported.has(name) && name !== "ConnectionBanner");
    expect(own).toEqual([]);
  });

  it("shows each in light and dark, with every id once", () => {
    expect(html.split('data-theme="dark"').length - 1).toBe(specimens.length);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });
});
