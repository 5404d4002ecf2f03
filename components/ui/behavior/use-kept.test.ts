import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

let page: typeof import("./use-kept");

// What a page has no room for outlives the tests of other files that share this worker.
beforeEach(async () => {
  vi.resetModules();
  page = await import("./use-kept");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** How often words were written, without the moments beside them. */
const writesOf = (setItem: ReturnType<typeof vi.fn>): number =>
  setItem.mock.calls.filter(([key]) => !String(key).includes("unsent-at")).length;

/** A page of which only this is known: where it keeps things, and who wants to know when it goes. */
function stubPage(): { setItem: ReturnType<typeof vi.fn>; leave(): boolean; hide(): void } {
  const target = new EventTarget();
  const items = new Map<string, string>();
  const setItem = vi.fn((key: string, value: string) => void items.set(key, value));
  const storage = {
    setItem,
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => items.delete(key),
  };
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  return {
    setItem,
    leave: () => target.dispatchEvent(new Event("beforeunload", { cancelable: true })),
    hide: () => void target.dispatchEvent(new Event("pagehide")),
  };
}

describe("keep", () => {
  it("has the browser ask before it drops what it had no room for, until that is kept or gone", () => {
    const { setItem, leave } = stubPage();
    expect(page.keep("a", "small")).toBe(true);
    expect(leave()).toBe(true);
    setItem.mockImplementation(() => {
      throw new Error("QuotaExceededError");
    });
    expect(page.keep("a", "large")).toBe(false);
    expect(page.keepForPage("b", "larger")).toBe(false);
    expect([page.readKept("a"), page.readKept("b"), page.outlivesReload("a")]).toEqual([
      "large",
      "larger",
      false,
    ]);
    expect(leave()).toBe(false);
    page.keep("b", undefined);
    expect(leave()).toBe(false);
    page.keep("a", undefined);
    expect(leave()).toBe(true);
    expect([page.readKept("a"), page.outlivesReload("a")]).toEqual([undefined, true]);
  });

  it("stores what is long once typing rests, or when the page goes, and has it in the meantime", () => {
    vi.useFakeTimers();
    const { setItem, hide } = stubPage();
    const long = (end: string) => "x".repeat(30_000) + end;
    for (const end of ["a", "b", "c"]) expect(page.keep("plan", long(end))).toBe(true);
    expect([writesOf(setItem), page.readKept("plan")]).toEqual([0, long("c")]);
    vi.advanceTimersByTime(1_000);
    expect([writesOf(setItem), page.readKept("plan")]).toEqual([1, long("c")]);
    page.keep("plan", long("d"));
    hide();
    expect([writesOf(setItem), page.readKept("plan")]).toEqual([2, long("d")]);
    page.keep("plan", long("e"));
    page.keep("plan", undefined);
    vi.runAllTimers();
    expect([writesOf(setItem), page.readKept("plan")]).toEqual([2, undefined]);
  });

  it("has the browser ask also where there was no room once typing rested, and says at once when there is", () => {
    vi.useFakeTimers();
    const { setItem, leave } = stubPage();
    setItem.mockImplementationOnce(() => {
      throw new Error("QuotaExceededError");
    });
    const long = "x".repeat(30_000);
    page.keep("plan", long);
    vi.runAllTimers();
    expect([leave(), page.outlivesReload("plan"), page.readKept("plan")]).toEqual([false, false, long]);
    expect(page.keep("plan", long)).toBe(true);
    expect([leave(), writesOf(setItem)]).toEqual([true, 2]);
    page.keep("plan", undefined);
  });
});
