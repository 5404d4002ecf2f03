import { expect, it } from "vitest";
import type { DrillSample } from "@/lib/core/drills/sample";
import { DRILL_SAMPLES } from "@/lib/core/drills/samples";
import { loaded, renderText } from "@/lib/testing/render";
import { queriesOf, storyOfDrill } from "@/lib/testing/runs/gate-stories";
import { GatePanel } from "./gate-panel";

/** The true panel of a gate with all that it loads on use, as it reads. */
function panelOf(sample: DrillSample): Promise<string> {
  const story = storyOfDrill(sample);
  const panel = <GatePanel state={story.state} gate={story.gate} />;
  return loaded(() => renderText(panel, { queries: queriesOf(story) }));
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
    const before = between(panel, "Proposed plan", "▲ has side effects");
    return !(before.includes(`${asked} approves`) && before.includes("human review"));
  },
  /** Nothing that approves is removed. */
  "Plan change": (panel) => /− removed: [^+~−]*approves/.test(panel),
  /** As many people as the mission says. */
  "Control weakened": (panel, mission) =>
    /Two people/.test(mission) && panel.includes("fewer people approve"),
  /** Nothing is skipped that the mission asks for. */
  "Plan refinement": (panel, mission) => {
    const skipped = between(panel, "skipped: ", "Cost").split(" ").slice(0, 5);
    return skipped.filter((word) => word.length > 3).every((word) => mission.includes(word));
  },
  /** Addresses and amounts among the arguments are those of the mission. */
  "Tool approval": (panel, mission) => {
    const given = between(panel, " Arguments ", " Policies ");
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
    const evidence = between(panel, " Evidence ", " Cost ");
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
    const missing = /Not approved by ▲ Review by (\w+)/.exec(panel)?.[1];
    return between(panel, " Answer ", " Cost ").includes(`approved by ${missing}`);
  },
};

it.each(DRILL_SAMPLES)("$name is decided rightly by what its gate panel shows", async (sample) => {
  const panel = await panelOf(sample);
  const [kind = ""] = panel.split(" · ");
  const rule = RULES[kind];
  if (!rule) throw new Error(`The reader has no rule for “${kind}”`);
  expect(rule(panel, sample.mission)).toBe(sample.fault !== null);
  if (!sample.fault) return;
  // What the reviewer reads afterwards stood there.
  const { shown, against } = sample.fault;
  const visible = `${sample.mission} ${panel}`;
  for (const words of [shown, ...against.split(" and ")]) expect(visible).toContain(words);
});

it("a panel without its evidence leaves the reader without an answer", async () => {
  const blind = DRILL_SAMPLES.filter(({ kind, fault }) => kind === "human_review" && fault);
  for (const sample of blind) {
    const panel = await panelOf(sample);
    const hidden = panel.replace(between(panel, " Evidence ", " Cost "), "");
    expect(RULES["Human gate"]?.(hidden, sample.mission)).toBe(false);
  }
});
