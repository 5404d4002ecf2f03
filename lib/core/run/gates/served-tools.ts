import type { ToolFacts } from "../../ports";
import { acting } from "../controls/release/release";
import type { ApprovalState, RunState } from "../state";
import { releaseOfGate } from "./risk";

/** A tool as the server says what it does. `waits`: a change that it shows was not accepted so far: the description is the one that holds. */
export type ServedTool = { name: string; description: string; waits?: true };

/** The tools by which the release of a gate acts, of those that others serve (docs/tools.md, "Tools that change"). */
export function servedTools(
  state: RunState,
  gate: ApprovalState,
  find: (name: string) => ToolFacts | undefined,
): ServedTool[] {
  const names = new Set(acting(releaseOfGate(state, gate)).flatMap(({ tools }) => tools));
  return [...names].flatMap((name): ServedTool[] => {
    const { definition, description, changedParts = [] } = find(name) ?? {};
    if (definition === undefined) return [];
    const served = { name, description: description ?? "" };
    return [changedParts.length > 0 ? { ...served, waits: true } : served];
  });
}
