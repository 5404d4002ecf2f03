import type { Issue, Plan } from "../schema";
import { ALIASES } from "./aliases";
import { snakeCase } from "./fields";
import { GUARDS } from "./task";

const INPUT_NAMES: ReadonlySet<string> = new Set(ALIASES.input);
/** Parts of a task that say who decides and what is judged. */
const OF_CONTROLS = /\.(?:gate|review)(?:\.|$)/;
const IN_LIST = /\[(\d+)\]\.[^.[\]]+$/;

/**
 * The warnings of a reader by which a plan would lose an input or a control, rather than a key that nobody needs: its
 * writer is asked once to say it so that it is read (docs/plans.md, "Reading").
 */
export function lossesOf({ tasks }: Plan, warnings: readonly Issue[]): Issue[] {
  return warnings.filter(({ code, path = "" }) => {
    if (code === "ignored_text") return true;
    if (code !== "unknown_key" && code !== "unknown_value" && code !== "ignored_value") return false;
    if (path.startsWith("agents")) return false;
    const name = snakeCase(path.split(".").at(-1) ?? "");
    if (INPUT_NAMES.has(name) || GUARDS.test(name) || OF_CONTROLS.test(path)) return true;
    const index = IN_LIST.exec(path)?.[1];
    const task = index === undefined ? undefined : tasks[Number(index)];
    return code === "unknown_key" && task?.type === "task" && task.input === "" && task.details.length === 0;
  });
}
