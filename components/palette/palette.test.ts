import { describe, expect, it } from "vitest";
import { gateView } from "@/lib/testing/runs/waiting-gate";
import { LIBRARY_PAGES } from "../library/pages";
import { SETTINGS_PAGES } from "../settings/pages";
import {
  actEntries,
  gateEntries,
  indexAfterKey,
  keysEntry,
  pageEntries,
  runEntries,
  taskEntries,
  templateEntries,
  viewEntries,
} from "./entries";
import { statusText } from "./palette";

const button = (act: string, text = "", keys: string | null = null) =>
  ({ dataset: { act }, textContent: text, getAttribute: () => keys }) as unknown as HTMLElement;

describe("entries of the palette", () => {
  it("are the pages with their keys, by any word of their names", () => {
    expect(pageEntries("")).toContainEqual(expect.objectContaining({ label: "Inbox", keys: "g i" }));
    expect(pageEntries("MISS new").map(({ label }) => label)).toEqual(["New mission"]);
    expect(pageEntries("nothing")).toEqual([]);
  });

  it("are the pages below those once something is typed, by their name or the page above", () => {
    const unasked = pageEntries("").map(({ label }) => label);
    for (const { href, name } of [...SETTINGS_PAGES, ...LIBRARY_PAGES]) {
      expect(unasked).not.toContain(name);
      expect(pageEntries(name)).toContainEqual(expect.objectContaining({ target: { kind: "page", href } }));
    }
    expect(pageEntries("settings retention")).toMatchObject([
      { label: "Data and retention", detail: "Settings" },
    ]);
    expect(pageEntries("drill").map(({ target }) => target)).toEqual([
      { kind: "page", href: "/settings/drills" },
      { kind: "page", href: "/insights/drills" },
    ]);
  });

  it("are saved views and templates by their names, not all of many, and none before something is typed", () => {
    const view = { viewId: "v1", name: "My vines", page: "runs" as const, query: "show=live" };
    expect(viewEntries("", [view])).toEqual([]);
    expect(viewEntries("VINES", [view])).toMatchObject([
      { label: "My vines", target: { kind: "page", href: "/runs?show=live" } },
    ]);
    const template = { templateId: "t1", name: "Weekly report" };
    expect(templateEntries("weekly", [template])).toMatchObject([
      { target: { kind: "page", href: "/library/plans?template=t1" } },
    ]);
    const many = Array.from({ length: 50 }, (_, n) => ({ templateId: `t${n}`, name: "Weekly" }));
    expect(templateEntries("weekly", many)).toHaveLength(6);
  });

  it("are the tasks of the open run by title and id, once something is typed, and not all of many", () => {
    const tasks = [
      { id: "dig", title: "Dig a hole" },
      { id: "plant", title: "" },
    ];
    expect(taskEntries("", tasks)).toEqual([]);
    expect(taskEntries("hole", tasks)).toMatchObject([{ label: "Dig a hole", detail: "dig" }]);
    expect(taskEntries("plant", tasks)).toMatchObject([{ label: "plant" }]);
    const many = Array.from({ length: 1_000 }, (_, n) => ({ id: `t${n}`, title: "Dig" }));
    expect(taskEntries("dig", many)).toHaveLength(8);
  });

  it("are the buttons that the page offers, by what they say of themselves", () => {
    const [pause, send] = [button("Pause run"), button("", " Send ", "s")];
    expect(actEntries("", [pause, send])).toMatchObject([
      { label: "Pause run", target: { kind: "act", button: pause } },
      { label: "Send", keys: "s" },
    ]);
    expect(actEntries("paus", [pause, send])).toHaveLength(1);
  });

  it("are the gate that has waited longest, first of all, while nothing is typed", () => {
    const gates = ["Prune?", "Graft?"].map((prompt) => gateView(prompt, { runId: "run_1", prompt }));
    expect(gateEntries("", gates)).toMatchObject([
      { label: "Decide: “Prune?”", target: { kind: "page", href: "/runs/run_1?task=ask" } },
    ]);
    expect([gateEntries("prune", gates), gateEntries("", [])]).toEqual([[], []]);
  });

  it("are the list of keys, found by its name", () => {
    expect(keysEntry("short")).toMatchObject([{ label: "Keyboard shortcuts", keys: "?" }]);
    expect(keysEntry("inbox")).toEqual([]);
  });

  it("are runs with their status", () => {
    expect(runEntries([{ id: "run_1", title: "Plant", status: "paused" }])).toEqual([
      { key: "run run_1", label: "Plant", detail: "paused", target: { kind: "run", runId: "run_1" } },
    ]);
  });
});

describe("keys of the palette", () => {
  it("go around the ends of the list", () => {
    expect(indexAfterKey("ArrowDown", 2, 3)).toBe(0);
    expect(indexAfterKey("ArrowUp", 0, 3)).toBe(2);
    expect(indexAfterKey("ArrowDown", 0, 0)).toBeUndefined();
    expect(indexAfterKey("j", 0, 3)).toBeUndefined();
  });
});

describe("statusText", () => {
  it("tells a search under way from nothing found", () => {
    expect(statusText("dig", 0, true)).toBe("Searching runs…");
    expect(statusText("dig", 0, false)).toContain("Nothing matches “dig”.");
    expect(statusText("dig", 1, false)).toBe("");
    expect(statusText("", 0, false)).toBe("");
  });
});
