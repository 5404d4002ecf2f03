import type { Json, JsonObject } from "@/lib/core/json";
import { pathSegments, valueAt } from "@/lib/core/json-path";
import { cutText } from "@/lib/core/text";
import { artifactText, READ_ARTIFACT } from "@/lib/core/trajectory";
import type { ToolDescriptor } from "./descriptor";

/** Most characters of one reading: well below what would make an artifact of it. */
const MAX_CHARS = 20_000;
const MAX_FOUND = 20;
const AROUND_CHARS = 150;

/** Looks into an output of this run that was too large for an agent (docs/agents.md, "Artifacts"). */
export const readArtifact: ToolDescriptor = {
  name: READ_ARTIFACT,
  description:
    "Looks into a result that was too large to be shown whole and came as {artifact, chars, preview}. Give its artifact and one of: find, to search its text and learn the offsets; path, to pick one value out of JSON such as items.0.name; offset, to read on from a character. Without any it is read from the beginning.",
  tags: ["data"],
  sideEffects: "read",
  idempotent: true,
  inputSchema: {
    type: "object",
    properties: {
      artifact: { type: "string", minLength: 1, maxLength: 200 },
      offset: { type: "integer", minimum: 0 },
      chars: { type: "integer", minimum: 1, maximum: MAX_CHARS },
      path: { type: "string", minLength: 1, maxLength: 500 },
      find: { type: "string", minLength: 1, maxLength: 200 },
    },
    required: ["artifact"],
    additionalProperties: false,
  },
  timeoutMs: 10_000,
  examples: [{ artifact: "9f2c…", find: "error" }],
  summarize: ({ artifact, find, path, offset }) => {
    const part = find ? `for “${find}”` : path ? `at ${path}` : `from character ${offset ?? 0}`;
    return `Look into the large result ${cutText(String(artifact), 12)} ${part}`;
  },
  async run({ artifact, offset = 0, chars = MAX_CHARS, path, find }, context) {
    const whole = await context.readArtifact(String(artifact));
    if (whole === undefined) throw new Error("no tool call of this run gave such an artifact.");
    const value = path === undefined ? whole : valueAt(whole, pathSegments(String(path)));
    if (value === undefined) return { found: false, keys: keysOf(whole) };
    const text = artifactText(value);
    if (find !== undefined) return search(text, String(find));
    return read(text, Number(offset), Number(chars));
  },
};

/** A part of the text, and where to read on. */
function read(text: string, offset: number, chars: number): JsonObject {
  const part = cutText(text.slice(offset), chars);
  const end = offset + part.length;
  return { text: part, offset, chars: text.length, nextOffset: end < text.length ? end : null };
}

/** Where the words stand, whatever their case, each with what stands around. */
function search(text: string, query: string): JsonObject {
  const lower = text.toLowerCase();
  // Where a lower-case letter is longer than its capital, the offsets would be those of another text.
  const [all, wanted] = lower.length === text.length ? [lower, query.toLowerCase()] : [text, query];
  const matches: Json[] = [];
  let count = 0;
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + wanted.length)) {
    count += 1;
    if (count > MAX_FOUND) continue;
    const from = Math.max(0, at - AROUND_CHARS);
    matches.push({ offset: at, around: text.slice(from, at + query.length + AROUND_CHARS) });
  }
  return { count, matches, chars: text.length };
}

/** What there is at the top, for one who took a wrong path. */
function keysOf(value: Json): Json {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value !== "object" || value === null) return "a single value, read it by offset";
  return Object.keys(value).slice(0, 50);
}
