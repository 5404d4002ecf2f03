import type { Json } from "@/lib/core/json";
import { textParts } from "@/lib/core/legible/parts";
import { textWarnings } from "@/lib/core/legible/warnings";

/**
 * Words of people, tools and models as they are: what nobody would see is a mark, letters that pass for others are
 * underlined, and its direction ends with it, so that it reorders nothing beside it.
 */
export function SeenText({ text }: { text: string }) {
  let at = 0;
  return (
    <bdi>
      {textParts(text).map((part) => {
        const key = at;
        if ("text" in part) {
          at += part.text.length;
          return <span key={key}>{part.text}</span>;
        }
        if ("like" in part) {
          at += part.like.length;
          return (
            <span
              key={key}
              title={`${part.script} letters`}
              className="text-amber underline decoration-2 decoration-wavy underline-offset-2"
            >
              {part.like}
            </span>
          );
        }
        at += part.unseen.raw.length;
        return (
          <span
            key={key}
            title={part.unseen.name}
            className="mx-px rounded border border-amber px-0.5 font-mono text-[0.85em] text-amber"
          >
            {part.mark}
          </span>
        );
      })}
    </bdi>
  );
}

/** What misleads in a value, a line each; nothing where it is what it looks like. */
export function TextWarnings({ value }: { value: Json }) {
  const warnings = textWarnings(value);
  if (warnings.length === 0) return null;
  return (
    <ul aria-label="Text warnings" className="grid gap-0.5 text-amber text-xs">
      {warnings.map((warning) => (
        <li key={warning}>
          <span aria-hidden="true">▲ </span>
          <bdi>{warning}</bdi>
        </li>
      ))}
    </ul>
  );
}
