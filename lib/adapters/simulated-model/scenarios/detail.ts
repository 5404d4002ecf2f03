import { isJsonObject } from "@/lib/core/json";
import { listIn } from "../drafts";
import type { Reply, Turn } from "../turn";
import { quote, shorten } from "../words";

/** Details of any task, from what the plan says of it and of what builds on it: nothing is made up. */
export function playDetailer(turn: Turn): Reply {
  const task = turn.json("task");
  const { id = "", title = "the task" } = isJsonObject(task) ? task : {};
  const plan = turn.json("plan");
  const tasks = isJsonObject(plan) && Array.isArray(plan.tasks) ? plan.tasks.filter(isJsonObject) : [];
  const next = tasks.filter(({ dependsOn }) => Array.isArray(dependsOn) && dependsOn.includes(id));
  const sources = [...turn.block("upstream").matchAll(/<result of="([^"]+)">/g)].map(([, source]) => source);
  const tools = listIn(turn, "tools").map(({ name }) => String(name));
  const details = [
    `Do what ${quote(String(title))} asks, and no more of the plan.`,
    sources.length > 0 && `Build on the results of ${sources.join(", ")}.`,
    tools.length > 0 && `Use ${tools.slice(0, 5).join(", ")} where the input asks for it.`,
    next.length > 0 &&
      `End with what ${next.map(({ title: of }) => quote(shorten(String(of), 60))).join(" and ")} needs.`,
  ];
  return { text: JSON.stringify({ details: details.filter(Boolean) }) };
}
