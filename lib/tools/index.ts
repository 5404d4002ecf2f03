import type { Clock } from "@/lib/core/ports";
import { askHuman } from "./ask-human";
import { calculator } from "./calculator";
import type { ToolDescriptor } from "./descriptor";
import { jsonQuery } from "./json-query";
import { nowTool } from "./now";
import { readArtifact } from "./read-artifact";
import { simulatedTools } from "./simulated";

export type { ToolContext, ToolDescriptor } from "./descriptor";
export { webTools } from "./http";
export { createSchemas } from "./schemas";
export { simulatedTools } from "./simulated";
export { createToolbox } from "./toolbox";

/** Every tool that comes with Waymark. */
export function builtInTools(clock: Pick<Clock, "nowMs">): ToolDescriptor[] {
  return [calculator, nowTool(clock), jsonQuery, readArtifact, askHuman, ...simulatedTools];
}
