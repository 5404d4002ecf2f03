import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { repeatUnheard } from "./repeat-unheard";
import { UNHEARD_SCRIPT } from "./unheard";
import { unheardKeysScript } from "./unheard-keys";

type Listener = (event: FakeEvent) => void;

class FakeEvent {
  cancelBubble = false;
  defaultPrevented = false;
  readonly type: string;
  target: FakeElement | undefined;
  constructor(type: string) {
    this.type = type;
  }
  preventDefault() {
    this.defaultPrevented = true;
  }
}

type Looks = { tag?: string; type?: string; words?: string; form?: { hasAttribute(): boolean } };

/** A control of a page; what React made of it stands in `done`. */
class FakeElement {
  isConnected = true;
  disabled = false;
  /** Its part of the page has no code yet: React keeps what happens there away from it. */
  isDeaf = false;
  options: { value: string }[] | undefined;
  isChecked = false;
  selectionStart = null;
  done: unknown[] = [];
  text = "";
  readonly tagName: string;
  readonly type: string;
  textContent: string;
  form: Looks["form"];
  page: Page;
  constructor(page: Page, { tag = "BUTTON", type = "submit", words = "Approve", form }: Looks = {}) {
    Object.assign(this, { tagName: tag, type, textContent: words, form });
    this.tagName = tag;
    this.type = type;
    this.textContent = words;
    this.page = page;
    page.elements.push(this);
  }
  getAttribute() {
    return null;
  }
  hasAttribute() {
    return false;
  }
  matches() {
    return this.tagName !== "BUTTON";
  }
  closest() {
    return this.tagName === "BUTTON" ? this : null;
  }
  get value() {
    return this.text;
  }
  set value(text) {
    this.text = text;
  }
  get checked() {
    return this.isChecked;
  }
  set checked(isChecked) {
    this.isChecked = isChecked;
  }
  click() {
    if (this.disabled) return;
    if (this.type === "checkbox") this.checked = !this.checked;
    this.page.dispatch(this, "click");
    if (this.type === "checkbox") this.page.dispatch(this, "change");
  }
  dispatchEvent(event: FakeEvent) {
    this.page.dispatch(this, event.type);
  }
}

class Page {
  elements: FakeElement[] = [];
  timers: (() => void)[] = [];
  isListening = false;
  window: { __unheard?: object } & Record<string, unknown> = {
    setTimeout: (act: () => void) => this.timers.push(act),
  };
  private ofWindow: [string, Listener][] = [];
  private ofDocument: [string, Listener][] = [];
  constructor() {
    const document: Record<string, unknown> = {
      querySelectorAll: () => this.elements.filter(({ isConnected }) => isConnected),
      addEventListener: (type: string, listener: Listener) => this.ofDocument.push([type, listener]),
    };
    runInNewContext(UNHEARD_SCRIPT + unheardKeysScript({ places: "or", withinMs: 1_200 }), {
      ...{ window: this.window, document, Object, Date },
      addEventListener: (type: string, listener: Listener) => this.ofWindow.push([type, listener]),
    });
    this.listen = () => {
      document._reactListening1 = true;
      this.isListening = true;
    };
  }
  listen: () => void;
  dispatch(target: FakeElement, type: string): FakeEvent {
    const event = new FakeEvent(type);
    event.target = target;
    const tell = (listeners: [string, Listener][]) => {
      for (const [of, listener] of listeners) if (of === type) listener(event);
    };
    tell(this.ofWindow);
    // React listens on the document, before what is added while something is on its way there.
    event.cancelBubble = this.isListening && target.isDeaf;
    if (this.isListening && !target.isDeaf) target.done.push(target.type === "text" ? target.text : type);
    tell(this.ofDocument.splice(0));
    return event;
  }
  takeOver() {
    this.listen();
    repeatUnheard(this.window as never);
  }
  /** What was to be done later, in order. */
  pass() {
    for (const act of this.timers.splice(0)) act();
  }
}

let page: Page;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubGlobal("Event", FakeEvent);
  page = new Page();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A text field as React watches it: with a property of its own, which notes what it sets. */
function textField(typed: string) {
  const field = new FakeElement(page, { tag: "INPUT", type: "text", words: "Reason" });
  field.text = typed;
  const watch = () =>
    Object.defineProperty(field, "value", { configurable: true, value: "", writable: true });
  return { field, watch };
}

it("does the last press that nobody heard, once", () => {
  const [first, last] = [new FakeElement(page, { words: "Reject" }), new FakeElement(page)];
  first.click();
  last.click();
  page.takeOver();
  repeatUnheard(page.window as never);
  page.pass();
  expect([first.done, last.done]).toEqual([[], ["click"]]);
});

it("does nothing again once a later press was heard, or was of something else", () => {
  for (const words of ["Reject", undefined]) {
    page = new Page();
    const button = new FakeElement(page, { words: "Open" });
    button.click();
    page.listen();
    const other = new FakeElement(page, words ? { words } : { tag: "P" });
    other.click();
    page.takeOver();
    page.pass();
    expect([button.done, other.done]).toEqual([[], ["click"]]);
  }
});

it.each(["before", "after"])(
  "waits for the part of a press %s the page takes over, and acts once",
  (when) => {
    const button = new FakeElement(page);
    button.isDeaf = true;
    page.listen();
    if (when === "after") page.takeOver();
    button.click();
    if (when === "before") page.takeOver();
    page.pass();
    page.pass();
    expect(button.done).toEqual([]);
    button.isDeaf = false;
    for (let n = 0; n < 3; n++) page.pass();
    expect(button.done).toEqual(["click"]);
  },
);

it("forgets a press that was lost once another followed", () => {
  const button = new FakeElement(page);
  page.takeOver();
  button.isDeaf = true;
  button.click();
  new FakeElement(page, { tag: "P" }).click();
  button.isDeaf = false;
  page.pass();
  expect(button.done).toEqual([]);
});

it("presses the button that took the place of the pressed one, if it is as alone as that", () => {
  const replace = (old: FakeElement, ...by: string[]) => {
    old.isConnected = false;
    return by.map((words) => new FakeElement(page, { words }));
  };
  for (const [words, count] of [
    [["Override"], 1],
    [["Override", "Override"], 0],
    [["Apply now"], 0],
  ] as const) {
    page = new Page();
    const old = new FakeElement(page, { words: "Override" });
    old.click();
    const found = replace(old, ...words);
    page.takeOver();
    page.pass();
    expect(found.flatMap(({ done }) => done)).toHaveLength(count);
  }
});

it("presses nothing that is off, says something else by now, or waited for ten seconds", () => {
  const changes: ((button: FakeElement) => void)[] = [
    (button) => Object.assign(button, { disabled: true }),
    (button) => Object.assign(button, { textContent: "Resume" }),
    () => vi.advanceTimersByTime(10_001),
  ];
  for (const change of changes) {
    page = new Page();
    const button = new FakeElement(page, { words: "Pause" });
    button.click();
    change(button);
    page.takeOver();
    page.pass();
    expect(button.done).toEqual([]);
  }
});

it("lets the browser send the forms that say where to, and no other before React can", () => {
  const form = new FakeElement(page, { tag: "FORM" });
  expect(page.dispatch(form, "submit").defaultPrevented).toBe(true);
  page.listen();
  expect(page.dispatch(form, "submit").defaultPrevented).toBe(false);
  form.isDeaf = true;
  expect(page.dispatch(form, "submit").defaultPrevented).toBe(true);

  const addressed = Object.assign(new FakeElement(page, { tag: "FORM" }), { hasAttribute: () => true });
  page = new Page();
  expect(page.dispatch(addressed, "submit").defaultPrevented).toBe(false);
  const button = new FakeElement(page, { form: addressed });
  button.click();
  page.takeOver();
  expect(button.done).toEqual([]);
});

it("tells React what was typed once it watches the field, and presses then", () => {
  const { field, watch } = textField("Too early");
  page.dispatch(field, "input");
  const button = new FakeElement(page);
  button.click();
  // React draws a text of its own over what was typed.
  field.text = "";
  page.takeOver();
  page.pass();
  expect([field.done, button.done]).toEqual([[], []]);
  watch();
  page.pass();
  page.pass();
  expect([field.done, button.done]).toEqual([["Too early"], ["click"]]);
});

it("tells React of a text that is being composed once it is whole, and writes nothing into it before", () => {
  const { field, watch } = textField("日本");
  page.dispatch(field, "compositionstart");
  page.dispatch(field, "input");
  watch();
  page.takeOver();
  vi.advanceTimersByTime(10_001);
  page.pass();
  expect(field.done).toEqual([]);
  page.dispatch(field, "compositionend");
  field.done = [];
  page.pass();
  expect(field.done).toEqual(["日本"]);
});

it("leaves what React heard of as it is", () => {
  const { field, watch } = textField("Too");
  page.dispatch(field, "input");
  page.listen();
  watch();
  field.text = "Too early";
  page.dispatch(field, "input");
  page.takeOver();
  page.pass();
  expect(field.done).toEqual(["Too early"]);
});

it("tells React of a box and of a choice that were made before", () => {
  const box = new FakeElement(page, { tag: "INPUT", type: "checkbox", words: "Dark" });
  const choice = new FakeElement(page, { tag: "SELECT", type: "select-one", words: "Model" });
  box.click();
  choice.text = "fast";
  page.dispatch(choice, "change");
  choice.text = "first";
  Object.defineProperty(box, "checked", { value: box.checked, writable: true });
  page.takeOver();
  page.pass();
  expect([box.checked, box.done]).toEqual([true, ["click", "change"]]);
  expect([choice.text, choice.done]).toEqual(["fast", ["change"]]);
});

describe("a part that React takes over while it is filled in", () => {
  it("has its text told, which React took for the one that was there", () => {
    const { field, watch } = textField("Too early");
    page.takeOver();
    page.dispatch(field, "input");
    watch();
    field.done = [];
    page.pass();
    page.pass();
    expect(field.done).toEqual(["Too early"]);
  });

  it("has its box told, of which React hears by the click before", () => {
    const box = new FakeElement(page, { tag: "INPUT", type: "checkbox", words: "Dark" });
    page.takeOver();
    page.dispatch(box, "click");
    Object.defineProperty(box, "checked", { value: true, writable: true });
    for (const type of ["input", "change"]) page.dispatch(box, type);
    box.done = [];
    page.pass();
    expect([box.checked, box.done]).toEqual([true, ["click", "change"]]);
  });
});

it("keeps a text that is left before React could be told of it", () => {
  const { field, watch } = textField("Too early");
  page.dispatch(field, "input");
  page.takeOver();
  watch();
  page.dispatch(field, "change");
  field.done = [];
  page.pass();
  expect(field.done).toEqual(["Too early"]);
});

it("fills in the field that took the place of the one that was filled in, and chooses nothing that is not there", () => {
  const { field } = textField("Too early");
  page.dispatch(field, "input");
  field.isConnected = false;
  const next = textField("");
  next.watch();
  page.takeOver();
  page.pass();
  expect([field.done, next.field.done]).toEqual([[], ["Too early"]]);

  page = new Page();
  const choice = new FakeElement(page, { tag: "SELECT", type: "select-one", words: "Model" });
  choice.text = "fast";
  page.dispatch(choice, "change");
  choice.options = [{ value: "first" }];
  choice.text = "first";
  page.takeOver();
  page.pass();
  expect([choice.text, choice.done]).toEqual(["first", []]);
});
