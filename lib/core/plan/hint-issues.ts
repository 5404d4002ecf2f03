import type { Issue, Plan } from "./schema";

/** Warnings of hints about tools that their agent does not have: they change nothing. */
export function hintIssues({ agents }: Plan): Issue[] {
  return Object.entries(agents).flatMap(([name, { tools, hints }]) => {
    if (!hints) return [];
    const { ordering, parallelGroups, sequentialOnly, disallowed, preferred } = hints;
    const named = [...ordering, ...parallelGroups.flat(), ...sequentialOnly, ...disallowed, ...preferred];
    return [...new Set(named)]
      .filter((tool) => !tools.includes(tool))
      .map((tool): Issue => {
        const message = `The hints of "${name}" name the tool "${tool}", which the agent does not have: give it to the agent, or remove the hint.`;
        return { severity: "warning", code: "unknown_tool", message, path: `agents.${name}.hints` };
      });
  });
}
