import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { KIND_LABELS } from "@/lib/core/describe/gates/words";
import { APPROVAL_STATUSES } from "@/lib/core/run/events/approvals";
import { APPROVAL_KINDS } from "@/lib/core/run/gates/table";
import { renderWhole } from "@/lib/testing/render";
import { Styleguide } from "./styleguide";

const UI = join(import.meta.dirname, "../ui");

/** Primitives that a specimen of another name opens or needs; the frame of the page has messages. */
const SHOWN_BY: Record<string, string> = {
  LiveButton: "Button",
  LiveInput: "TextInput",
  LiveTextArea: "TextArea",
  LiveSelect: "Select",
  DialogFrame: "Dialog",
  DialogClose: "Dialog",
  DialogForm: "Dialog",
  Menu: "DropdownMenu",
  Floating: "IconButton",
  ToastProvider: "useToast",
  Toasts: "useToast",
};

/** Names of all components that ui exports, without those that load on use and contexts. */
const PRIMITIVES = readdirSync(UI, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
  .flatMap((file) => [
    ...readFileSync(join(UI, file), "utf8").matchAll(
      /^export (?:function|const) ([A-Z]\w*[a-z]\w*)\b(?! = (?:dynamic|lazy|createContext))/gm,
    ),
  ])
  .map(([, name]) => name ?? "");

describe("Styleguide", () => {
  let html = "";
  let specimens: string[] = [];
  beforeAll(async () => {
    html = await renderWhole(<Styleguide />);
    specimens = [...html.matchAll(/data-specimen="(\w+)"/g)].flatMap(([, name]) => name ?? []);
  });

  it("has a specimen of every primitive", () => {
    expect(PRIMITIVES.length).toBeGreaterThan(40);
    const shown = new Set(specimens);
    expect(PRIMITIVES.filter((name) => !shown.has(SHOWN_BY[name] ?? name))).toEqual([]);
  });

  it("has an open panel of every kind of gate, and one of every way to close it", () => {
    const own = html.split('data-specimen="').find((part) => part.startsWith('GatePanel"')) ?? "";
    const panels = own.split('data-shows="').slice(1);
    const panelOf = (name: string) => panels.find((part) => part.startsWith(`${name}"`)) ?? "";
    const isOpen = (kind: (typeof APPROVAL_KINDS)[number]) =>
      panelOf(kind).includes('data-open="true"') && panelOf(kind).includes(KIND_LABELS[kind]);
    expect(APPROVAL_KINDS.filter((kind) => !isOpen(kind))).toEqual([]);
    const closed = APPROVAL_STATUSES.filter((status) => status !== "open");
    expect(closed.filter((status) => !panelOf(status).includes('data-open="false"'))).toEqual([]);
  });

  it("shows each in light and dark, with every id once", () => {
    expect(html.split('data-theme="dark"').length - 1).toBe(specimens.length);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });
});
