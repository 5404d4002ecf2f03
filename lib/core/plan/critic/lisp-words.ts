// Strings, comments, and runs of anything else but white space and brackets. A string without an end takes the rest,
// so that a text full of quotes is read once only.
const TOKEN = /"((?:[^"\\]|\\.)*)"?|;[^\n]*|[^\s,()[\]{}"]+/gs;

/**
 * The texts, keywords and symbols of a program, as keys of a map are written: `"a b"`, `:a` and `a` are all names.
 * Read without parsing, so that a program that is not in order yet has them too. Linear in its length.
 */
export function lispWords(program: string): Set<string> {
  const words = new Set<string>();
  for (const [token, text] of program.matchAll(TOKEN)) {
    if (text !== undefined) words.add(text.replace(/\\(.)/gs, "$1"));
    else if (!token.startsWith(";")) words.add(token.replace(/^[:'#]+/, ""));
  }
  return words;
}
