import { expect, it } from "vitest";
import { renderHtml } from "@/lib/testing/render";
import { draftOfRun, inputOf } from "../mission-draft";
import { AgentSettingsGroup } from "./agent-settings";
import { type ChosenSettings, DEFAULTS } from "./chosen-settings";

const shown = (chosen: ChosenSettings) =>
  renderHtml(<AgentSettingsGroup chosen={chosen} onChoose={() => {}} />);
const BUDGETS = {
  maxTurns: 20,
  agentTokenBudget: 40_000,
  agentHopBudget: 12,
  agentCostBudgetMicroUsd: 250_000,
  agentDeadlineMs: 300_000,
};

it("shows what holds without a choice, and each budget in the unit in which people think of it", () => {
  expect(shown({})).toContain('placeholder="8"');
  expect(shown({}).match(/placeholder="No limit"/g)).toHaveLength(4);
  const html = shown(BUDGETS);
  for (const value of ["20", "40000", "12", "0.25", "5"]) expect(html).toContain(`value="${value}"`);
});

it("begins with the budgets of a run that is started again, and gives them to the next one", () => {
  const again = draftOfRun({ mission: "m", plan: null, tags: [], settings: { ...DEFAULTS, ...BUDGETS } });
  expect(again.settings).toMatchObject(BUDGETS);
  expect(inputOf(again).settings).toMatchObject(BUDGETS);
});
