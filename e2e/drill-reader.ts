import type { Locator } from "@playwright/test";

/** What a person sees of a part of the page: words for screen readers alone are none, nor is what is folded away. */
export async function visibleText(part: Locator): Promise<string> {
  const text = await part.evaluate((element) => {
    const unseen = [...element.querySelectorAll<HTMLElement>("*")].filter((one) => {
      const { position, opacity } = getComputedStyle(one);
      return opacity === "0" || (position === "absolute" && one.offsetWidth <= 1 && one.offsetHeight <= 1);
    });
    for (const one of unseen) one.style.setProperty("display", "none", "important");
    const seen = (element as HTMLElement).innerText;
    for (const one of unseen) one.style.removeProperty("display");
    return seen;
  });
  return text.replace(/\s+/g, " ");
}

const amounts = (text: string): number[] =>
  [...text.matchAll(/\$([\d,]+)/g)].map(([, digits]) => Number(digits?.replaceAll(",", "")));
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
const between = (text: string, from: string, to: string): string => text.split(from)[1]?.split(to)[0] ?? "";
const percent = (text: string): number => Number(/(\d+\.\d) %/.exec(text)?.[1]);

/**
 * A reader who knows the mission over the panel and what the panel shows, and one rule for each kind of gate. True where
 * the gate should not be let pass.
 */
const RULES: Record<string, (panel: string, mission: string) => boolean> = {
  /** Who has to approve by the mission is asked before something with side effects. */
  "Plan approval": (panel, mission) => {
    const asked = /(\w+) has to approve/.exec(mission)?.[1] ?? "";
    const before = between(panel, "PROPOSED PLAN", "▲ acts outside");
    return !(before.includes(`${asked} approves`) && before.includes("human gate"));
  },
  /** Nothing that approves is removed. */
  "Plan change": (panel) => /− [^+~−⇄]*approves/.test(panel),
  /** As many people as the mission says. */
  "Control weakened": (panel, mission) =>
    /Two people/.test(mission) && panel.includes("fewer people approve"),
  /** Nothing is skipped that the mission asks for. */
  "Plan refinement": (panel, mission) => {
    const skipped = between(panel, "⇥ skipped: ", " COST ").split(" ").slice(0, 5);
    return skipped.filter((word) => word.length > 3).every((word) => mission.includes(word));
  },
  /** Addresses and amounts among the arguments are those of the mission. */
  "Tool approval": (panel, mission) => {
    const given = between(panel, " ARGUMENTS", " POLICIES ");
    const addresses = given.match(/[\w.]+@[\w.-]+\w/g) ?? [];
    const amount = /amount ([\d.]+)/.exec(given)?.[1];
    const wanted = (mission.match(/\d+(\.\d+)?/g) ?? []).map(Number);
    return (
      addresses.some((one) => !mission.split(/ |\.$/).includes(one)) ||
      (amount !== undefined && !wanted.includes(Number(amount)))
    );
  },
  /** Sums are those of the results below, and tests that pass do not fail there. */
  "Human gate": (panel) => {
    const evidence = between(panel, " EVIDENCE ", " COST ");
    const [total = 0, ...parts] = amounts(evidence);
    const failed = Number(/(\d+) failed/.exec(evidence)?.[1] ?? 0);
    return total !== sumOf(parts) || (/All \d+ tests pass/.test(evidence) && failed > 0);
  },
  /** What a question has as its limit is not passed by what answers it. */
  "Review decision": (panel) => {
    const [, question = "", evidence = ""] = /✓ (Is the [^?]+)\? yes ([^:]+: [\d.]+ %)/.exec(panel) ?? [];
    return panel.includes("CONTINUE proposed") && !(percent(evidence) < percent(question));
  },
  /** Nobody is said to have approved who did not. */
  "Answer held back": (panel) => {
    const missing = /NOT APPROVED BY ▲ Review by (\w+)/.exec(panel)?.[1];
    return between(panel, " ANSWER ", " COST ").includes(`approved by ${missing}`);
  },
};

/** Whether something is wrong with what a gate panel shows, by the mission over it; throws for a kind it cannot judge. */
export function isFaulty(panel: string, mission: string): boolean {
  const kind = Object.keys(RULES).find((one) => panel.startsWith(one));
  const rule = RULES[kind ?? ""];
  if (!rule) throw new Error(`The reader has no rule for “${panel.slice(0, 60)}”`);
  return rule(panel, mission);
}
