import { readHeader, readLine } from "@/lib/core/plan/text-lines";

/** A line of a text, by offsets. */
export type LineRange = { start: number; end: number };
/** A step of a plan text: its header, and its lines by what stands before their first colon. */
export type StepRange = LineRange & { number: number; labels: Map<string, LineRange> };

/** The steps of a plan text in their order. */
export function locateSteps(text: string): StepRange[] {
  const steps: StepRange[] = [];
  let start = 0;
  for (const raw of text.split("\n")) {
    const line = readLine(raw);
    const range = { start, end: start + raw.trimEnd().length };
    const header = readHeader(line);
    const label = /^([^:]{1,60}):/.exec(line.text)?.[1];
    if (header) steps.push({ ...range, number: header.number, labels: new Map() });
    else if (label !== undefined) steps.at(-1)?.labels.set(normalizedName(label), range);
    start += raw.length + 1;
  }
  return steps;
}

/** A label or a field without what tells its spellings apart: `Depends on`, `depends_on` and `dependsOn` are one. */
export const normalizedName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
