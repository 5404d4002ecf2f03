import { afterEach, describe, expect, it, vi } from "vitest";
import { keep, keepForPage, outlivesReload, readKept } from "./use-kept";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page of which only this is known: where it keeps things, and who wants to know when it goes. */
/** How often words were written, without the moments beside them. */
const writesOf = (setItem: ReturnType<typeof vi.fn>): number =>
  setItem.mock.calls.filter(([key]) => !String(key).includes("unsent-at")).length;

function stubPage(): { setItem: ReturnType<typeof vi.fn>; leave(): boolean; hide(): void } {
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
  return {
    setItem,
    leave: () => page.dispatchEvent(new Event("beforeunload", { cancelable: true })),
    hide: () => void page.dispatchEvent(new Event("pagehide")),
  };
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

  it("stores what is long once typing rests, or when the page goes, and has it in the meantime", () => {
    vi.useFakeTimers();
    const { setItem, hide } = stubPage();
    const long = (end: string) => "x".repeat(30_000) + end;
    for (const end of ["a", "b", "c"]) expect(keep("plan", long(end))).toBe(true);
    expect([writesOf(setItem), readKept("plan")]).toEqual([0, long("c")]);
    vi.advanceTimersByTime(1_000);
    expect([writesOf(setItem), readKept("plan")]).toEqual([1, long("c")]);
    keep("plan", long("d"));
    hide();
    expect([writesOf(setItem), readKept("plan")]).toEqual([2, long("d")]);
    keep("plan", long("e"));
    keep("plan", undefined);
    vi.runAllTimers();
    expect([writesOf(setItem), readKept("plan")]).toEqual([2, undefined]);
  });

  it("has the browser ask also where there was no room once typing rested, and says at once when there is", () => {
    vi.useFakeTimers();
    const { setItem, leave } = stubPage();
    setItem.mockImplementationOnce(() => {
      throw new Error("QuotaExceededError");
    });
    const long = "x".repeat(30_000);
    keep("plan", long);
    vi.runAllTimers();
    expect([leave(), outlivesReload("plan"), readKept("plan")]).toEqual([false, false, long]);
    expect(keep("plan", long)).toBe(true);
    expect([leave(), writesOf(setItem)]).toEqual([true, 2]);
    keep("plan", undefined);
  });
});
