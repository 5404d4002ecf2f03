import type { Json } from "@/lib/core/json";

export type VerificationInput = {
  mission: string;
  /** `input` has its placeholders filled in; for a direct task it is the program. */
  task: { id: string; title: string; details: string[]; input: string };
  result: Json;
  /** What the result has to satisfy. */
  criteria: string;
};

/** `reason` says what is wrong with a result that did not pass, so that it can be mended. */
export type VerificationOutput = { passed: boolean; reason: string };
