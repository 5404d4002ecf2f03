import type { DrillSample } from "../sample";
import { CALL_SAMPLES } from "./calls";
import { PLAN_SAMPLES } from "./plans";
import { RESULT_SAMPLES } from "./results";

/** Every sample there is: ten with a fault, and clean ones, so that rejecting everything is not right either. */
export const DRILL_SAMPLES: readonly DrillSample[] = [...PLAN_SAMPLES, ...CALL_SAMPLES, ...RESULT_SAMPLES];

/** The sample of this name; undefined for one that a later version has left out. */
export const sampleNamed = (name: string): DrillSample | undefined =>
  DRILL_SAMPLES.find((sample) => sample.name === name);
