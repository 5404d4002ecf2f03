/** One printable line of at most `chars` characters: what models and tools wrote cannot steer the terminal. */
export function plainLine(text: string, chars = 200): string {
  const line = text
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return line.length > chars ? `${line.slice(0, chars - 1)}…` : line;
}
