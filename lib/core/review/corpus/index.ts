import { BESIDE } from "./beside";
import { CONTRADICTIONS } from "./contradictions";
import { INCOMPLETE } from "./incomplete";
import { BROKEN_JSON } from "./json";
import { NO_DECISION } from "./no-decision";
import { NOISE } from "./noise";
import { NOT_MEANT } from "./not-meant";
import { REPORTED } from "./reported";
import type { UndecidedAnswer } from "./types";

export type { UndecidedAnswer } from "./types";

/** Answers of reviewers that decide nothing: tests hold the reader and the engine to them. */
export const UNDECIDED_ANSWERS: readonly UndecidedAnswer[] = [
  ...NO_DECISION,
  ...NOT_MEANT,
  ...CONTRADICTIONS,
  ...BROKEN_JSON,
  ...INCOMPLETE,
  ...REPORTED,
  ...BESIDE,
  ...NOISE,
];
