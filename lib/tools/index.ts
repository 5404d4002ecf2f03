import type { Clock } from "@/lib/core/ports";
import { askHuman } from "./ask-human";
import { calculator } from "./calculator";
import type { ToolDescriptor } from "./descriptor";
import { jsonQuery } from "./json-query";
import { nowTool } from "./now";
import { readArtifact } from "./read-artifact";
import { simulatedTools } from "./simulated";
import { paced } from "./simulated/paced";

export type { ToolContext, ToolDescriptor } from "./descriptor";
export { webTools } from "./http";
export { createSchemas } from "./schemas";
export { simulatedTools } from "./simulated";
export { createToolbox } from "./toolbox";

/** Every tool that comes with Waymark. With a clock to sleep by, the simulated ones tell their output line by line. */
export function builtInTools(clock: Pick<Clock, "nowMs">, sleeper?: Pick<Clock, "sleep">): ToolDescriptor[] {
  const simulated = sleeper ? simulatedTools.map((tool) => paced(tool, sleeper)) : simulatedTools;
  return [calculator, nowTool(clock), jsonQuery, readArtifact, askHuman, ...simulated];
}
