import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { handOverFocus } from "./hand-over-focus";

type Heir = { focus(): void; hasAttribute(): boolean };

/** A page on which only these can be found. */
const onPage = new Map<string, Heir>();
let change = () => {};
let isWatched = false;
let activeElement: object | null = null;
let presses = new EventTarget();

const heir = (name: string): Heir => {
  const one = {
    focus: () => {
      activeElement = one;
    },
    hasAttribute: () => false,
  };
  onPage.set(name, one);
  return one;
};

beforeEach(() => {
  onPage.clear();
  activeElement = null;
  vi.useFakeTimers();
  presses = new EventTarget();
  const page = {
    querySelector: (name: string) => onPage.get(name) ?? null,
    body: {},
    addEventListener: presses.addEventListener.bind(presses),
  };
  vi.stubGlobal("document", {
    ...page,
    get activeElement() {
      return activeElement;
    },
  });
  vi.stubGlobal(
    "MutationObserver",
    class {
      constructor(changed: () => void) {
        change = () => isWatched && changed();
      }
      observe() {
        isWatched = true;
      }
      disconnect() {
        isWatched = false;
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("gives the focus to the first that is there", () => {
  const second = heir("second");
  handOverFocus("first", "second");
  expect(activeElement).toBe(second);
});

it("waits for the first to come, and for the next where that one goes", () => {
  handOverFocus("first", "second");
  change();
  expect(activeElement).toBe(null);
  const second = heir("second");
  change();
  expect(activeElement).toBe(second);
  activeElement = null;
  const another = heir("second");
  change();
  expect(activeElement).toBe(another);
});

it.each(["keydown", "pointerdown"])("leaves it where it is after a %s", (press) => {
  handOverFocus("first");
  presses.dispatchEvent(new Event(press));
  heir("first");
  change();
  expect([activeElement, isWatched]).toEqual([null, false]);
});

it("takes it from nobody, and waits no longer than ten seconds", () => {
  const other = heir("other");
  handOverFocus("first");
  other.focus();
  heir("first");
  change();
  expect(activeElement).toBe(other);

  onPage.clear();
  activeElement = null;
  handOverFocus("first");
  vi.advanceTimersByTime(10_000);
  heir("first");
  change();
  expect(activeElement).toBe(null);
});
