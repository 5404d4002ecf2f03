import type { Json } from "@/lib/core/json";

const FENCED = /^```[a-z]*[ \t]*\n([\s\S]*?)\n?[ \t]*```$/i;

/**
 * The value of a final answer: JSON when the whole text, or the whole of the one code fence it consists of, is
 * JSON; otherwise the text without the white space around it.
 */
export function readAnswerValue(text: string): Json {
  const trimmed = text.trim();
  const fenced = FENCED.exec(trimmed)?.[1];
  try {
    return JSON.parse(fenced ?? trimmed) as Json;
  } catch {
    return trimmed;
  }
}
