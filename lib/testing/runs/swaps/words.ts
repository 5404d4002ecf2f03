import type { StoredTask } from "@/lib/core/plan/stored";

/** The words of a task that say what it does. */
export const wordsOf = ({ title, input, details }: StoredTask): string =>
  [input === "" ? title : input, ...details].join("\n");

/** Only people read the title of a program, and its exact calls beside it. */
export const isTitled = (shown: string | undefined, { type, title }: StoredTask): boolean =>
  type === "direct" || (shown !== undefined && isBeginning(shown, title));

/** A text that was cut ends with three dots. */
export const isBeginning = (cut: string, whole: string): boolean =>
  cut === whole || (cut.endsWith("…") && whole.startsWith(cut.slice(0, -1)));

/** The addresses that a text names, each once. */
export const addressesIn = (text: string): string[] => [...new Set(text.match(/https:\/\/[\w./-]+/g) ?? [])];
