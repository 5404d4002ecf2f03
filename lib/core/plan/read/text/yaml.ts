import { type Json, losesDigits, parseJson } from "../../../json";

/**
 * The plain part of YAML 1.2 in which plans are written (docs/plans.md, "Tables, elements, calls and YAML"): block mappings and
 * sequences, flow ones on a line, texts plain, quoted or in blocks. Undefined for anything else: anchors, tags, several documents,
 * names that are written twice. `comments` may hold what the work waits for.
 */
export function readYaml(text: string): { value: Json; comments: string } | undefined {
  const reader = new YamlReader(text.split(/\r\n|\r|\n/));
  try {
    const value = reader.document();
    return { value, comments: reader.comments.join("\n") };
  } catch (error) {
    if (error !== NO_YAML) throw error;
    return undefined;
  }
}

/** Stops the reading of what is none of this. */
const NO_YAML = Symbol("no YAML");
const MAX_DEPTH = 50;
const KEY =
  /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#&*!|>%@`[\]{},?-](?:[^:#]|:(?=\S)|(?<=\S)#){0,200}?)\s{0,5}:(?:\s+(.*))?$/u;
const BLOCK = /^([|>])[+-]?$/;

class YamlReader {
  readonly comments: string[] = [];
  private readonly lines: string[];
  private at = 0;

  constructor(lines: readonly string[]) {
    this.lines = lines.map((line) => line.trimEnd());
  }

  document(): Json {
    this.skip();
    if (this.lines[this.at] === "---") this.at += 1;
    const value = this.block(-1, 0);
    this.skip();
    if (this.at < this.lines.length) throw NO_YAML;
    return value;
  }

  /** Passes over blank lines and those that are comments. */
  private skip(): void {
    for (; this.at < this.lines.length; this.at += 1) {
      const line = (this.lines[this.at] ?? "").trim();
      if (line.startsWith("#")) this.comments.push(line);
      else if (line !== "") return;
    }
  }

  /** The indent of the line that is next; -1 behind the last. */
  private indent(): number {
    this.skip();
    const line = this.lines[this.at];
    if (line === undefined) return -1;
    const indent = line.search(/[^ ]/);
    if (line[indent] === "\t") throw NO_YAML;
    return indent;
  }

  private block(above: number, depth: number): Json {
    const indent = this.indent();
    if (indent <= above || depth > MAX_DEPTH) throw NO_YAML;
    return /^-(?: |$)/.test(this.text(indent)) ? this.sequence(indent, depth) : this.mapping(indent, depth);
  }

  private text(indent: number): string {
    return (this.lines[this.at] ?? "").slice(indent);
  }

  private sequence(indent: number, depth: number): Json[] {
    const items: Json[] = [];
    while (this.indent() === indent && /^-(?: |$)/.test(this.text(indent))) {
      const rest = this.text(indent).slice(1);
      const inner = indent + 1 + rest.search(/\S|$/);
      const words = this.withoutComment(rest.trim());
      if (words === "") {
        this.at += 1;
        items.push(this.indent() > indent ? this.block(indent, depth + 1) : null);
      } else if (KEY.test(words) || words.startsWith("- ")) {
        // Words behind the dash are a block by themselves, as far in as they stand.
        this.lines[this.at] = " ".repeat(inner) + words;
        items.push(this.block(indent, depth + 1));
      } else items.push(this.scalar(words, indent));
    }
    return items;
  }

  private mapping(indent: number, depth: number): Json {
    const entries = new Map<string, Json>();
    while (this.indent() === indent) {
      const [, key, value = ""] = KEY.exec(this.text(indent)) ?? [];
      if (key === undefined) throw NO_YAML;
      const name = String(plainOrQuoted(key, true));
      if (entries.has(name)) throw NO_YAML;
      entries.set(name, this.value(value, indent, depth));
    }
    return Object.fromEntries(entries);
  }

  private value(written: string, indent: number, depth: number): Json {
    const words = this.withoutComment(written);
    if (words !== "") return this.scalar(words, indent);
    this.at += 1;
    const next = this.indent();
    // A sequence may stand as far in as the name that it is the value of.
    const isSequence = next === indent && /^-(?: |$)/.test(this.text(indent));
    return next > indent || isSequence ? this.block(isSequence ? indent - 1 : indent, depth + 1) : null;
  }

  private scalar(written: string, indent: number): Json {
    const words = this.withoutComment(written);
    this.at += 1;
    const [, style] = BLOCK.exec(words) ?? [];
    if (style !== undefined) return this.textBlock(indent, style === ">");
    const isPlain = !/^["'[{]/.test(words);
    // A plain text may go on further in.
    const more: string[] = [];
    while (this.indent() > indent) {
      const line = this.withoutComment((this.lines[this.at] ?? "").trim());
      if (!isPlain || /:(?:\s|$)|^- /.test(line)) throw NO_YAML;
      more.push(line);
      this.at += 1;
    }
    return more.length > 0 ? [words, ...more].join(" ") : flow(words);
  }

  /** The lines of a text in a block, folded where they are. */
  private textBlock(indent: number, isFolded: boolean): string {
    const lines: string[] = [];
    for (; this.at < this.lines.length; this.at += 1) {
      const line = this.lines[this.at] ?? "";
      if (line !== "" && line.search(/\S/) <= indent) break;
      lines.push(line);
    }
    const inner = Math.min(...lines.filter((line) => line !== "").map((line) => line.search(/\S/)));
    const text = lines
      .map((line) => line.slice(Number.isFinite(inner) ? inner : 0))
      .join("\n")
      .trimEnd();
    return isFolded ? text.replace(/(?<=\S)\n(?=\S)/g, " ") : text;
  }

  private withoutComment(words: string): string {
    const [, quoted = "", rest = words] = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(.*)$/.exec(words) ?? [];
    const [comment = ""] = /(?:^|\s)#.*$/.exec(rest) ?? [];
    if (comment !== "") this.comments.push(comment.trim());
    return quoted + rest.slice(0, rest.length - comment.length).trimEnd();
  }
}

/** A value on a line: a list or a mapping in brackets, or a text. */
function flow(words: string, depth = 0): Json {
  const isList = words.startsWith("[");
  if (!isList && !words.startsWith("{")) return plainOrQuoted(words, false);
  if (depth > MAX_DEPTH || !words.endsWith(isList ? "]" : "}")) throw NO_YAML;
  const parts = flowParts(words.slice(1, -1));
  if (isList) return parts.map((part) => flow(part, depth + 1));
  const entries = parts.map((part): [string, Json] => {
    const [, key, value = ""] = KEY.exec(part) ?? [];
    if (key === undefined) throw NO_YAML;
    return [String(plainOrQuoted(key, true)), value === "" ? null : flow(value.trim(), depth + 1)];
  });
  if (new Set(entries.map(([key]) => key)).size < entries.length) throw NO_YAML;
  return Object.fromEntries(entries);
}

/** Parts between the commas of one level. */
function flowParts(inside: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const [token] of inside.matchAll(/"(?:[^"\\]|\\.)*"|(?<=[[{,:\s]|^)'(?:[^']|'')*'|[\s\S]/g)) {
    if (token === "[" || token === "{") depth += 1;
    if (token === "]" || token === "}") depth -= 1;
    if (depth < 0) throw NO_YAML;
    if (token === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += token;
  }
  if (depth > 0) throw NO_YAML;
  const trimmed = parts.map((part) => part.trim());
  const whole = trimmed.at(-1) === "" ? trimmed.slice(0, -1) : trimmed;
  if (whole.includes("")) throw NO_YAML;
  return whole;
}

const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["null", null],
  ["~", null],
  ["true", true],
  ["false", false],
]);

function plainOrQuoted(words: string, isKey: boolean): Json {
  if (words.startsWith('"')) {
    const text = parseJson(words);
    if (typeof text !== "string") throw NO_YAML;
    return text;
  }
  if (words.startsWith("'")) {
    if (!/^'(?:[^']|'')*'$/.test(words)) throw NO_YAML;
    return words.slice(1, -1).replaceAll("''", "'");
  }
  if (/^[&*!%@`|>]/.test(words)) throw NO_YAML;
  const known = WORDS.get(words.toLowerCase());
  if (isKey || known === undefined) {
    const isNumber = !isKey && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(words) && !losesDigits(words);
    return isNumber ? Number(words) : words;
  }
  return known;
}
