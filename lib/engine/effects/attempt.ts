import type { Json } from "@/lib/core/json";
import type { ToolSpec } from "@/lib/core/ports";
import type { Trajectory } from "@/lib/core/trajectory";
import type { ToolCallRow } from "../types";
import type { Work } from "./work";

/** An attempt under way: the only thing its loop changes. */
export type Attempt = {
  work: Work;
  lineage: string;
  /** The model of its turns; empty for a program. */
  modelId: string;
  system: string;
  tools: ToolSpec[];
  trajectory: Trajectory;
  /** The provider's messages of each step. */
  verbatim: Json[][];
  /** Calls that an earlier worker started and of which it told no end, by call id, of the open step. */
  unfinished: Map<string, ToolCallRow>;
};
