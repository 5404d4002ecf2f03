import type { UndecidedAnswer } from "./types";

const MEGABYTE = 1_048_576;
const fill = (piece: string, chars = 131_072): string =>
  piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars);

/** Endless answers, and such as only look endless to a careless reader. */
export const NOISE: UndecidedAnswer[] = [
  ["missing", fill("x", MEGABYTE)],
  ["missing", fill(" ")],
  ["missing", fill("\n", MEGABYTE)],
  ["missing", fill("lorem ipsum dolor sit amet ")],
  ["missing", fill("DECISION: \n")],
  ["missing", fill("do not CONTINUE\n", MEGABYTE)],
  ["missing", `DECISION: ${fill("*")}`],
  ["missing", `DECISION: ${fill("~")}CONTINUE`],
  ["missing", fill("<data")],
  ["missing", fill("<think>\n")],
  ["missing", fill("[ ] ")],
  ["missing", fill("{")],
  ["missing", fill("[")],
  ["missing", fill('{"decision":')],
  ["missing", fill('{"decision":"CONTINUE",')],
  ["missing", `{"decision":"${fill("CONTINUE ")}"}`],
  ["missing", `{"decision": "CONTINUE", "reasoning": "${fill("y", MEGABYTE)}`],
  ["ambiguous", fill("DECISION: CONTINUE\nDECISION: ABORT\n", MEGABYTE)],
  ["no_plan", `DECISION: REPLAN\nUPDATED_PLAN: ${fill("z ")}`],
  ["no_result", `DECISION: COMPLETE\nFINAL_RESULT: ${fill("* ")}`],
];
