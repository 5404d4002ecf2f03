import type { Draw } from "../../runs/swaps/plans";

/** Plans as their author means them, before anybody writes them down: what waits for what, and where a person decides. */

export type OwnStep = {
  id: string;
  /** In the order of the steps in the plan. */
  number: number;
  title: string;
  input: string;
  /** A word that only this step has, in its title and its input. */
  mark: string;
  kind: "work" | "gate" | "review";
  /** Steps before it, as they stand in the list. */
  after: OwnStep[];
  /** Who has to agree before the work is done. */
  by?: string;
};
export type OwnPlan = { title: string; steps: OwnStep[] };

const PEOPLE = ["Ann", "Mira Kowalski", "bob@example.org", "Herr Petersen", "@lena", "CFO"] as const;
const NOUNS =
  "lamp fence boat piano tower garden bridge carpet engine mirror basket candle ladder wagon kettle anchor".split(
    " ",
  );
const WORKS = ["Count", "Paint", "Measure", "Move", "Sell", "Pack", "Describe", "Photograph"] as const;
const ASKED = ["Is it right with the", "May we take the", "Do we like the"] as const;
const IDS = ["t#", "task-#", "noun", "slug", "S0#", "camel", "hostile"] as const;
/** Ids that code may trip over. */
const HOSTILE = [
  "__proto__",
  "constructor",
  "toString",
  "a.b[0]",
  "x]",
  "hasOwnProperty",
  "ｔｈｅｎ",
] as const;
const MAX_STEPS = 7;

/** A plan with one control at least: a gate, a review that a person decides, or work that a person agrees to. */
export function drawOwnPlan(draw: Draw): OwnPlan {
  const nouns = [...NOUNS];
  const form = draw.pick(IDS);
  const steps: OwnStep[] = [];
  const add = (kind: OwnStep["kind"], after: OwnStep[], by?: string): OwnStep => {
    const mark = nouns.splice(draw.int(0, nouns.length - 1), 1)[0] as string;
    const verb = draw.pick(WORKS);
    const title = kind === "work" ? `${verb} the ${mark}` : `${draw.pick(ASKED)} ${mark}`;
    const number = steps.length + 1;
    const input = kind === "work" ? `${verb} every ${mark} of the house` : `${title}?`;
    const id = idOf(form, { number, mark, title });
    const step: OwnStep = { id, number, title, input, mark, kind, after, ...(by !== undefined && { by }) };
    steps.push(step);
    return step;
  };
  const some = (): OwnStep[] => {
    const count = draw.int(0, Math.min(2, steps.length));
    return [...new Set(Array.from({ length: count }, () => draw.pick(steps)))];
  };
  let last = draw.chance(0.7) ? add("work", []) : undefined;
  const control = draw.int(0, 9);
  if (control < 7) last = add(control < 5 ? "gate" : "review", last ? [last] : []);
  add("work", last ? [last] : [], control < 7 && draw.chance(0.6) ? undefined : draw.pick(PEOPLE));
  const more = draw.int(0, MAX_STEPS - steps.length);
  for (let n = 0; n < more; n += 1) {
    const kind = draw.chance(0.15) ? "gate" : "work";
    const [after, by] = [some(), draw.chance(0.08) ? draw.pick(PEOPLE) : undefined];
    // A gate that nothing is connected to guards nothing, and is no sound one.
    add(kind, kind === "gate" && after.length === 0 ? steps.slice(-1) : after, by);
  }
  return { title: draw.pick(["House", "The move", "Haus am See"]), steps };
}

function idOf(form: string, { number, mark, title }: Pick<OwnStep, "number" | "mark" | "title">): string {
  if (form === "noun") return mark;
  if (form === "hostile") return HOSTILE[(number - 1) % HOSTILE.length] as string;
  const words = title.toLowerCase().split(" ");
  if (form === "slug") return words.join("_");
  if (form === "camel") return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return form.replace("#", String(number));
}

/** Everything that a step waits for, at however many removes. */
export function allBefore(step: OwnStep, found = new Set<OwnStep>()): Set<OwnStep> {
  for (const one of step.after) {
    if (found.has(one)) continue;
    found.add(one);
    allBefore(one, found);
  }
  return found;
}
