// Strings, comments, and runs of anything else but white space and brackets. A string without an end takes the rest,
// so that a text full of quotes is read once only.
const TOKEN = /"((?:[^"\\]|\\.)*)"?|;[^\n]*|[^\s,()[\]{}"]+/gs;

/**
 * The texts, keywords and symbols of a program, as keys of a map are written: `"a b"`, `:a` and `a` are all names.
 * Read without parsing, so that a program that is not in order yet has them too. Linear in its length.
 */
export function namesIn(program: string): Set<string> {
  const names = new Set<string>();
  for (const [token, text] of program.matchAll(TOKEN)) {
    if (text !== undefined) names.add(text.replace(/\\(.)/gs, "$1"));
    else if (!token.startsWith(";")) names.add(token.replace(/^[:'#]+/, ""));
  }
  return names;
}
