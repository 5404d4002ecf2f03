import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import type { McpServerView, McpToolView, ToolPart } from "@/lib/core/mcp";
import type { SideEffects } from "@/lib/core/ports";

/** How a server stands, as it was last seen. */
export function serverStatusDisplay({
  enabled,
  state,
}: Pick<McpServerView, "enabled" | "state">): StatusDisplay {
  if (!enabled) return { icon: "‖", word: "disabled", tone: "plain" };
  if (state === "connected") return { icon: "✓", word: "connected", tone: "ok" };
  if (state === "failed") return { icon: "✕", word: "failed", tone: "bad" };
  return { icon: "○", word: "not connected yet", tone: "plain" };
}

/** What a tool does outside, as people choose it; the values with a + may run twice. */
export const EFFECT_CHOICES = [
  { value: "none", label: "No side effects" },
  { value: "read", label: "Reads" },
  { value: "write", label: "Writes" },
  { value: "write+", label: "Writes (repeatable)" },
  { value: "external", label: "External" },
  { value: "external+", label: "External (repeatable)" },
] as const;

/** The choice that a tool stands at. */
export function choiceOf({
  sideEffects,
  idempotent,
}: Pick<McpToolView, "sideEffects" | "idempotent">): string {
  const changes = sideEffects === "write" || sideEffects === "external";
  return changes && idempotent ? `${sideEffects}+` : sideEffects;
}

/** What a choice says; nothing for the server's own word. */
export function effectsOf(choice: string): { sideEffects?: SideEffects; idempotent?: boolean } {
  const found = EFFECT_CHOICES.find(({ value }) => value === choice);
  if (!found) return {};
  const [sideEffects = "external", repeatable] = found.value.split("+") as [SideEffects, string?];
  const changes = sideEffects === "write" || sideEffects === "external";
  return { sideEffects, idempotent: repeatable !== undefined || !changes };
}

export const effectsLabel = (
  tool: Pick<Pick<McpToolView, "sideEffects" | "idempotent">, "sideEffects" | "idempotent">,
): string => EFFECT_CHOICES.find(({ value }) => value === choiceOf(tool))?.label ?? "";

export const TOOL_PART_LABELS: Record<ToolPart, string> = {
  description: "Description",
  inputSchema: "Input schema",
  outputSchema: "Output schema",
  annotations: "Declared side effects",
};
