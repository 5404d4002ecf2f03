import { formatBytes } from "@/lib/core/describe/bytes";
import type { QuestionPart } from "@/lib/core/describe/gates/question-parts";
import { SeenText, TextWarnings } from "../../ui/seen-text";

/** A question in its parts: the words of the plan and ours, and what they quote, each apart and with its source. */
export function Asked({ parts }: { parts: readonly QuestionPart[] }) {
  return (
    <div className="grid gap-1.5">
      <TextWarnings value={parts.map(({ text }) => text)} />
      {Object.entries(parts).map(([place, part]) => (
        <Part key={place} part={part} />
      ))}
    </div>
  );
}

function Part({ part: { text, source, left } }: { part: QuestionPart }) {
  if (source === undefined) {
    return (
      <p className="wrap-anywhere whitespace-pre-wrap">
        <SeenText text={text} />
      </p>
    );
  }
  return <Quotation source={source} text={text} left={left} />;
}

/** Words of a result, a tool or a model: never ours, whatever they look like. */
export function Quotation({ source, text, left }: Pick<QuestionPart, "text" | "left"> & { source: string }) {
  return (
    <figure className="grid gap-0.5 rounded-lg border border-line border-l-4 bg-ground px-3 py-2">
      <figcaption className="font-medium text-muted text-xs">
        <SeenText text={source} />
      </figcaption>
      <blockquote dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        <SeenText text={text} />
      </blockquote>
      {left !== undefined && (
        <p className="text-amber text-xs">{formatBytes(left)} more not shown; see the result itself.</p>
      )}
    </figure>
  );
}
