import { readHeader, readLine } from "@/lib/core/plan/text-lines";

/** A line of a text, by offsets. */
export type LinePlace = { start: number; end: number };
/** A step of a plan text: its header, and its lines by what stands before their first colon. */
export type StepPlace = LinePlace & { number: number; labels: Map<string, LinePlace> };

/** The steps of a plan text in their order. */
export function stepPlaces(text: string): StepPlace[] {
  const steps: StepPlace[] = [];
  let start = 0;
  for (const raw of text.split("\n")) {
    const line = readLine(raw);
    const place = { start, end: start + raw.trimEnd().length };
    const header = readHeader(line);
    const label = /^([^:]{1,60}):/.exec(line.text)?.[1];
    if (header) steps.push({ ...place, number: header.number, labels: new Map() });
    else if (label !== undefined) steps.at(-1)?.labels.set(plainName(label), place);
    start += raw.length + 1;
  }
  return steps;
}

/** A label or a field without what tells its spellings apart: `Depends on`, `depends_on` and `dependsOn` are one. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
