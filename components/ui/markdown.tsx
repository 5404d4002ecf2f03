"use client";

import ReactMarkdown, { type Components, type Options } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";

/** Links leave the console in a tab of their own; pictures would ask a stranger's server for them. */
const PARTS: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="text-run underline">
      {children}
    </a>
  ),
  img: ({ alt }) => <span className="text-muted">[image: {alt || "no description"}]</span>,
  h1: ({ children }) => <h3 className="mt-4 font-semibold text-lg first:mt-0">{children}</h3>,
  h2: ({ children }) => <h3 className="mt-4 font-semibold text-base first:mt-0">{children}</h3>,
  h3: ({ children }) => <h4 className="mt-3 font-semibold first:mt-0">{children}</h4>,
  p: ({ children }) => <p className="mt-2 whitespace-pre-line first:mt-0">{children}</p>,
  ul: ({ children }) => <ul className="mt-2 list-disc pl-5">{children}</ul>,
  ol: ({ children }) => <ol className="mt-2 list-decimal pl-5">{children}</ol>,
  pre: ({ children }) => (
    <pre className="mt-2 whitespace-pre-wrap rounded-lg border border-line bg-ground p-3 font-mono text-xs">
      {children}
    </pre>
  ),
  code: ({ children }) => <code className="font-mono text-[0.9em]">{children}</code>,
  blockquote: ({ children }) => (
    <blockquote className="mt-2 border-line border-l-2 pl-3 text-muted">{children}</blockquote>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section tabIndex={0} aria-label="Table" className="mt-2 overflow-x-auto">
      <table className="w-full text-left text-xs">{children}</table>
    </section>
  ),
  th: ({ children }) => <th className="border-line border-b px-2 py-1 font-semibold">{children}</th>,
  td: ({ children }) => <td className="border-line border-b px-2 py-1 align-top">{children}</td>,
  input: ({ checked }) => <span>{checked ? "☑" : "☐"} </span>,
};

/** Tables and lists of tasks; a single tilde is written for “about” more often than to strike something out. */
export const TABLES: NonNullable<Options["remarkPlugins"]>[number] = [remarkGfm, { singleTilde: false }];
const SYNTAX: Options["remarkPlugins"] = [TABLES, htmlAsText];

/** A node of a Markdown text as it is parsed, with what its kind has of these. */
export type MarkdownNode = {
  type: string;
  value?: string;
  children?: MarkdownNode[] | undefined;
  position?: { start: { offset: number }; end: { offset: number } } | undefined;
  ordered?: boolean;
  spread?: boolean;
  checked?: boolean | null;
  align?: readonly unknown[] | null;
};

/** Shows HTML as it was written: left out, it would take words along that nobody misses. */
function htmlAsText() {
  return function show({ children = [] }: MarkdownNode): void {
    for (const node of children) {
      if (node.type === "html") node.type = "text";
      else show(node);
    }
  };
}

/** A text that a model wrote, with its structure but without anything that could run or call home. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="max-w-prose">
      <ReactMarkdown remarkPlugins={SYNTAX} rehypePlugins={[rehypeSanitize]} components={PARTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
