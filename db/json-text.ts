/** A whole escape sequence of JSON text; the group catches those that PostgreSQL's jsonb cannot hold. */
const ESCAPE = /\\(?:u(0000|d[89a-f][0-9a-f]{2})|[\s\S])/g;

/**
 * The JSON text of a value as PostgreSQL can store it: NUL characters and halves of surrogate pairs, which jsonb
 * refuses, become U+FFFD. (`JSON.stringify` writes exactly those two as lower-case `\u` escapes.)
 */
export function toJsonText(value: unknown): string {
  return clean(JSON.stringify(value));
}

/** The value as it will be read back from the store: the same object when there is nothing to clean. */
export function storable<T>(value: T): T {
  const text = JSON.stringify(value);
  const cleaned = clean(text);
  return cleaned === text ? value : (JSON.parse(cleaned) as T);
}

function clean(text: string): string {
  if (!text.includes("\\u0000") && !text.includes("\\ud")) return text;
  return text.replace(ESCAPE, (sequence, refused: string | undefined) => (refused ? "\uFFFD" : sequence));
}
