import { fewShot } from "./few-shot";
import { policies } from "./policies";
import { reflection } from "./reflection";
import { replay } from "./replay";
import { streaming } from "./streaming";
import type { Example } from "./world";

/** Every example, by the name under which `npm run example` plays it. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  "few-shot": fewShot,
  policies,
  reflection,
  replay,
  streaming,
};
