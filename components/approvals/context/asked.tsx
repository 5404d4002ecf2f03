import type { ReactNode } from "react";
import { formatBytes } from "@/lib/core/describe/bytes";
import type { QuestionPart } from "@/lib/core/describe/gates/question-parts";
import { isJsonObject, type Json, type JsonObject, parseJson } from "@/lib/core/json";
import { SeenText, TextWarnings } from "../../ui/seen-text";
import { PlanText, usePlanText } from "./plan-text";
import { ValueText } from "./value-text";

/** A question in its parts: the words of the plan and ours, and what they quote, each apart and with its source. */
export function Asked({ runId, parts }: { runId: string; parts: readonly QuestionPart[] }) {
  return (
    <div className="grid gap-1.5">
      <TextWarnings value={parts.map(({ text }) => text)} />
      {Object.entries(parts).map(([place, part]) => (
        <Part key={place} runId={runId} part={part} />
      ))}
    </div>
  );
}

function Part({ runId, part: { text, source, left, whole } }: { runId: string; part: QuestionPart }) {
  if (source === undefined) {
    return (
      <p className="wrap-anywhere whitespace-pre-wrap">
        <SeenText text={text} />
      </p>
    );
  }
  if (left === undefined || whole === undefined) return <Quotation source={source} text={text} left={left} />;
  return <CutQuotation runId={runId} source={source} text={text} whole={whole} bytes={text.length + left} />;
}

type CutQuotationProps = { runId: string; source: string; text: string; whole: string; bytes: number };

/** The beginning of a text that is kept apart: the answer counts for all of it, so it is opened before it is let pass. */
function CutQuotation({ runId, source, text, whole, bytes }: CutQuotationProps) {
  const opened = usePlanText(runId, [{ $ref: whole, bytes, preview: text }]);
  return (
    <Quoted source={source}>
      <TextWarnings value={opened.text} />
      <PlanText {...opened} />
    </Quoted>
  );
}

const Quoted = ({ source, children }: { source: string; children: ReactNode }) => (
  <figure className="grid gap-0.5 rounded-lg border border-line border-l-4 bg-ground px-3 py-2">
    <figcaption className="font-medium text-muted text-xs">
      <SeenText text={source} />
    </figcaption>
    {children}
  </figure>
);

/** Words of a result, a tool or a model: never ours, whatever they look like. */
export function Quotation({ source, text, left }: Pick<QuestionPart, "text" | "left"> & { source: string }) {
  const data = left === undefined ? dataIn(text) : undefined;
  return (
    <Quoted source={source}>
      {data ? (
        <ValueText value={data} />
      ) : (
        <blockquote dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          <SeenText text={text} />
        </blockquote>
      )}
      {left !== undefined && (
        <p className="text-amber text-xs">{formatBytes(left)} more not shown; see the result itself.</p>
      )}
    </Quoted>
  );
}

/** A result that is data is read as one is shown anywhere, and not as JSON. */
function dataIn(text: string): JsonObject | Json[] | undefined {
  const value = parseJson(text);
  return isJsonObject(value) || Array.isArray(value) ? value : undefined;
}
