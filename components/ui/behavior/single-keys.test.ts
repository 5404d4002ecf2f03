import { afterEach, beforeEach, expect, it, vi } from "vitest";

const kept = new Map<string, string>();
class FakeElement {
  readonly isOpen: boolean;
  constructor(isOpen = false) {
    this.isOpen = isOpen;
  }
  closest() {
    return this.isOpen ? this : null;
  }
}

beforeEach(() => {
  kept.clear();
  vi.resetModules();
  vi.stubGlobal("Element", FakeElement);
  vi.stubGlobal("HTMLElement", class extends FakeElement {});
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

async function isStopped(key: string, more: object = {}): Promise<boolean> {
  const { stopSingleKey } = await import("./single-keys");
  const stopImmediatePropagation = vi.fn();
  const none = { ctrlKey: false, metaKey: false, altKey: false };
  const event = { key, target: new FakeElement(), ...none, ...more, stopImmediatePropagation };
  stopSingleKey(event as unknown as KeyboardEvent);
  return stopImmediatePropagation.mock.calls.length > 0;
}

it("act unless a person turns them off, which the browser keeps", async () => {
  expect(await isStopped("a")).toBe(false);
  const { setSingleKeys } = await import("./single-keys");
  setSingleKeys(false);
  expect(await isStopped("a")).toBe(true);
  vi.resetModules();
  expect(await isStopped("?")).toBe(true);
});

it("are those alone that one does not have to hold or to name, and not the letters of a menu", async () => {
  (await import("./single-keys")).setSingleKeys(false);
  for (const key of ["Enter", "Escape", "ArrowDown", " "]) expect(await isStopped(key)).toBe(false);
  for (const held of ["ctrlKey", "metaKey", "altKey"])
    expect(await isStopped("k", { [held]: true })).toBe(false);
  expect(await isStopped("a", { target: new FakeElement(true) })).toBe(false);
});

it("stay as they are chosen for the page where the browser keeps nothing", async () => {
  const refuse = () => {
    throw new Error("denied");
  };
  vi.stubGlobal("window", { localStorage: { getItem: refuse, setItem: refuse } });
  expect(await isStopped("a")).toBe(false);
  (await import("./single-keys")).setSingleKeys(false);
  expect(await isStopped("a")).toBe(true);
});
