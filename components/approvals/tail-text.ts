import { canonicalJson, isJsonObject, type Json } from "@/lib/core/json";
import { agent, plan, task } from "@/lib/core/plan/schema";
import type { Grounds } from "./grounds";

const TASK_DEFAULTS = task.parse({ id: "x", title: "" }) as Record<string, Json>;
const AGENT_DEFAULTS = agent.parse({}) as Record<string, Json>;

/** What the tail editor begins with: the reviewer's tail, else what is left of the plan, without what goes unsaid. */
export function tailPrefill({ tail, remaining }: Pick<Grounds, "tail" | "remaining">): string {
  const source = isJsonObject(tail) ? tail : remaining;
  const read = plan.safeParse(source);
  if (!read.success) return JSON.stringify({ title: "", tasks: [] }, null, 2);
  const { title, agents, tasks } = read.data;
  const named = new Set(tasks.map((one) => one.agent));
  const used = Object.entries(agents).filter(([name]) => named.has(name));
  const short = {
    title,
    ...(used.length > 0 && {
      agents: Object.fromEntries(used.map(([name, one]) => [name, without(one, AGENT_DEFAULTS)])),
    }),
    tasks: tasks.map((one) => without(one, TASK_DEFAULTS)),
  };
  // Lists of one text stay on their line.
  return JSON.stringify(short, null, 2).replace(/\[\n\s+("[^"\n]*")\n\s+\]/g, "[$1]");
}

function without(value: object, defaults: Record<string, Json>): object {
  const said = Object.entries(value).filter(
    ([field, set]) =>
      field === "id" || field === "title" || !isSame(set as Json | undefined, defaults[field]),
  );
  return Object.fromEntries(said);
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}
