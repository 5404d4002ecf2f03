import type { Garbage } from "./types";

const MEGABYTE = 1_048_576;
const fill = (piece: string, chars = MEGABYTE): string =>
  piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars);

/** Endless answers, and such as only look endless to a careless reader. */
export const NOISE: Garbage[] = [
  ["missing", fill("x")],
  ["missing", fill(" ")],
  ["missing", fill("\n")],
  ["missing", fill("lorem ipsum dolor sit amet ")],
  ["missing", fill("DECISION: \n")],
  ["missing", fill("do not CONTINUE\n")],
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
  ["missing", `{"decision": "CONTINUE", "reasoning": "${fill("y")}`],
  ["ambiguous", fill("DECISION: CONTINUE\nDECISION: ABORT\n")],
  ["no_plan", `DECISION: REPLAN\nUPDATED_PLAN: ${fill("z ")}`],
  ["no_result", `DECISION: COMPLETE\nFINAL_RESULT: ${fill("* ")}`],
];
