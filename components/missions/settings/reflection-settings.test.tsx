import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { reflectionSettings } from "@/lib/core/reflection";
import type { ChosenSettings } from "./chosen-settings";
import { ReflectionSettingsGroup } from "./reflection-settings";

const models = [{ id: "critic:one", provider: "critic", label: null, simulated: false, priced: true }];
const shown = (chosen: ChosenSettings) =>
  renderToStaticMarkup(<ReflectionSettingsGroup chosen={chosen} onChoose={() => {}} models={models} />);

it("asks for nothing more while answers are not critiqued", () => {
  const html = shown({});
  expect(html).toContain("Critique the answer before accepting it");
  expect(html).not.toContain("Maximum revisions");
});

it("shows what was chosen, and the defaults as what holds without a choice", () => {
  const reflection = reflectionSettings.parse({ enabled: true, threshold: 0.9, model: "critic:one" });
  const html = shown({ reflection });
  expect(html).toContain('value="90"');
  expect(html).toMatch(/<option value="critic:one" selected="">/);
  expect(html).toContain('placeholder="2"');
  expect(html).toContain('placeholder="Every part of the question is answered."');
});
