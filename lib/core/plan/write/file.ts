import type { PlanFormat, TextFile } from "../../views";
import type { Plan } from "../schema";
import { serializePlan } from "./json";
import { type DrawnTasks, loopMermaid, toMermaid } from "./mermaid";
import { writePlanText } from "./text";

type FileFormat = {
  extension: string;
  contentType: string;
  write(plan: Plan, tasks: DrawnTasks | undefined): string;
};

const FILE_FORMATS: Record<PlanFormat, FileFormat> = {
  json: { extension: "json", contentType: "application/json", write: serializePlan },
  text: { extension: "txt", contentType: "text/plain; charset=utf-8", write: writePlanText },
  mermaid: { extension: "mmd", contentType: "text/plain; charset=utf-8", write: toMermaid },
  loop: { extension: "loop.mmd", contentType: "text/plain; charset=utf-8", write: loopMermaid },
};

/**
 * A plan as a file: JSON and Step text, which read back as the same plan, a drawing in Mermaid, which shows what became
 * of `tasks`, or the drawing of the loop in which any plan is carried out. The file has the plan's title for a
 * name, with the version if there is one (docs/plans.md).
 */
export function planFile(
  plan: Plan,
  { format, version, tasks }: { format: PlanFormat; version?: number; tasks?: DrawnTasks | undefined },
): TextFile {
  const { extension, contentType, write } = FILE_FORMATS[format];
  const suffix = version === undefined ? "" : `-v${version}`;
  return { fileName: `${slugOf(plan.title)}${suffix}.${extension}`, contentType, text: write(plan, tasks) };
}

/** The title in letters, digits and dashes, so that every system takes it as a file name. */
export function slugOf(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return slug || "plan";
}
