import { evaluate } from "@/lib/core/lisp";
import { resultsByName } from "@/lib/core/plan/results-by-name";
import type { StoredTask } from "@/lib/core/plan/stored";

/** An id without the numbers of versions, where no other task of the plan is called so. */
export function bareName(tasks: readonly StoredTask[], id: string): string {
  const bare = (one: string) => one.replace(/(_v\d+)+$/, "");
  return tasks.some((one) => one.id !== id && bare(one.id) === bare(id)) ? id : bare(id);
}

const LOOK_UPS = /\(get data\/depends "\w+"\)|\(first \(vals data\/depends\)\)/g;

/** What a program finds where it looks results up, as runs give them to it: of each result the text of its task. */
export function foundBy(
  { type, input, dependsOn }: StoredTask,
  textOf: (id: string) => string,
): ReturnType<typeof evaluate>[] {
  if (type !== "direct") return [];
  const depends = resultsByName(dependsOn, textOf);
  return [...String(input).matchAll(LOOK_UPS)].map(([lookUp]) => evaluate(lookUp, { depends }));
}
