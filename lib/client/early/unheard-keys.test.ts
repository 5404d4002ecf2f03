import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, it } from "vitest";
import { VERBS } from "@/lib/core/run/gates/table";
import type { Unheard } from "./unheard";
import { MOVING_KEYS, OPENING_KEYS, unheardKeysScript } from "./unheard-keys";

const AFTER_G = { places: "orihpmcalesn", withinMs: 1_200 };

class FakeKey {
  defaultPrevented = false;
  readonly type: string;
  key = "";
  target: Place | undefined;
  constructor(type: string, of: object = {}) {
    this.type = type;
    Object.assign(this, of);
  }
  preventDefault() {
    this.defaultPrevented = true;
  }
}

/** Where the focus is: the page itself, or a field. */
class Place {
  isContentEditable = false;
  readonly isField: boolean;
  readonly page: Page;
  constructor(page: Page, isField = false) {
    this.page = page;
    this.isField = isField;
  }
  closest() {
    return this.isField ? this : null;
  }
  dispatchEvent(event: FakeKey) {
    event.target = this;
    this.page.tell(event);
  }
}

class Page {
  kept = { isRepeating: false, tell: () => undefined } as unknown as Unheard;
  body = new Place(this);
  activeElement = this.body;
  now = 0;
  /** The keys that the page acted on. */
  done: string[] = [];
  /** What the page acts on now. */
  acts = "";
  /** A button of the page, which React has made its own once it has a key for it. */
  button: object = {};
  hasKeyboard = true;
  private listeners: [string, (event: FakeKey) => void][] = [];
  private later: (() => void)[] = [];
  constructor() {
    runInNewContext(unheardKeysScript(AFTER_G), {
      window: { __unheard: this.kept },
      document: this,
      KeyboardEvent: FakeKey,
      ...{ Object, Date: { now: () => this.now }, setTimeout: (act: () => void) => this.later.push(act) },
      addEventListener: (type: string, listener: (event: FakeKey) => void) =>
        this.listeners.push([type, listener]),
    });
  }
  querySelectorAll = () => [this.button];
  querySelector = () => (this.hasKeyboard ? {} : null);
  tell(event: FakeKey) {
    for (const [type, listener] of this.listeners) if (type === event.type) listener(event);
    if (event.type === "keydown" && this.acts.includes(event.key)) {
      event.preventDefault();
      this.done.push(event.key);
    }
  }
  /** Presses keys, 100 ms apart; whether the browser is kept from the last one. */
  press(keys: string[], held: object = {}): boolean {
    let last: FakeKey | undefined;
    for (const key of keys) {
      this.now += 100;
      last = new FakeKey("keydown", { key, ...held });
      this.activeElement.dispatchEvent(last);
      for (const act of this.later.splice(0)) act();
    }
    return last?.defaultPrevented ?? false;
  }
  /** The page has taken over and acts on these keys; or not all of it, when a button is not React's. */
  takeOver(acts: string, { isWhole = true } = {}) {
    this.acts = acts;
    this.button = isWhole ? { __reactFiber$1: {} } : {};
    for (let n = 0; n < 9 && this.kept.pressKeys(true); n++);
    return this.done.join("");
  }
}

let page: Page;
beforeEach(() => {
  page = new Page();
});

describe("keys before the page has taken over", () => {
  it("are pressed once, in their order, up to the first that opens something", () => {
    page.press([..."jjkm]n"]);
    expect(page.takeOver("jkmn]")).toBe("jjkm");
    expect(page.takeOver("jkmn]")).toBe("jjkm");
  });

  it("are dropped where nothing of a page that is whole acts on them", () => {
    page.press(["]", "j"]);
    expect(page.takeOver("j")).toBe("j");
    expect(page.takeOver("]j")).toBe("j");
  });

  it("lead on after g, within the time of the routes, and decide nothing otherwise", () => {
    page.press(["g", "a"]);
    expect(page.takeOver("ar")).toBe("a");
    page = new Page();
    page.press(["g"]);
    page.now += AFTER_G.withinMs;
    page.press(["a"]);
    expect(page.takeOver("gar")).toBe("");
  });

  it("take along a g whose letter is still to come", () => {
    page.press(["g"]);
    expect(page.takeOver("g")).toBe("g");
    page = new Page();
    page.press(["g"]);
    page.now += AFTER_G.withinMs + 1;
    expect(page.takeOver("g")).toBe("");
  });

  it("do not decide, and are not kept where they are typed, held down, or too old", () => {
    page.press(["a", "r", "e", "c", "Enter", "Delete", " "]);
    page.press(["j"], { altKey: true });
    page.press(["j"], { isComposing: true });
    page.press(["j"], { keyCode: 229 });
    page.press(["n"], { repeat: true });
    expect(page.takeOver("arecj n")).toBe("");
    page = new Page();
    page.activeElement = new Place(page, true);
    expect(page.press(["j"])).toBe(false);
    page.activeElement = page.body;
    page.press(["k"]);
    page.now += 10_001;
    expect(page.takeOver("jk")).toBe("");
  });

  it("are given up for a press, for Escape, and once a field has the focus", () => {
    for (const end of [
      () => page.tell(new FakeKey("click")),
      () => page.press(["Escape"]),
      () => Object.assign(page, { activeElement: new Place(page, true) }),
    ]) {
      page = new Page();
      page.press(["j"]);
      end();
      expect(page.takeOver("j")).toBe("");
    }
  });

  it("wait for a press that is still to be heard", () => {
    page.press(["j"]);
    page.acts = "j";
    expect(page.kept.pressKeys(false)).toBe(true);
    expect(page.done).toEqual([]);
    expect(page.takeOver("j")).toBe("j");
  });
});

describe("Ctrl K before the page has taken over", () => {
  const ctrl = { ctrlKey: true };

  it("is taken from the browser, in a field too, and what follows is kept for the palette", () => {
    page.activeElement = new Place(page, true);
    expect(page.press(["K"], ctrl)).toBe(true);
    expect(page.press([..."ajx", "Backspace", "Enter"])).toBe(true);
    expect(page.press(["Tab"])).toBe(false);
    expect(page.press(["c"], ctrl)).toBe(false);
    page.acts = "Kajx Backspace";
    page.kept.pressKeys(true);
    expect(page.done).toEqual(["K", "a", "j", "x", "Backspace"]);
  });

  it("is taken back by Escape, of which the browser hears nothing then", () => {
    page.press(["k"], ctrl);
    expect(page.press(["Escape"])).toBe(true);
    expect(page.press(["Escape"])).toBe(false);
    expect(page.takeOver("k")).toBe("");
  });

  it("is left to the browser with Shift, and on a page without a palette", () => {
    expect(page.press(["K"], { ...ctrl, shiftKey: true })).toBe(false);
    page.hasKeyboard = false;
    expect(page.press(["k"], ctrl)).toBe(false);
  });
});

describe("keys after the page has taken over", () => {
  it("wait for parts that are not React's yet, and are pressed once", () => {
    page.takeOver("", { isWhole: false });
    page.press(["]", "]"]);
    page.press(["g", "a"]);
    page.press(["k"], { metaKey: true });
    expect(page.takeOver("]gak")).toBe("]]");
  });

  it("are not kept where something acted on them, and take the place of those that wait", () => {
    page.takeOver("j", { isWhole: false });
    page.press(["]", "j"]);
    expect(page.takeOver("]j")).toBe("j");
  });

  it("are not kept where the page is whole", () => {
    page.takeOver("");
    page.press(["]"]);
    expect(page.takeOver("]")).toBe("");
  });
});

it("keeps none that answers a gate by itself", () => {
  const verbs = Object.values(VERBS).flatMap((row) => ("key" in row ? [row.key as string] : []));
  expect(verbs.filter((key) => (MOVING_KEYS + OPENING_KEYS).includes(key))).toEqual([]);
});
