import { runInNewContext } from "node:vm";
import { afterEach, expect, it, vi } from "vitest";
import { EARLY_CLICK_SCRIPT, repeatEarlyClick } from "./early-click";

afterEach(() => vi.unstubAllGlobals());

class FakeElement {
  isConnected = true;
  disabled = false;
  clicks = 0;
  readonly opens: boolean;
  constructor(opens = true) {
    this.opens = opens;
  }
  closest() {
    return this.opens ? this : null;
  }
  click() {
    this.clicks += 1;
  }
}

/** A page with the script alone, before React listens. */
function page() {
  vi.stubGlobal("HTMLButtonElement", FakeElement);
  const window = {} as Window;
  const document: Record<string, unknown> = {};
  const listeners: ((event: { target: unknown }) => void)[] = [];
  runInNewContext(EARLY_CLICK_SCRIPT, {
    ...{ window, document, Element: FakeElement, Object },
    addEventListener: (_type: string, listener: (typeof listeners)[number]) => listeners.push(listener),
  });
  return {
    press: (target: FakeElement) => {
      for (const listener of listeners) listener({ target });
    },
    listen: () => Reflect.set(document, "_reactListening1", true),
    takeOver: () => repeatEarlyClick(window),
  };
}

it("the last press that nobody heard is repeated once", () => {
  const [first, last] = [new FakeElement(), new FakeElement()];
  const { press, listen, takeOver } = page();
  press(first);
  press(last);
  listen();
  takeOver();
  takeOver();
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
