import type { ToolFacts } from "@/lib/core/ports";

/** A tool as the editor of policies looks at it. */
export type ToolInfo = Pick<
  ToolFacts,
  "name" | "description" | "tags" | "sideEffects" | "costHint" | "inputSchema"
>;
