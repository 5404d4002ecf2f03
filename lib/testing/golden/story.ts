import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readings } from "./digest";
import { eventsOfStory } from "./series";

const FOLDER = ".waymark/golden";
/** Of two long readings what stands around the place where they part. */
const AROUND = 200;

/**
 * Writes what is read of one story, a line for each reading that differs from the one before: the event, the view and the
 * value. With a checkout that has written the same story, false where they part, and where.
 */
export async function writeStory({ name, against }: { name: string; against?: string }): Promise<boolean> {
  const last = new Map<string, string>();
  const lines: string[] = [];
  for (const { seq, view, text } of readings(await eventsOfStory(name))) {
    if (last.get(view) !== text) lines.push(`${seq} ${view} ${text}`);
    last.set(view, text);
  }
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${name}.txt`);
  writeFileSync(file, `${lines.join("\n")}\n`);
  console.log(`${lines.length} readings are in ${file}`);
  return against === undefined || isSame(lines, join(against, file));
}

function isSame(lines: readonly string[], file: string): boolean {
  if (!existsSync(file)) throw new Error(`${file} is not there: run the same in that checkout.`);
  const others = readFileSync(file, "utf8").trimEnd().split("\n");
  const at = lines.findIndex((line, index) => line !== others[index]);
  if (at < 0 && lines.length === others.length) return true;
  const [here = "", there = ""] = [lines[at], others[at < 0 ? lines.length : at]];
  const [seq, view] = (here || there).split(" ");
  let part = 0;
  while (part < here.length && here[part] === there[part]) part += 1;
  const around = (text: string) => text.slice(Math.max(0, part - AROUND), part + AROUND);
  console.log(
    `They part at event ${seq}, view ${view}:\n  here:  ${around(here)}\n  there: ${around(there)}`,
  );
  return false;
}
