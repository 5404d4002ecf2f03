/** Headers as they are typed, one a line; empty text has none. */
export function readHeaders(
  text: string,
): { headers: Record<string, string> } | { headers?: never; problem: string } {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(":");
    if (at < 1) return { problem: "Write each header as name: value, on a line of its own." };
    headers[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return { headers };
}
