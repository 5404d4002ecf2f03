"use client";

import { Children, type ReactNode } from "react";
import ReactMarkdown, { type Components, type Options } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import { unseenIn } from "@/lib/core/legible/unseen";
import { type MarkdownNode, TABLES } from "./markdown";
import { SeenText } from "./seen-text";

/** Words with letters that pass for others underlined. */
const seen = (children: ReactNode): ReactNode =>
  Children.map(children, (child) => (typeof child === "string" ? <SeenText text={child} /> : child));

/** All that is drawn: a list has the marks of its text, and a table is never wider than its box. */
const QUOTED: Components = {
  p: ({ children }) => <p className="mt-2 whitespace-pre-wrap first:mt-0">{seen(children)}</p>,
  strong: ({ children }) => <strong>{seen(children)}</strong>,
  ul: ({ children }) => <ul className="mt-2 list-none first:mt-0">{children}</ul>,
  li: ({ children }) => <li className="-indent-4 whitespace-pre-wrap pl-4">{seen(children)}</li>,
  table: ({ children }) => (
    <table className="mt-2 w-full table-fixed text-left text-xs first:mt-0">{children}</table>
  ),
  th: ({ children }) => (
    <th className="border-line border-b px-1.5 py-1 align-top font-semibold">{seen(children)}</th>
  ),
  td: ({ children }) => <td className="border-line border-b px-1.5 py-1 align-top">{seen(children)}</td>,
  pre: ({ children }) => <pre className="whitespace-pre-wrap font-mono text-xs">{children}</pre>,
  code: ({ children }) => <code>{seen(children)}</code>,
};

const SYNTAX: Options["remarkPlugins"] = [TABLES, nothingHidden];

/**
 * Words of somebody else that are decided about, drawn as Markdown where every sign of theirs is drawn too, apart from the
 * stars of words in bold and the lines of tables; as they were written where it is not (docs/console.md, "Gates").
 */
export function QuotedMarkdown({ text }: { text: string }) {
  return (
    <blockquote dir="auto" className="wrap-anywhere border-edge border-l-2 pl-3">
      <ReactMarkdown remarkPlugins={SYNTAX} rehypePlugins={[rehypeSanitize]} components={QUOTED}>
        {text}
      </ReactMarkdown>
    </blockquote>
  );
}

/** Puts the whole text in place of a tree that does not draw all of it. */
function nothingHidden() {
  return function show(tree: MarkdownNode, file: { value: unknown }): void {
    const source = String(file.value);
    const drawing = new Drawing(source);
    const { children = [] } = drawing.draw(tree);
    tree.children = drawing.isComplete(children) ? joinTexts(children) : [{ type: "code", value: source }];
  };
}

const text = (value: string): MarkdownNode => ({ type: "text", value });
const paragraph = (children: MarkdownNode[]): MarkdownNode => ({ type: "paragraph", children });

/** Puts texts next to each other together: apart, each would have a direction of its own. */
function joinTexts(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  const joined: MarkdownNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === "text" && last?.type === "text") last.value = `${last.value}${node.value}`;
    else joined.push({ ...node, children: node.children && joinTexts(node.children) });
  }
  return joined;
}

/** A tree in which marks stand as they were written; `marks` are those that its drawing shows by itself. */
class Drawing {
  readonly #source: string;
  readonly #marks: [start: number, end: number][] = [];

  constructor(source: string) {
    this.#source = source;
  }

  /** The node as it is drawn. What it has no case for loses its signs, and the comparison finds them missing. */
  draw(node: MarkdownNode): MarkdownNode {
    const { type, children = [], value } = node;
    switch (type) {
      case "text":
        return text(value ?? "");
      case "link":
      case "image":
      case "linkReference":
      case "imageReference":
      case "footnoteReference":
        return text(this.#written(node));
      case "definition":
      case "thematicBreak":
        return paragraph([text(this.#written(node))]);
      case "break":
        return text("\n");
      case "heading":
        return paragraph([
          { type: "strong", children: [text(this.#opening(node)), ...this.#phrases(children)] },
        ]);
      case "list":
        return { type, ordered: false, spread: false, children: children.map((item) => this.draw(item)) };
      case "listItem":
        return { type, spread: false, checked: null, children: [this.#item(node)] };
      case "table":
        return this.#table(node);
      default:
        return { ...node, children: this.#phrases(children) };
    }
  }

  /** True where each sign of the text is drawn in its order, and nothing depends on its spaces. */
  isComplete(children: readonly MarkdownNode[]): boolean {
    if (DEPENDS_ON_SPACES.test(this.#source) || unseenIn(this.#source).length > 0) return false;
    const drawn = textsIn(children);
    if (drawn.some((one) => WIDE_SPACE.test(one))) return false;
    let at = 0;
    const left = this.#marks.map(([start, end]) => {
      const between = this.#source.slice(at, start);
      at = end;
      return between;
    });
    return signsIn(left.join("") + this.#source.slice(at)) === signsIn(drawn.join(""));
  }

  #phrases(children: readonly MarkdownNode[]): MarkdownNode[] {
    const hasStar = children.some(({ type, value }) => type === "text" && value?.includes("*"));
    return children.map((child) => {
      if (child.type !== "strong") return this.draw(child);
      if (!hasStar && this.#isWords(child)) this.#hide(child);
      return { type: "strong", children: child.children };
    });
  }

  #isWords({ position, ...node }: MarkdownNode): boolean {
    const [before = "", after = ""] = position
      ? [this.#source[position.start.offset - 1], this.#source[position.end.offset]]
      : [];
    return (
      BOLD_WORDS.test(this.#written({ ...node, position })) && !IN_WORD.test(before) && !IN_WORD.test(after)
    );
  }

  #hide({ position }: MarkdownNode): void {
    if (!position) return;
    const { start, end } = position;
    this.#marks.push([start.offset, start.offset + 2], [end.offset - 2, end.offset]);
  }

  #item(node: MarkdownNode): MarkdownNode {
    const [first, ...others] = node.children ?? [];
    if (first?.type !== "paragraph" || others.length > 0) return paragraph([]);
    return paragraph([text(this.#opening(node)), ...this.#phrases(first.children ?? [])]);
  }

  /** A table with its lines drawn. One with too many columns, or a cell beyond the last of them, has them written. */
  #table({ type, align, children: rows = [], position }: MarkdownNode): MarkdownNode {
    const columns = align?.length ?? 0;
    const fits = columns <= MAX_COLUMNS && rows.every(({ children = [] }) => children.length <= columns);
    let at = position?.start.offset ?? 0;
    const lines = (end: number) => {
      if (fits && isTableLines(this.#source.slice(at, end))) this.#marks.push([at, end]);
    };
    const drawn = rows.map((row) => ({
      type: row.type,
      children: row.children?.map((cell) => {
        const { children = [] } = cell;
        lines(children[0]?.position?.start.offset ?? at);
        at = children.at(-1)?.position?.end.offset ?? at;
        return { type: cell.type, children: this.#phrases(children) };
      }),
    }));
    lines(position?.end.offset ?? at);
    return { type, align: align ?? [], children: drawn };
  }

  /** What stands before the first word of a node: `- `, `24. `, `- [x] `, `## `. */
  #opening({ position, children: [first] = [] }: MarkdownNode): string {
    return position && first?.position
      ? this.#source.slice(position.start.offset, first.position.start.offset)
      : "";
  }

  #written({ position }: MarkdownNode): string {
    return position ? this.#source.slice(position.start.offset, position.end.offset) : "";
  }
}

/** An indented line, and a line end that is none elsewhere. */
const DEPENDS_ON_SPACES = /^[ \t]+[^ \t\r\n]|\r(?!\n)/m;
const WIDE_SPACE = / {2}|\t/;

/** `**Two words:**`, which are no path, pattern or name of a program. */
const BOLD_WORDS =
  /^\*\*(?=[^*]*\p{L})[\p{L}\p{N}\p{Sc}](?:[\p{L}\p{M}\p{N}\p{Sc} ,;:!?'’“”„"()%&–—-]|\.(?!\p{L}))*\*\*$/u;
const IN_WORD = /[\p{L}\p{N}]/u;

/** What stands between two cells, with the line below the head, which has a bar. */
const isTableLines = (lines: string): boolean =>
  lines
    .split(/\r?\n/)
    .every((line) => /^[ |]*$/.test(line) || (/^[-: |]*$/.test(line) && line.includes("|")));

/** More do not fit a panel. */
const MAX_COLUMNS = 5;

const textsIn = (nodes: readonly MarkdownNode[]): string[] =>
  nodes.flatMap(({ type, value = "", children = [] }) => (type === "text" ? [value] : textsIn(children)));

/** Other spaces than these are no line's layout: they count as signs. */
const signsIn = (words: string): string => words.replace(/[ \t\r\n]+/g, "");
