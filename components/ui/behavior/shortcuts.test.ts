import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as tables from "./shortcuts";
import {
  actOf,
  EDITOR_KEYS,
  FORM_KEYS,
  ITEM_KEYS,
  keyOf,
  keysOf,
  RUN_KEYS,
  rowAfter,
  SHELL_KEYS,
  shownKeys,
} from "./shortcuts";

type Table = typeof RUN_KEYS | typeof EDITOR_KEYS;
const TABLES = Object.entries(tables).filter((entry): entry is [string, Table] => Array.isArray(entry[1]));

describe("a table of keys", () => {
  it.each(TABLES)("%s gives each key its act, each key once, and no other key any", (_, table) => {
    const all = table.flatMap(({ acts, ...row }) =>
      Object.entries(acts).map(([key, act]) => ({ key, act, ctrlKey: "held" in row })),
    );
    expect(new Set(all.map(({ key, ctrlKey }) => `${key} ${ctrlKey}`)).size).toBe(all.length);
    for (const { key, act, ctrlKey } of all) {
      const shiftKey = /^[A-Z]$/.test(key);
      expect(actOf(table, { key, ctrlKey, shiftKey })).toBe(act);
      expect(actOf(table, { key, ctrlKey, shiftKey, altKey: true })).toBeUndefined();
      expect(actOf(table, { key, ctrlKey: !ctrlKey, shiftKey })).toBeUndefined();
    }
    for (const key of ["constructor", "q"]) expect(actOf(table, { key })).toBeUndefined();
    for (const row of table) expect(shownKeys(row)).not.toBe("");
  });

  it("knows Ctrl from ⌘ by neither, and Shift by itself, whatever Caps Lock makes of a letter", () => {
    const palette = (more: object) => actOf(SHELL_KEYS, { key: "k", ...more });
    expect([palette({ ctrlKey: true }), palette({ metaKey: true, key: "K" })]).toEqual([
      "palette",
      "palette",
    ]);
    expect(palette({})).toBeUndefined();
    expect(palette({ ctrlKey: true, metaKey: true })).toBeUndefined();
    expect(palette({ ctrlKey: true, shiftKey: true })).toBeUndefined();
    expect(actOf(EDITOR_KEYS, { key: "Z", ctrlKey: true, shiftKey: true })).toBe("redo");
    expect(actOf(ITEM_KEYS, { key: "A", shiftKey: true })).toBe("acceptRest");
  });

  it("names its keys beside what does the same", () => {
    expect(keyOf(RUN_KEYS, "previousEvent")).toBe("[");
    expect(keysOf(RUN_KEYS, "nextTask")).toBe("j k");
    expect([...FORM_KEYS, EDITOR_KEYS[1]].map(shownKeys)).toEqual(["Ctrl Enter", "Esc", "Delete"]);
  });
});

it("keys lead through rows from end to end", () => {
  const [first, last] = ["next", "previous"].map((way) => rowAfter(way, -1, 2));
  expect([first, last, rowAfter("next", 0, 2), rowAfter("next", 1, 2), rowAfter("previous", 0, 2)]).toEqual([
    0, 0, 1, 1, 0,
  ]);
  expect([rowAfter("next", -1, 0), rowAfter(undefined, 0, 2)]).toEqual([undefined, undefined]);
});

/** What has keys of its own: a widget by the patterns of ARIA (https://www.w3.org/WAI/ARIA/apg/patterns/), or a field of the browser. */
const WIDGETS: Readonly<Record<string, string>> = {
  "components/approvals/decide/item-row.tsx": "text field",
  "components/graph/graph-bar.tsx": "search field",
  "components/graph/graph-canvas.tsx": "treegrid, by its edges",
  "components/graph/task-tree.tsx": "tree view",
  "components/palette/palette.tsx": "combobox",
  "components/policies/tool-picker.tsx": "text field",
  "components/run-list/run-filters.tsx": "search field",
  "components/runs/search-runs-field.tsx": "combobox",
  "components/shell/keyboard.tsx": "combobox that is on its way",
  "components/ui/overlay/dropdown-menu.tsx": "menu button",
  "components/ui/overlay/floating.tsx": "tooltip",
  "components/ui/overlay/menu.tsx": "menu",
  "components/ui/tabs.tsx": "tabs",
};
/** The tables themselves, and what turns single keys off. */
const OF_TABLES = [
  "components/shell/routes.ts",
  "components/ui/behavior/shortcuts.ts",
  "components/ui/behavior/single-keys.ts",
];

const root = join(import.meta.dirname, "../../..");
const files = ["app", "components", "lib/client"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));

const HEARS_OF_KEYS = /\bonKey(Down|Up|Press)\b|["']key(down|up|press)["']|\bKeyboardEvent\b/;
/** The name of a key that is no single sign, or one sign that a key is compared with or looked up among. */
const OWN_KEY =
  /["'](Enter|Escape|Tab|Delete|Backspace|Home|End|Page(?:Up|Down)|Arrow\w+)["']|\bkey\s*[!=]==?\s*["'](.)["']|case ["'](.)["']:|["'](.)["'][^\n]*\.includes\((?:\w+\.)?key\)/g;

/** The keys that a file which hears of keys looks for by itself. */
function ownKeysOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  if (!HEARS_OF_KEYS.test(code)) return [];
  return [...code.matchAll(OWN_KEY)].map((found) => found.slice(1).find((name) => name !== undefined) ?? "");
}

describe("the files of the console", () => {
  it("have no key of their own but in widgets: every other one is in a table, and so on the sheet of all keys", () => {
    const own = files
      .filter((name) => !(name in WIDGETS) && !OF_TABLES.includes(name))
      .map((name) => ({ name, keys: ownKeysOf(readFileSync(join(root, name), "utf8")) }))
      .filter(({ keys }) => keys.length > 0);
    expect(own).toEqual([]);
    const unneeded = Object.keys(WIDGETS).filter(
      (name) => ownKeysOf(readFileSync(join(root, name), "utf8")).length === 0,
    );
    expect(unneeded).toEqual([]);
  });

  it("are looked through for what they compare", () => {
    const handler = (condition: string) => `const onKeyDown = (event) => { if (${condition}) act(); };`;
    expect(ownKeysOf(handler('event.key === "j"'))).toEqual(["j"]);
    expect(ownKeysOf(handler("['Escape', 'Enter'].includes(event.key)"))).toEqual(["Escape", "Enter"]);
    expect(ownKeysOf(handler('["j", "k"].includes(event.key)'))).toEqual(["j"]);
    expect(ownKeysOf(handler('actOf(RUN_KEYS, event) === "nextTask"'))).toEqual([]);
    expect(ownKeysOf('const letters = ["j"]')).toEqual([]);
  });
});
