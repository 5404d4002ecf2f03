import { quoted } from "../legible/marked";
import { getOwn } from "../own";
import type { Standing } from "../run/standing";
import type { RunState } from "../run/state";

/** Says why a result does not stand as it is; undefined where it does. */
export function describeResultStanding(
  { tasks }: Pick<RunState, "tasks">,
  standing: Standing | undefined,
): string | undefined {
  if (standing === undefined || standing.as === "in_force") return;
  if (standing.as === "replaced") return "a later task replaces it";
  const gate = quoted(getOwn(tasks, standing.at)?.spec.title ?? standing.at);
  return standing.as === "refused"
    ? `a person sent it back at ${gate}`
    : `a person changed it at ${gate}, and {{results.${standing.at}}} is what stands`;
}
