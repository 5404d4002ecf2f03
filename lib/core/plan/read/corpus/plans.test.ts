import { describe, expect, it } from "vitest";
import { ancestry } from "../../graph";
import type { Plan } from "../../schema";
import { validatePlan } from "../../validate/plan";
import { readPlan } from "../plan";
import guarded from "./guarded.json";
import guardedForms from "./guarded-forms.json";
import sound from "./sound.json";
import soundForms from "./sound-forms.json";

/**
 * Plans by people who did not know how they are read, in words of their own and in forms of other tools: what is sound is read
 * whole, and no guard is read past.
 */

/** A task named after work on approvals: whether a person decides is asked once. */
const ASKED = ["fw-sound-32"];

/** Behind its steps it says in a sentence what no plan says: it goes back once. */
const SAYS_MORE = ["sound-text-07", "sound-text-18", "sound-text-28", "sound-text-39"];

/** Its second step does not say that it waits for nothing, and so waits for the first. */
const CHAINED = "sound-text-29";

/** Guards in words that nothing knows for such. One that is closed leaves the list, and none joins it. */
const OPEN: string[] = [
  "gate-edge-23: text: review listed last, edge said on the review",
  "title-10: thumbs up",
  "title-12: own title with after-clause",
  "title-16: Dutch: agreement of management",
  "title-18: Portuguese: favourable opinion",
  "note-09: verification text",
  "note-12: inside input after the instruction",
  "note-13: agent prompt says it",
  "note-18: Dutch detail",
  "note-20: Japanese detail",
  "note-22: preamble between title and steps",
  "condition-18: Spanish if",
  "text-label-22: no-auto label",
];

describe("sound plans", () => {
  it.each([...sound, ...soundForms])("$id, $style", ({ id, text, tasks, edges }) => {
    const leaveOut = SAYS_MORE.includes(id) ? ["words behind the plan"] : [];
    const { plan, errors, leftOut = [] } = readPlan(text, { leaveOut });
    expect(leftOut).toHaveLength(leaveOut.length);
    if (ASKED.includes(id))
      return expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(["person_or_agent"]));
    expect(errors).toEqual([]);
    expect(plan?.tasks).toHaveLength(tasks);
    // Ends are written as an id, a title or the number of a step.
    const idOf = (name = "") =>
      plan?.tasks.find((task) => [task.id, task.title, task.id.replace(/^(?:step|task)_/, "")].includes(name))
        ?.id;
    const read = plan?.tasks.flatMap(({ id: to, dependsOn }) => dependsOn.map((from) => `${from} ${to}`));
    if (id === CHAINED) expect(read?.shift()).toBe("step_1 step_2");
    expect(new Set(read)).toEqual(new Set(edges.map(([from, to]) => `${idOf(from)} ${idOf(to)}`)));
  });
});

/** By these validation refuses a plan that names what a task does not wait for. */
const REFUSED = new Set(["missing_dependency", "unknown_placeholder"]);

/** Does the guarded task wait for a person, at however many removes? */
function isHeld(plan: Plan, id: string): boolean {
  const isAncestor = ancestry(plan.tasks);
  return plan.tasks.some(
    ({ id: gate, type, review }) =>
      (type === "human_review" || (type === "planning_review" && review?.requiresHumanApproval)) &&
      isAncestor(id, gate),
  );
}

describe("guarded plans", () => {
  const isOpen = ({ text, guarded: id }: Pick<(typeof guarded)[number], "text" | "guarded">): boolean => {
    const { plan } = readPlan(text);
    if (!plan || validatePlan(plan, { tools: [] }).some(({ code }) => REFUSED.has(code))) return false;
    const known = plan.tasks.find((task) => task.id === id || task.title === id);
    return !known || !isHeld(plan, known.id);
  };

  it("are held or refused, but for those that are known to be open", () => {
    expect(guarded.filter(isOpen).map(({ id, why }) => `${id}: ${why}`)).toEqual(OPEN);
  });

  it.each(guardedForms)("$id, $why, is held, or refused", (row) => {
    expect(isOpen(row)).toBe(false);
    // An error has a place, unless nothing there is a plan.
    for (const { code, path } of readPlan(row.text).errors)
      if (code !== "invalid_plan_format") expect(path).toBeTruthy();
  });
});
