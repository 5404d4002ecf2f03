import { expect, test } from "vitest";
import { type PageNow, type Spot, wayBack } from "./way-back";

/** A page of names: what stands within what, and the controls by theirs. `main` is the whole. */
function page(
  within: Record<string, readonly string[]>,
  names: Record<string, string> = {},
  goneWithIt: readonly string[] = [],
): PageNow<string> {
  const there = new Set([...Object.keys(within), ...Object.values(within).flat()]);
  const controlsIn = (one: string): string[] =>
    (within[one] ?? []).flatMap((inner) => (within[inner] ? controlsIn(inner) : [inner]));
  return {
    isThere: (one) => there.has(one),
    isWhole: (one) => one === "main",
    rowsOf: (list) => within[list] ?? [],
    controlsIn,
    nameOf: (control) => names[control] ?? control,
    wasReplaced: (control) => !there.has(control) && !goneWithIt.includes(control),
  };
}

const spot = (control: string, around: string[], more: Partial<Spot<string>> = {}): Spot<string> => ({
  control,
  name: control,
  around,
  ...more,
});

test("the button that a form had replaced gets the focus back from its Cancel", () => {
  const spots = [
    spot("Cancel", ["form", "actions", "main"]),
    spot("reason", ["form", "actions", "main"], { name: "" }),
    spot("retry", ["actions", "main"], { name: "Retry" }),
  ];
  const now = page({ main: ["actions"], actions: ["skip2", "retry2"] }, { retry2: "Retry", skip2: "Skip" });
  expect(wayBack(spots, now)).toBe("retry2");
});

test("where that button is gone for good the region takes it, and no other button does", () => {
  const spots = [spot("Send", ["form", "actions", "main"]), spot("retry", ["actions", "main"])];
  expect(wayBack(spots, page({ main: ["actions"], actions: ["accept"] }))).toBe("actions");
});

test("what went along with it is not taken for a button of the same name in the place of both", () => {
  const spots = [spot("apply", ["editor", "tab"]), spot("zoom", ["editor", "tab"], { name: "Zoom" })];
  const within = { tab: ["zoom2"] };
  expect(wayBack(spots, page(within, { zoom2: "Zoom" }, ["zoom"]))).toBe("tab");
  expect(wayBack(spots, page(within, { zoom2: "Zoom" }))).toBe("zoom2");
});

test("a button of the same name elsewhere on the page is not the one that went", () => {
  const spots = [spot("approve", ["gate", "main"], { name: "Approve" })];
  const now = page({ main: ["other"], other: ["approve2"] }, { approve2: "Approve" });
  expect(wayBack(spots, now)).toBe("main");
});

test("of a list it is the same control of the row that moved up, or of the last one", () => {
  const row = { row: "row2", list: "list", at: 1, inRow: 1 };
  const spots = [spot("discard2", ["aside"], { row })];
  const rows = { row1: ["open1", "discard1"], row3: ["open3", "discard3"] };
  expect(wayBack(spots, page({ aside: ["list"], list: ["row1", "row3"], ...rows }))).toBe("discard3");
  expect(wayBack(spots, page({ aside: ["list"], list: ["row1"], row1: rows.row1 }))).toBe("discard1");
  expect(wayBack(spots, page({ aside: ["list"], list: [] }))).toBe("aside");
});

test("a bar that goes from the page gives it to what had it before, and the page takes it where nothing did", () => {
  const spots = [spot("clear", ["bar", "main"]), spot("menu", ["nav"]), spot("row", ["main"])];
  expect(wayBack(spots, page({ main: ["row"], nav: ["menu"] }))).toBe("row");
  expect(wayBack(spots, page({ main: [], nav: ["menu"] }))).toBe("main");
});

test("a dialog gives it to what opened it, or to what is left of where that was", () => {
  const spots = [spot("save", ["dialog"]), spot("name", ["dialog"]), spot("opener", ["views", "main"])];
  expect(wayBack(spots, page({ main: ["views"], views: ["opener"] }))).toBe("opener");
  expect(wayBack(spots, page({ main: ["views"], views: [] }))).toBe("views");
  expect(wayBack(spots, page({}))).toBeUndefined();
});
