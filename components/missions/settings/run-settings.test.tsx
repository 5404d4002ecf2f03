import { describe, expect, it } from "vitest";
import { newSettings } from "@/lib/core/run/settings";
import { settingsForm } from "@/lib/core/run/settings-form";
import type { RunBudgets } from "@/lib/core/run/state/ledger";
import { renderHtml } from "@/lib/testing/render";
import { draftOfRun, inputOf } from "../mission-draft";
import type { ChosenSettings } from "./chosen-settings";
import { RunSettings } from "./run-settings";
import { withEntry } from "./setting-entries";

const { defaults, nodes } = settingsForm;
const models = [{ id: "critic:one", provider: "critic", label: null, simulated: false, priced: true }];
const fields = nodes.flatMap((node) => (node.kind === "group" ? node.fields : [node]));

const shown = (settings: ChosenSettings, budgets: RunBudgets = {}) =>
  renderHtml(
    <RunSettings
      draft={{ mission: "", plan: "", settings }}
      onDraft={() => undefined}
      form={settingsForm}
      models={models}
      tools={[]}
      budgets={budgets}
    />,
  );

function typed(id: string, text: string, chosen: ChosenSettings = {}): ChosenSettings {
  const field = fields.find((one) => one.id === id);
  if (!field) throw new Error(`no field ${id}`);
  return withEntry(field, chosen, defaults, text);
}

/** The words behind each choice that is made. */
function chosenIn(settings: ChosenSettings): string {
  const inputs = shown(settings).split("<input").slice(1);
  return inputs
    .filter((one) => one.includes('checked=""'))
    .map((one) => one.slice(one.indexOf(">") + 1).replace(/<[^>]+>/g, " "))
    .join("\n");
}

const BUDGETS = {
  maxTurns: 20,
  agentTokenBudget: 40_000,
  agentHopBudget: 12,
  agentCostBudgetMicroUsd: 250_000,
  agentDeadlineMs: 300_000,
};

describe("the settings of a run", () => {
  it("show what holds without a choice, and each number in the unit in which people think of it", () => {
    for (const placeholder of ["8", "10", "120", "600", "No limit"])
      expect(shown({})).toContain(`placeholder="${placeholder}"`);
    const html = shown(BUDGETS);
    for (const value of ["20", "40000", "12", "0.25", "5"]) expect(html).toContain(`value="${value}"`);
    for (const words of ["Hold", "Detailed", "Ask once approved", "Rules", "Score the answer"])
      expect(chosenIn({})).toContain(words);
  });

  it("show what was chosen, and ask for nothing more where that is off", () => {
    expect(shown({})).not.toContain("Maximum revisions");
    expect(shown({ summarizer: "off" })).not.toContain("Maximum iterations");
    const html = shown({
      reflection: { ...defaults.reflection, enabled: true, threshold: 0.9, model: "critic:one" },
    });
    expect(html).toContain('value="90"');
    expect(html).toMatch(/<option value="critic:one" selected="">/);
    expect(html).toContain('placeholder="2"');
    expect(html).toContain('placeholder="Every part of the question is answered."');
    expect(chosenIn({ planStyle: "short", detailOnDemand: true })).toMatch(
      /Brief.*just before a task starts/s,
    );
  });

  it("have a field for whatever has a title", () => {
    const everything: ChosenSettings = {
      reflection: { ...defaults.reflection, enabled: true },
      refinement: { ...defaults.refinement, enabled: true },
      retrospect: { ...defaults.retrospect, enabled: true },
      lessons: { ...defaults.lessons, use: true },
      examples: { ...defaults.examples, use: true },
    };
    const html = shown(everything);
    const titled = fields.filter(({ id, path, label }) => label !== path.at(-1) && id !== "planApproval");
    expect(titled.length).toBeGreaterThan(30);
    expect(titled.filter(({ label }) => !html.includes(label))).toEqual([]);
  });
});

it("shows the limits of the workspace, and what became of them", () => {
  const budgets = { maxTokens: 20_000, maxCostMicroUsd: 1_500_000 };
  const html = shown({ maxCostMicroUsd: null }, budgets);
  expect(html).toContain('value="20000"');
  expect(html).toContain("Set by the workspace default.");
  expect(html).toContain("No limit for this run; the workspace default is $1.50.");
  expect(shown({ maxDurationMs: 90_000 })).toContain('value="1.5"');
});

describe("a choice", () => {
  it("is made, and taken back by an empty field", () => {
    const chosen = typed("maxConcurrency", "4", typed("agentDeadlineMs", "1.5"));
    expect(chosen).toEqual({ maxConcurrency: 4, agentDeadlineMs: 90_000 });
    expect(typed("maxConcurrency", "", chosen)).toEqual({ agentDeadlineMs: 90_000 });
    expect(typed("afterApproval", "", typed("afterApproval", '"ask"'))).toEqual({});
  });

  it("in a group leaves the others of the group as they are", () => {
    const chosen = typed("refinement/apply", '"ask"', typed("refinement/enabled", "true"));
    expect(chosen).toEqual({ refinement: { ...defaults.refinement, enabled: true, apply: "ask" } });
    expect(typed("refinement/apply", "", chosen).refinement).not.toHaveProperty("apply");
    expect(typed("refinement/max", "", typed("refinement/max", "3", chosen))).toEqual(chosen);
  });

  it("that cannot be read is kept as it was typed, shown with what is wrong, and refused", () => {
    for (const [id, text] of [
      ["maxConcurrency", "many"],
      ["maxConcurrency", "1001"],
      ["reflection/threshold", "101"],
    ] as const) {
      const chosen = typed(id, text, { reflection: { ...defaults.reflection, enabled: true } });
      expect(shown(chosen)).toMatch(new RegExp(`aria-invalid="true"[^>]*value="${text}"`));
      expect(newSettings.safeParse(chosen).success).toBe(false);
    }
  });

  it("of a run that is started again is the next one's", () => {
    const settings = { ...defaults, ...BUDGETS };
    const again = draftOfRun({ mission: "m", plan: null, tags: [], settings }, defaults);
    expect(again.settings).toMatchObject(BUDGETS);
    expect(inputOf(again).settings).toMatchObject(BUDGETS);
  });
});
