import { afterEach, describe, expect, it, vi } from "vitest";
import { keep, keepForPage, outlivesReload, readKept } from "./use-kept";

afterEach(() => vi.unstubAllGlobals());

/** A page of which only this is known: where it keeps things, and who wants to know when it goes. */
function stubPage(): { setItem: ReturnType<typeof vi.fn>; leave(): boolean } {
  const page = new EventTarget();
  const items = new Map<string, string>();
  const setItem = vi.fn((key: string, value: string) => void items.set(key, value));
  const storage = {
    setItem,
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => items.delete(key),
  };
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  return { setItem, leave: () => page.dispatchEvent(new Event("beforeunload", { cancelable: true })) };
}

describe("keep", () => {
  it("has the browser ask before it drops what it had no room for, until that is kept or gone", () => {
    const { setItem, leave } = stubPage();
    expect(keep("a", "small")).toBe(true);
    expect(leave()).toBe(true);
    setItem.mockImplementation(() => {
      throw new Error("QuotaExceededError");
    });
    expect(keep("a", "large")).toBe(false);
    expect(keepForPage("b", "larger")).toBe(false);
    expect([readKept("a"), readKept("b"), outlivesReload("a")]).toEqual(["large", "larger", false]);
    expect(leave()).toBe(false);
    keep("b", undefined);
    expect(leave()).toBe(false);
    keep("a", undefined);
    expect(leave()).toBe(true);
    expect([readKept("a"), outlivesReload("a")]).toEqual([undefined, true]);
  });
});
