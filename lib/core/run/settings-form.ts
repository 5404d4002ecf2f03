import { describeForm } from "../schema-form";
import { newSettings, runSettings } from "./settings";

/** Defaults of a run, and the fields in which people choose otherwise, as data for a page. */
export const settingsForm = {
  defaults: runSettings.parse({}),
  nodes: describeForm(newSettings.omit({ toolPolicy: true, models: true })),
};
export type SettingsForm = typeof settingsForm;
