/** A value in a JSON text by its place; `end` is behind it. Objects and lists have parts, by key or by index. */
export type JsonNode = {
  start: number;
  end: number;
  parts: Map<string, JsonNode>;
  kind: "object" | "list" | "text" | "other";
  /** What a text or a number says; of anything else undefined. */
  said?: string;
};

/** Deeper than this no plan is read. */
const MAX_DEPTH = 200;

/** The longest object or list in a text: the plan, whatever stands around it. What is broken ends where it breaks. */
export function jsonTree(text: string): JsonNode | undefined {
  const opener = /[{[]/g;
  let best: JsonNode | undefined;
  for (let found = opener.exec(text); found; found = opener.exec(text)) {
    const node = new JsonScanner(text, found.index).value(0);
    if (!best || node.end - node.start > best.end - best.start) best = node;
    opener.lastIndex = Math.max(node.end, found.index + 1);
  }
  return best;
}

/**
 * The node that a path such as `tasks[3].review.focus` names, as far as the path leads. Keys may hold dots: the
 * longest key that fits is taken.
 */
export function nodeAt(root: JsonNode, path: string): JsonNode | undefined {
  let node = root;
  let rest = path;
  while (rest !== "") {
    const next = stepInto(node, rest);
    if (!next) return node === root ? undefined : node;
    node = next.node;
    rest = next.rest;
  }
  return node;
}

function stepInto({ kind, parts }: JsonNode, path: string): { node: JsonNode; rest: string } | undefined {
  if (kind === "list") {
    const [whole, index] = /^\[(\d+)\]\.?/.exec(path) ?? [];
    const node = index === undefined ? undefined : parts.get(index);
    return node && { node, rest: path.slice((whole ?? "").length) };
  }
  let best: string | undefined;
  for (const key of parts.keys()) {
    const after = path[key.length];
    const fits = path.startsWith(key) && (after === undefined || after === "." || after === "[");
    if (fits && key.length > (best ?? "").length) best = key;
  }
  const node = best === undefined ? undefined : parts.get(best);
  return node && { node, rest: path.slice((best ?? "").length).replace(/^\./, "") };
}

/** One forgiving pass over a value: commas and colons are what divides, and nothing is refused. */
class JsonScanner {
  private readonly text: string;
  private at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  value(depth: number): JsonNode {
    const start = this.at;
    const char = this.text[start];
    const parts = new Map<string, JsonNode>();
    let kind: JsonNode["kind"] = "other";
    if ((char === "{" || char === "[") && depth < MAX_DEPTH) {
      kind = char === "{" ? "object" : "list";
      this.at += 1;
      if (char === "{") this.members(parts, depth);
      else this.items(parts, depth);
    } else if (char === '"') {
      kind = "text";
      this.at = this.stringEnd();
    } else {
      this.at = this.scalarEnd();
    }
    const said =
      parts.size > 0 || start === this.at ? undefined : scalarText(kind, this.text.slice(start, this.at));
    return { start, end: this.at, parts, kind, ...(said !== undefined && { said }) };
  }

  private members(parts: Map<string, JsonNode>, depth: number): void {
    while (this.hasNext("}")) {
      const start = this.at;
      const isText = this.text[start] === '"';
      this.at = isText ? this.stringEnd() : this.scalarEnd();
      const key = isText ? stringValue(this.text.slice(start, this.at)) : undefined;
      this.skipSpace();
      if (this.text[this.at] !== ":") {
        this.at = Math.max(this.at, start + 1);
        continue;
      }
      this.at += 1;
      this.skipSpace();
      const value = this.value(depth + 1);
      // From the key on, so that what is selected says what it is.
      if (key !== undefined) parts.set(key, { ...value, start });
    }
  }

  private items(parts: Map<string, JsonNode>, depth: number): void {
    for (let index = 0; this.hasNext("]"); index += 1) {
      const before = this.at;
      parts.set(String(index), this.value(depth + 1));
      this.at = Math.max(this.at, before + 1);
    }
  }

  /** Goes to the next part; false, and behind it, at the closing bracket. */
  private hasNext(closer: string): boolean {
    this.skipSpace();
    while (this.text[this.at] === ",") {
      this.at += 1;
      this.skipSpace();
    }
    if (this.at >= this.text.length) return false;
    if (this.text[this.at] !== closer) return true;
    this.at += 1;
    return false;
  }

  private skipSpace(): void {
    const skipSpace = /(?:\s+|\/\/[^\n]*)*/y;
    skipSpace.lastIndex = this.at;
    skipSpace.exec(this.text);
    this.at = skipSpace.lastIndex;
  }

  private stringEnd(): number {
    let end = this.at + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === "\\" ? 2 : 1;
    return Math.min(end + 1, this.text.length);
  }

  private scalarEnd(): number {
    const scalar = /[^\s,:[\]{}"]*/y;
    scalar.lastIndex = this.at;
    scalar.exec(this.text);
    return scalar.lastIndex;
  }
}

function scalarText(kind: JsonNode["kind"], written: string): string | undefined {
  if (kind === "text") return stringValue(written);
  return kind === "other" ? written : undefined;
}

/** The text that a JSON string says; as it is written, where it is not valid. */
function stringValue(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return written.slice(1, -1);
  }
}
