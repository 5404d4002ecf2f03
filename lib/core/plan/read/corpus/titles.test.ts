import { describe, expect, it } from "vitest";
import { readPlan } from "../plan";
import { later, sentences, titles } from "./titles.json";
import { plans } from "./words-around.json";

/**
 * Titles of plans and sentences about what a plan does, written before their reader, and `later` after it: a guard in either is
 * never read past, and what names the work costs a question at most where it says a word that the plan does not.
 */

const { open, elsewhere } = plans;
const STEPS =
  "Step 1: Collect the invoices\n- All of May.\n\nStep 2: Check the amounts\n\nStep 3: Pay the invoices\n\nStep 4: Write the report\n- One page.\n";
const TITLED: Record<string, (title: string) => string> = {
  "of a plan in JSON": (title) => JSON.stringify({ ...open, title }),
  "of a plan in JSON with a gate elsewhere": (title) => JSON.stringify({ ...elsewhere, title }),
  "of Step text": (title) => `${title.startsWith("Plan ") ? "# " : "PLAN: "}${title}\n\n${STEPS}`,
};
const SAID: Record<string, (said: string) => string> = {
  "before a plan": (said) => `${said}\n\n${JSON.stringify(open)}`,
  "behind a plan": (said) => `${JSON.stringify(open)}\n\n${said}`,
};

/** Those that are passed over: a name may deny in any words, as long as it makes nothing wait. */
const TITLES_MISSED = [
  "Pay the suppliers, legal has the last word",
  "Sketch only: pay the suppliers",
  "Plan – exploratory, nothing here is binding",
];
/** Those that cost a question: what they say beside the name or of the work is in no task. */
const TITLES_BACK = ["Month-end payments (Berlin)", "Plan to pay the suppliers"];
const SENTENCES_BACK = [
  "This plan gathers the open invoices, compares each amount with its order, pays, and writes a one-page report.",
  "The plan lists the open invoices of May first.",
  "This plan pays every invoice that was found right.",
  "The plan ends with a report.",
  "This plan turns the invoices of May into payments and a report.",
  "The plan covers the invoices of May.",
];

describe.each(Object.entries(TITLED))("the title %s", (_, text) => {
  it("never makes anything wait that the plan does not", () => {
    const guards = [...titles.guards, ...later.titles.guards];
    expect(TITLES_MISSED).toEqual(
      expect.arrayContaining(guards.filter((title) => readPlan(text(title)).plan)),
    );
    for (const title of guards.filter((one) => !one.startsWith("Plan ") && !TITLES_MISSED.includes(one)))
      expect(readPlan(text(title)).errors).toMatchObject([{ code: "unread", path: "title" }]);
  });

  it("names the work in any words", () => {
    const back = [...titles.free, ...later.titles.free].filter((title) => !readPlan(text(title)).plan);
    expect(TITLES_BACK).toEqual(expect.arrayContaining(back));
  });
});

describe.each(Object.entries(SAID))("what is said of a plan %s", (_, text) => {
  it("is of closed words: no verb that is not known is passed over", () => {
    const guards = [...sentences.guards, ...later.sentences.guards];
    expect(guards.filter((said) => readPlan(text(said)).plan)).toEqual([]);
  });

  it("costs a question only where its words are not known", () => {
    const back = [...sentences.free, ...later.sentences.free].filter((said) => !readPlan(text(said)).plan);
    expect(back).toEqual(SENTENCES_BACK);
  });
});
