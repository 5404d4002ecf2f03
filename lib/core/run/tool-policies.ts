import type { ToolPolicy } from "../policy";
import type { RunState } from "./state";

/**
 * Every policy that binds a tool call of the run; the strictest holds. Policies of wider scope (workspace, role) join
 * the run's own here, and nowhere else.
 */
export function policiesOf({ settings }: Pick<RunState, "settings">): ToolPolicy[] {
  return settings.toolPolicy ? [settings.toolPolicy] : [];
}
