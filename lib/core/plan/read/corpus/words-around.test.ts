import { describe, expect, it } from "vitest";
import { readPlan } from "../plan";
import words from "./words-around.json";

/**
 * Words around plans, written before their reader by somebody who pays invoices: guards in whichever words are never read past,
 * before, between and behind plans in JSON and the steps of a text; what frames a plan or says it again costs no question.
 */

const { open, elsewhere, held } = words.plans;
const json = (plan: object): string => `\`\`\`json\n${JSON.stringify(plan, null, 1)}\n\`\`\``;
const STEPS = ["Step 1: Collect the invoices", "Step 2: Check the amounts", "Step 3: Pay the invoices"];
const steps = (between = "", behind = "") =>
  `PLAN: Pay the suppliers\n\n${STEPS.map((step) => `${step}\n- Agent: clerk\n- All of May.\n`).join("\n")}${behind}`.replace(
    "Step 3",
    `${between}Step 3`,
  );
const paragraphs = `${STEPS.map((step) => `${step}\n\nAll of May.\n`).join("\n")}`;

const AROUND: Record<string, (said: string) => string> = {
  "before a plan": (said) => `${said}\n\n${json(open)}`,
  "before a plan with a gate elsewhere": (said) => `${said}\n${json(elsewhere)}`,
  "behind a plan": (said) => `Here is the plan:\n${json(open)}\n\n${said}`,
  "behind a plan with a gate elsewhere": (said) => `${JSON.stringify(elsewhere)}\n${said}`,
  "between two plans": (said) =>
    `First draft:\n${json(open)}\n\n${said}\n\nCorrected plan:\n${json(elsewhere)}`,
  "before steps": (said) => `${said}\n\n${steps()}`,
  "between steps": (said) => steps(`${said}\n\n`),
  "behind steps": (said) => steps("", `\n${said}\n`),
  "behind steps with a gate elsewhere": (said) =>
    `${steps()}\nStep 4: Human Review - Does the report go out?\n\nStep 5: Write the report\n- One page.\n\n${said}`,
  "behind steps of paragraphs": (said) => `${paragraphs}\n${said}\n`,
  "behind the block of the steps": (said) => `\`\`\`\n${steps()}\`\`\`\n\n${said}`,
};

/** As a line of a step these are labels of its own gate. */
const LABELS = new Set(words.asText);
/** Before the steps of a text this is their title. */
const TITLE = "# Plan – draft, subject to change";

describe.each(Object.entries(AROUND))("guards %s", (place, text) => {
  it("are never read past", () => {
    const guards = words.guards.filter((said) => place !== "before steps" || said !== TITLE);
    const passed = guards.filter((said) => {
      const { plan } = readPlan(text(said));
      const isGate = place.includes("steps") && LABELS.has(said);
      return plan !== undefined && !(isGate && plan.tasks.some(({ type }) => type === "human_review"));
    });
    expect(passed).toEqual([]);
  });
});

describe("words that frame a plan or say it again", () => {
  it.each([...words.frames, ""])("cost no question: %j", (said) => {
    for (const text of [`${said}\n\n${json(open)}`, `${json(open)}\n\n${said}`])
      expect(readPlan(text).errors).toEqual([]);
  });

  it.each(words.held)("tell of a gate that the plan has, which holds what they name: %j", (said) => {
    expect(readPlan(`${said}\n\n${json(held)}`).errors).toEqual([]);
    // The same words are unread where no gate, or one of other work, stands there.
    for (const plan of [open, elsewhere]) expect(readPlan(`${json(plan)}\n\n${said}`).plan).toBeUndefined();
  });
});
