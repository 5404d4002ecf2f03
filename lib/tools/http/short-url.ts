const MAX_CHARS = 120;

/** An address for people: the host always whole, what follows it cut. */
export function shortUrl(url: unknown): string {
  const text = String(url);
  const host = /^[^/]*\/\/[^/?#]*/.exec(text)?.[0] ?? "";
  const most = Math.max(MAX_CHARS, host.length);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
