import { runInNewContext } from "node:vm";
import { afterEach, expect, it, vi } from "vitest";
import { EARLY_CLICK_SCRIPT, repeatLostClicks } from "./early-click";

afterEach(() => vi.unstubAllGlobals());

class FakeElement {
  isConnected = true;
  disabled = false;
  clicks = 0;
  /** Its part of the page has no code yet: presses do not come down to it. */
  isDeaf = false;
  readonly opens: boolean;
  readonly listeners = new Set<() => void>();
  constructor(opens = true) {
    this.opens = opens;
  }
  closest() {
    return this.opens ? this : null;
  }
  addEventListener(_type: string, listener: () => void) {
    this.listeners.add(listener);
  }
  removeEventListener(_type: string, listener: () => void) {
    this.listeners.delete(listener);
  }
  hear() {
    if (!this.isDeaf) for (const listener of this.listeners) listener();
  }
  click() {
    this.clicks += 1;
    this.hear();
  }
}

/** A page with the script alone, before React listens. */
function page() {
  vi.stubGlobal("HTMLButtonElement", FakeElement);
  vi.stubGlobal("Element", FakeElement);
  const document: Record<string, unknown> = {};
  const listeners: ((event: { target: unknown }) => void)[] = [];
  const timers: (() => void)[] = [];
  const window = {
    addEventListener: (_type: string, listener: (typeof listeners)[number]) => listeners.push(listener),
    setTimeout: (act: () => void) => timers.push(act),
  };
  runInNewContext(EARLY_CLICK_SCRIPT, {
    ...{ window, document, Element: FakeElement, Object },
    addEventListener: window.addEventListener,
  });
  return {
    press: (target: FakeElement) => {
      for (const listener of listeners) listener({ target });
      target.hear();
    },
    listen: () => Reflect.set(document, "_reactListening1", true),
    takeOver: () => repeatLostClicks(window as unknown as Window),
    /** What was to be done later, in order. */
    pass: () => {
      for (const act of timers.splice(0)) act();
    },
  };
}

it("the last press that nobody heard is repeated once", () => {
  const [first, last] = [new FakeElement(), new FakeElement()];
  const { press, listen, takeOver, pass } = page();
  press(first);
  press(last);
  listen();
  takeOver();
  takeOver();
  pass();
  expect([first.clicks, last.clicks]).toEqual([0, 1]);
});

it("a press of what opens nothing is not repeated", () => {
  const [button, other] = [new FakeElement(), new FakeElement(false)];
  const { press, takeOver } = page();
  press(button);
  press(other);
  takeOver();
  expect([button.clicks, other.clicks]).toEqual([0, 0]);
});

it("nothing is repeated once a later press was heard: it would shut the menu again, or open one that nobody wants", () => {
  for (const heard of [new FakeElement(), new FakeElement(false)]) {
    const button = new FakeElement();
    const { press, listen, takeOver } = page();
    press(button);
    listen();
    press(heard);
    takeOver();
    expect([button.clicks, heard.clicks]).toEqual([0, 0]);
  }
});

it.each(["before", "after"])(
  "a press %s the page takes over is repeated until its part of the page hears it",
  (when) => {
    const tab = new FakeElement();
    tab.isDeaf = true;
    const { press, listen, takeOver, pass } = page();
    listen();
    if (when === "after") takeOver();
    press(tab);
    if (when === "before") takeOver();
    pass();
    pass();
    expect(tab.clicks).toBeGreaterThan(1);
    tab.isDeaf = false;
    const before = tab.clicks;
    pass();
    pass();
    expect(tab.clicks).toBe(before + 1);
  },
);

it("a press that was heard is not repeated, nor one that was lost once another followed", () => {
  const [tab, other] = [new FakeElement(), new FakeElement()];
  const { press, listen, takeOver, pass } = page();
  listen();
  takeOver();
  press(other);
  pass();
  expect(other.clicks).toBe(0);
  tab.isDeaf = true;
  press(tab);
  press(new FakeElement(false));
  tab.isDeaf = false;
  pass();
  expect(tab.clicks).toBe(0);
});

it("what is gone by then, or off, is not pressed", () => {
  for (const part of ["gone", "off"]) {
    const button = new FakeElement();
    button.isConnected = part !== "gone";
    button.disabled = part === "off";
    const { press, takeOver } = page();
    press(button);
    takeOver();
    expect(button.clicks).toBe(0);
  }
});
