import { describeForm } from "../schema-form";
import { newSettings, runSettings } from "./settings";

/** What a run does when nothing is chosen, and the fields in which people choose, as data for a page. */
export const settingsForm = {
  defaults: runSettings.parse({}),
  nodes: describeForm(newSettings.omit({ toolPolicy: true, models: true })),
};
export type SettingsForm = typeof settingsForm;
