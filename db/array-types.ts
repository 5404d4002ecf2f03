/**
 * The array types that Waymark uses, told to postgres.js in advance. Left to ask the server for them it does so on
 * every new connection, and a connection that is lost at that moment takes the process with it.
 */

const TEXTS = [1009, 1015, 2951];
const NUMBERS = [1007, 1016, 1022];
/** An element of a one-dimensional array: quoted, or plain. */
const ELEMENT = /"((?:[^"\\]|\\[\s\S])*)"|([^,{}"]+)/g;

/** `{"a","b"}`. A text is taken for a finished literal, which is how drizzle passes arrays. */
export function writeArray(elements: unknown): string {
  if (!Array.isArray(elements)) return String(elements);
  const written = elements.map((element) => {
    if (element === null) return "null";
    return `"${String(element).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  });
  return `{${written.join(",")}}`;
}

export function readArray(literal: string): (string | null)[] {
  return [...literal.matchAll(ELEMENT)].map(([, quoted, plain]) => {
    if (quoted !== undefined) return quoted.replace(/\\([\s\S])/g, "$1");
    return plain === "NULL" || plain === undefined ? null : plain;
  });
}

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));

export const arrayTypes = {
  textArray: { to: 1009, from: TEXTS, serialize: writeArray, parse: readArray },
  numberArray: {
    to: 1016,
    from: NUMBERS,
    serialize: writeArray,
    parse: (literal: string) => readArray(literal).map(numberOrNull),
  },
};
