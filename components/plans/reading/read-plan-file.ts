import { PLAN_LIMITS } from "@/lib/core/plan/limits";

export const PLAN_FILE_TYPES = [".json", ".txt", ".md"] as const;

type SomeFile = Pick<File, "name" | "size" | "arrayBuffer">;

/** The text of a file that a person brings as a plan, or why it is not taken. Nothing is read of one too large. */
export async function readPlanFile(file: SomeFile): Promise<{ text: string } | { problem: string }> {
  const { name, size } = file;
  if (!PLAN_FILE_TYPES.some((ending) => name.toLowerCase().endsWith(ending))) {
    return {
      problem: `“${name}” is not supported. Plan files end in ${PLAN_FILE_TYPES.join(", ")}.`,
    };
  }
  if (size > PLAN_LIMITS.maxBytes) {
    const limit = Math.round(PLAN_LIMITS.maxBytes / 1_024);
    return { problem: `“${name}” has ${Math.ceil(size / 1_024)} KB; the limit is ${limit} KB.` };
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return text.trim() === "" ? { problem: `“${name}” is empty.` } : { text };
  } catch {
    return { problem: `“${name}” could not be read as text (UTF-8).` };
  }
}
