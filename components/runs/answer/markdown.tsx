"use client";

import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";

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
};

/** A text that a model wrote, with its structure but without anything that could run or call home. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="max-w-prose">
      <ReactMarkdown rehypePlugins={[rehypeSanitize]} components={PARTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
