import type { Clock } from "@/lib/core/ports";
import { askHuman } from "./ask-human";
import { calculator } from "./calculator";
import type { ToolDescriptor } from "./descriptor";
import { jsonQuery } from "./json-query";
import { nowTool } from "./now";
import { readArtifact } from "./read-artifact";
import { runLisp } from "./run-lisp";
import { simulatedTools } from "./simulated";
import { paced } from "./simulated/paced";
import { sqlQueryTool } from "./sql";
import { textSearch } from "./text-search";

export type { ToolContext, ToolDescriptor } from "./descriptor";
export { webTools } from "./http";
export { createSchemas } from "./schemas";
export { simulatedTools } from "./simulated";
export { createToolbox } from "./toolbox";

/** Every tool that comes with Waymark. With a clock to sleep by, the simulated ones print their output line by line. */
export function builtInTools(clock: Pick<Clock, "nowMs">, sleeper?: Pick<Clock, "sleep">): ToolDescriptor[] {
  const simulated = sleeper ? simulatedTools.map((tool) => paced(tool, sleeper)) : simulatedTools;
  const own = [calculator, nowTool(clock), jsonQuery, textSearch, sqlQueryTool(), runLisp];
  // What runs here asks nobody for money, and policies that bound costs have to know that.
  return [...own, readArtifact, askHuman, ...simulated].map((tool) => ({ ...tool, costHint: 0 }));
}
