import { readPlan, validatePlan } from "@/lib/core/plan";
import { drawFrom } from "../../runs/swaps/plans";
import { drawOwnPlan } from "./own-plan";
import { earlyStarts, TOOLS } from "./play";
import { FORMS, type Form, SOUND_FORMS, writePlan } from "./scramble";

type FormFailure = { seed: number; form: Form; problems: string[] };
export type FormsResult = { cases: number; figures: Record<string, number>; failures: FormFailure[] };

/** So many of the plans that are written as docs/plans.md says have to be read. */
export const SOUND_PERCENT = 95;

/** Writes a plan down for each seed, reads it, and plays what is read. */
export function playForms(seed: number, seeds: number): FormsResult {
  const failures: FormFailure[] = [];
  const read = new Map<Form, { of: number; whole: number }>();
  let played = 0;
  for (let one = seed; one < seed + seeds; one += 1) {
    const { form, problems, isRead } = playForm(one);
    const count = read.get(form) ?? { of: 0, whole: 0 };
    read.set(form, { of: count.of + 1, whole: count.whole + Number(isRead) });
    played += Number(isRead);
    if (problems.length > 0) failures.push({ seed: one, form, problems });
  }
  const sum = (forms: readonly Form[]) => {
    const counts = forms.map((form) => read.get(form) ?? { of: 0, whole: 0 });
    const [of, whole] = [
      counts.reduce((all, one) => all + one.of, 0),
      counts.reduce((all, one) => all + one.whole, 0),
    ];
    return of === 0 ? 100 : Math.round((whole / of) * 1_000) / 10;
  };
  const figures = Object.fromEntries(FORMS.map((form) => [`read_${form}`, sum([form])]));
  return {
    cases: seeds,
    figures: { played, soundPercent: sum(SOUND_FORMS), ...figures },
    failures,
  };
}

/** One plan in one form: of what is read nothing may begin too early. */
function playForm(seed: number): { form: Form; text: string; problems: string[]; isRead: boolean } {
  const draw = drawFrom(seed);
  const form = FORMS[seed % FORMS.length] as Form;
  const own = drawOwnPlan(draw);
  const text = writePlan(draw, own, form);
  const { plan } = readPlan(text);
  const isRead =
    plan !== undefined && !validatePlan(plan, { tools: TOOLS }).some(({ severity }) => severity === "error");
  const problems = isRead ? earlyStarts(draw, plan, own) : [];
  return { form, text, problems, isRead };
}
