/** A size in words: bytes, KB or MB of 1 024. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const kb = bytes / 1_024;
  return kb < 1_000 ? `${rounded(kb)} KB` : `${rounded(kb / 1_024)} MB`;
}

const rounded = (value: number): string => value.toFixed(value < 10 ? 1 : 0).replace(/\.0$/, "");
